// The site in a real browser: whole games by mouse, by keys and without scripts, sign-up through the page, and every page
// held to the accessibility rules, to a quiet console and to narrow screens. Chromium comes from the system.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import { analysis } from "./analysis.mjs";
import { arrows } from "./arrows.mjs";
import { checkers } from "./checkers.mjs";
import * as chess from "./chess.mjs";
import { fanorona } from "./fanorona.mjs";
import { playForum, playForumWithoutScripts, playGuestBook } from "./forum.mjs";
import { defence } from "./defence.mjs";
import { drags } from "./drag.mjs";
import { drawing } from "./drawing.mjs";
import * as flow from "./flow.mjs";
import * as home from "./home.mjs";
import { byFinger, byKeys, byMouse, random, start, withoutScripts } from "./games.mjs";
import { faultsUnfold, files, history, nothingSideways, onOneGrid, samplesFollow, samplesWithoutScripts, slidersFollow } from "./lab.mjs";
import { largeText } from "./large-text.mjs";
import { PAGES, logInAgain, setLook, takeBack } from "./look.mjs";
import { levelsByKeys, startInSight, startsAfterStop, startsOnce } from "./new-match.mjs";
import { picturesOfGame } from "./pictures.mjs";
import { settled } from "./pointer.mjs";
import { preferences } from "./preferences.mjs";
import { premove } from "./premove.mjs";
import { promotion } from "./promotion.mjs";
import { replay } from "./replay.mjs";
import { result } from "./result.mjs";
import { rules } from "./rules.mjs";
import { PASSWORD, answerCaptcha, openBrowser, startSite } from "./site.mjs";
import { sounds } from "./sounds.mjs";
import { strips } from "./strips.mjs";
import { swap2 } from "./swap2.mjs";
import { waysIn } from "./ways-in.mjs";
import { weight } from "./weight.mjs";
import { countShifts, fewShifts, nothingLiesOver, nothingMoves, wholeOnLowScreens } from "./window.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const out = fileURLToPath(new URL("out/", import.meta.url));
/** Whole games by each way of playing, and those that the mouse alone plays. */
const GAMES = [["tic-tac-toe", "1"], ["morabaraba", "1"]];
const BY_MOUSE = [["chess", "1"], ["connect-four", "1"], ["othello", "1"], ["checkers", "1"], ["fanorona", "1"], ["go", "1"], ["gomoku", "1"], ["nine-mens-morris", "1"]];
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const VIEWS = [["on a desktop", { width: 1280, height: 800 }], ["on a phone", { width: 390, height: 844 }]];
/** The narrowest screen, which is one of 1280 pixels enlarged four times (WCAG 2.2, 1.4.10). */
const NARROW = { width: 320, height: 640 };

/** The rules of axe that ask for colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** With an expression on the command line, only the tests whose names it fits. */
const wanted = new RegExp(process.argv[2] ?? "");
let passed = 0;
const failures = [];

/** One test: a failure is told at once and counted, and the others go on. */
async function test(name, body) {
  if (!wanted.test(name)) return;
  const since = Date.now();
  try {
    const more = await body();
    passed += 1;
    console.log(`ok    ${name}${more ? `: ${more}` : ""} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
  } catch (error) {
    const said = `FAIL  ${name}: ${error instanceof Error ? error.message : error}`;
    failures.push(said);
    console.log(said);
  }
}

function check(condition, words) {
  if (!condition) throw new Error(words);
}

/** A fresh visitor whose console and requests are listened to. */
async function visit(browser, options = {}, body) {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const noise = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) noise.push(`console: ${message.text()}`); });
  page.on("pageerror", (error) => noise.push(`error: ${error.message}`));
  page.on("requestfailed", (request) => {
    // Where scripts are off the browser refuses to fetch them beforehand, too.
    if (options.javaScriptEnabled === false && request.url().endsWith(".js")) return;
    // An event stream, or a request of a page that is being left, ends with the page.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") noise.push(`request: ${request.url()} ${request.failure()?.errorText}`);
  });
  page.on("response", (response) => { if (response.status() >= 400) noise.push(`status ${response.status()}: ${response.url()}`); });
  try {
    const result = await body(page, noise);
    check(noise.length === 0, noise.join("\n      "));
    return result;
  } finally {
    await context.close();
  }
}

/** Takes from the noise the refusals that a test asks for, which are exactly so many. */
function asked(noise, refusals) {
  const found = noise.filter((line) => line.startsWith("status 422"));
  check(found.length === refusals, `${found.length} refusals, and not ${refusals}: ${found.join(", ")}`);
  noise.splice(0, noise.length, ...noise.filter((line) => !/^status 422|status of 422/.test(line)));
}

/** Lets a guest play: past the captcha, or at once on a site that asks for none. */
async function passCaptcha(page, url) {
  await page.goto(`${url}/verify?next=/play`);
  if (page.url() === `${url}/play`) return;
  await answerCaptcha(page);
  await Promise.all([page.waitForURL(`${url}/play`), page.click("form[action='/verify'] button.main")]);
}

async function signUp(page, url, name) {
  await page.goto(`${url}/signup`);
  await page.fill("input[name=name]", name);
  await page.fill("input[name=password]", PASSWORD);
  await answerCaptcha(page);
  await Promise.all([page.waitForURL(`${url}/`), page.click("form[action='/signup'] button.main")]);
}

async function wholeGames(browser, url) {
  for (const [game, level] of [...GAMES, ...BY_MOUSE]) {
    const hasAllWays = GAMES.some(([name]) => name === game);
    for (const [how, javaScriptEnabled, player, seed, more] of [["by mouse", true, byMouse, 1], ["by finger", true, byFinger, 1, PHONE], ["by keys alone", true, byKeys, 2], ["without scripts", false, withoutScripts, 3]]) {
      if (!hasAllWays && how !== "by mouse") continue;
      await test(`${game} ${how}`, () => visit(browser, { javaScriptEnabled, ...more }, async (page) => {
        await countShifts(page);
        await passCaptcha(page, url);
        await start(page, url, game, level);
        const taps = await player(page, random(seed));
        const end = await page.locator("#board-status").textContent();
        // The last piece is still on its way when the words stand there already.
        if (/(won|lost): three in a row/.test(end)) await page.locator(".grid .line[aria-label*='line']").nth(2).waitFor({ timeout: 2000 }).catch(() => { throw new Error("the winning line is not marked"); });
        if (/(won|lost): three in a row/.test(end)) check(await page.locator("#board .art .row").count() === 1, "no stroke goes through the winning line");
        check(await page.locator(".talk").evaluate((talk) => talk.scrollHeight <= talk.clientHeight + 1), "the words of the result are cut");
        const moved = javaScriptEnabled ? `, ${await fewShifts(page)}` : "";
        await page.screenshot({ path: `${out}${game}-${how.replaceAll(" ", "-")}.png`, fullPage: true });
        return `${taps} taps, ${end}${moved}`;
      }));
    }
  }
  for (const [how, javaScriptEnabled, body, { refusals = 0, ...more } = {}] of [
    ["castles and promotes by mouse", true, chess.chessByMouse], ["castles and promotes by keys alone", true, chess.chessByKeys],
    ["castles and promotes without scripts", false, chess.chessWithoutScripts], ["says check", true, chess.check, { refusals: 1 }],
    ["grants a claim and saves the game", true, chess.claimAndSave], ["grants a claim that comes while playing", true, chess.claimWhilePlaying],
    ["promotes to all four by mouse", true, chess.everyPromotion], ["promotes to all four by keys", true, (page, address) => chess.everyPromotion(page, address, true)],
    ["castles both ways on both wings", true, chess.everyCastling], ["is played to mate", true, chess.toMate], ["960 begins by number", true, chess.chess960, { refusals: 1 }],
    ["resigned to a lone king is a draw", true, chess.resignToLoneKing], ["turns its board", true, chess.turned], ["numbers moves where Black begins", true, chess.blackBegins],
    ["on a phone", true, chess.onPhone, PHONE],
  ]) {
    await test(`chess ${how}`, () => visit(browser, { javaScriptEnabled, ...more }, async (page, noise) => {
      await passCaptcha(page, url);
      const done = await body(page, url);
      await page.screenshot({ path: `${out}chess-${how.replaceAll(" ", "-")}.png`, fullPage: true });
      asked(noise, refusals);
      return done;
    }));
  }
  for (const [name, body, { refusals = 0, ...more } = {}] of [
    ["nothing lies over the board of tic-tac-toe", (page) => nothingLiesOver(page, url, "tic-tac-toe")],
    ["nothing lies over the board of connect-four", (page) => nothingLiesOver(page, url, "connect-four")],
    ["nothing lies over the board of othello", (page) => nothingLiesOver(page, url, "othello")],
    ["nothing lies over the board of go", (page) => nothingLiesOver(page, url, "go")],
    ["nothing lies over the board of gomoku", (page) => nothingLiesOver(page, url, "gomoku")],
    ["nothing lies over the board of fanorona", (page) => nothingLiesOver(page, url, "fanorona", "d3")],
    ["nothing lies over the board of nine-mens-morris", (page) => nothingLiesOver(page, url, "nine-mens-morris", "d7")],
    ["nothing lies over the board of morabaraba", (page) => nothingLiesOver(page, url, "morabaraba", "d5")],
    ["nothing lies over the board of checkers", (page) => nothingLiesOver(page, url, "checkers", "f6")],
    ["nothing lies over the board of chess", (page) => nothingLiesOver(page, url, "chess", "e1")],
    ...["chess", "checkers", "connect-four", "fanorona", "go", "gomoku", "morabaraba", "othello", "tic-tac-toe", ""].map((game) => [`the whole board of ${game || "the home page"} is on a low screen`, (page) => wholeOnLowScreens(page, url, game)]),
    ...["tic-tac-toe", "connect-four", "fanorona", "go", "gomoku", "othello", "morabaraba", "checkers", "chess"].map((game) => [`${game} has pictures`, (page) => picturesOfGame(page, url, game)]),
    ["nothing moves while a match is played", (page) => nothingMoves(page, url, false), { refusals: 1 }],
    ["nothing moves while a match is played on a phone", (page) => nothingMoves(page, url, true), { ...PHONE, refusals: 1 }],
    ["nothing moves while a match is played on a phone on its side", (page) => nothingMoves(page, url, true), { ...PHONE, viewport: { width: 844, height: 390 }, refusals: 1 }],
    ["a match goes on where events never arrive", (page) => flow.withoutEvents(page, url)],
    ["a page says that it is offline, and goes on when it is not", (page) => flow.offlineAndBack(page, url)],
    ["sending and thinking are said before the answers", (page) => flow.saysWhatItWaitsFor(page, url)],
    ["a mis-drop slides back", (page) => flow.misDrop(page, url), { reducedMotion: "no-preference" }],
    ["a ghost shows the piece that a tap would set", (page) => flow.ghosts(page, url)],
    ["a hint goes with the move", (page) => flow.hintGoes(page, url)],
    ["a hint for another position is dropped", (page) => flow.dropsHintForAnother(page, url)],
    ["a board that is left for the captcha can be played on", (page) => flow.leavesForCaptcha(page, url)],
    ["a match that is older than its page is shown as it is", (page) => flow.takesOlderMatch(page, url), { refusals: 1 }],
    ["a match that the news call older than its page is shown as it is", (page) => flow.takesOlderNews(page, url)],
    ["a match that is gone leads to the page that says so", (page, noise) => flow.leavesWhatIsGone(page, url, noise)],
    ["the keyboard comes in at a piece that can move", (page) => flow.keyboardComesIn(page, url)],
    ["light and dark squares in forced colours, light", (page) => flow.forcedColors(page, url), { forcedColors: "active", colorScheme: "light" }],
    ["light and dark squares in forced colours, dark", (page) => flow.forcedColors(page, url), { forcedColors: "active", colorScheme: "dark" }],
    ["a pass is called a pass", (page) => flow.passes(page, url, false)],
    ["a pass is called a pass on a phone", (page) => flow.passes(page, url, true), PHONE],
    ["the columns of connect-four have one name", (page) => flow.columnsHaveOneName(page, url)],
    ["a mill glows before the shot", (page) => flow.millGlowsBeforeTheShot(page, url)],
    ["what a position singles out is drawn and said", (page) => flow.marksAreDrawnAndSaid(page, url)],
  ]) {
    await test(name, () => visit(browser, more, async (page, noise) => {
      await passCaptcha(page, url);
      const done = await body(page, noise);
      asked(noise, refusals);
      return done;
    }));
  }
  for (const [how, body, more] of [
    ["falls into place and takes a move in one tap", home.plays, { reducedMotion: "no-preference" }], ["stands at once with reduced motion", home.stands],
    ["stands at once without scripts", home.stands, { javaScriptEnabled: false, reducedMotion: "no-preference" }], ["takes a move by a finger", home.taps, PHONE],
    ["takes a move by keys", home.byKeys], ["begins one match when it is tapped twice", home.tappedTwice], ["links what was left", home.linksWhatWasLeft],
  ]) await test(`the home board ${how}`, () => visit(browser, more, (page) => body(page, url, axe)));
}

async function forms(browser, url) {
  await test("sign up through the page; another picture and a wrong answer lose nothing", () => visit(browser, {}, async (page, noise) => {
    await page.goto(`${url}/signup`);
    await page.fill("input[name=name]", "Lerato");
    const picture = await page.locator(".captcha img").getAttribute("src");
    await Promise.all([page.waitForEvent("load"), page.click("button[name=reload]")]);
    check(await page.inputValue("input[name=name]") === "Lerato", "the name is gone after another picture");
    check(await page.locator(".captcha img").getAttribute("src") !== picture, "the picture is the same");
    await page.fill("input[name=password]", PASSWORD);
    await page.click(".secret button");
    check(await page.getAttribute("input[name=password]", "type") === "text" && (await page.innerText(".secret button")).startsWith("Hide"), "the password is not shown");
    const sent = await page.$eval("form[action='/signup']", (form) => {
      form.addEventListener("submit", (event) => event.preventDefault(), { once: true });
      form.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
      return form.querySelector("input[name=password]")?.getAttribute("type");
    });
    check(sent === "password", "a password is sent as a text that the browser keeps");
    for (const [field, wrong] of [["name", "1st"], ["name", "L"], ["password", "seven77"]]) {
      const kept = await page.inputValue(`input[name=${field}]`);
      await page.fill(`input[name=${field}]`, "");
      await page.type(`input[name=${field}]`, wrong);
      check(!await page.$eval("form[action='/signup']", (form) => form instanceof HTMLFormElement && form.querySelector("input:invalid:not([name=answer])") === null), `the browser takes ${wrong} as a ${field}`);
      await page.fill(`input[name=${field}]`, kept);
    }
    await answerCaptcha(page, "wrong");
    await Promise.all([page.waitForEvent("load"), page.click("form[action='/signup'] button.main")]);
    check(await page.locator("#e-answer").count() === 1, "the page does not say what was wrong");
    check(await page.inputValue("input[name=name]") === "Lerato", "the name is gone after a wrong answer");
    check(await page.inputValue("input[name=password]") === "", "a password came back");
    asked(noise, 1);
    await page.fill("input[name=password]", PASSWORD);
    await answerCaptcha(page);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/`);
    check(await page.locator("header nav").innerText().then((text) => text.includes("Lerato")), "nobody is logged in");
  }));
  await test("sign up and log in without scripts", () => visit(browser, { javaScriptEnabled: false }, async (page) => {
    await signUp(page, url, "Nomsa");
    await page.goto(`${url}/account`);
    await page.click("form[action='/logout'] button");
    await page.goto(`${url}/login`);
    await page.fill("input[name=name]", "Nomsa");
    await page.fill("input[name=password]", PASSWORD);
    await page.click("form[action='/login'] button.main");
    check(await page.locator("header nav").innerText().then((text) => text.includes("Nomsa")), "nobody is logged in");
  }));
  await test("a form on another site cannot post here", () => visit(browser, {}, async (page, noise) => {
    await signUp(page, url, "Victim");
    const elsewhere = url.replace("127.0.0.1", "localhost");
    // A page of another site, as this browser sees it: its policy is that of an empty document.
    await page.route(`${elsewhere}/trap`, (route) => route.fulfill({ contentType: "text/html", body: `<form method="post" action="${url}/logout"><button>free cake</button></form>` }));
    await page.goto(`${elsewhere}/trap`);
    const [answer] = await Promise.all([page.waitForResponse(`${url}/logout`), page.click("button")]);
    check(answer.status() === 403, `the site answered ${answer.status()}`);
    await page.goto(`${url}/account`);
    check(page.url() === `${url}/account`, "the visitor was logged out from elsewhere");
    // The browser reports the refusal that was asked for, sooner or later.
    noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("403")));
  }));
}

/** All pages as the kind of person who sees them. */
async function everyPage(browser, url, setup) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}${setup}`);
  await page.fill("input[name=name]", "Owner");
  await page.fill("input[name=password]", PASSWORD);
  await Promise.all([page.waitForURL("**/admin"), page.click("form[action='/setup'] button.main")]);
  await start(page, url, "morabaraba", "1");
  const game = new URL(page.url()).pathname;
  await page.goto(url);
  await Promise.all([page.waitForURL("**/games/*"), page.click("#board-form button[data-at=b2]")]);
  const small = new URL(page.url()).pathname;
  await start(page, url, "chess", "1");
  const board = new URL(page.url()).pathname;
  const admin = await context.storageState();
  await context.close();
  await test("samples follow the fields", () => visit(browser, { storageState: admin }, (page) => samplesFollow(page, url)));
  await test("samples without scripts", () => visit(browser, { storageState: admin, javaScriptEnabled: false }, (page) => samplesWithoutScripts(page, url)));
  await test("files are taken, named and removed", () => visit(browser, { storageState: admin }, (page, noise) => files(page, url, noise)));
  await test("an older version is used again", () => visit(browser, { storageState: admin }, (page) => history(page, url)));
  await test("sliders follow their numbers, and numbers their sliders", () => visit(browser, { storageState: admin }, (page) => slidersFollow(page, url)));
  await test("a fault unfolds its group", () => visit(browser, { storageState: admin }, (page) => faultsUnfold(page, url)));
  await test("a fault unfolds its group without scripts", () => visit(browser, { storageState: admin, javaScriptEnabled: false }, async (page, noise) => {
    await faultsUnfold(page, url);
    asked(noise, 1);
  }));
  await test("the owner's lists are whole on a phone", () => visit(browser, { storageState: admin }, (page) => nothingSideways(page, url)));
  await test("the owner's fields are on one grid, and nothing hides the focus", () => visit(browser, { storageState: admin }, (page) => onOneGrid(page, url)));
  await test("a new match: Start is in sight", () => visit(browser, {}, (page) => startInSight(page, url)));
  await test("a new match: Start is in sight without scripts", () => visit(browser, { javaScriptEnabled: false }, (page) => startInSight(page, url)));
  await test("a new match: levels by keys", () => visit(browser, {}, (page) => levelsByKeys(page, url)));
  await test("a new match: Start pressed twice starts one", () => visit(browser, {}, async (page) => {
    await passCaptcha(page, url);
    await startsOnce(page, url);
  }));
  await test("a new match: Start works again after Stop", () => visit(browser, {}, async (page) => {
    await passCaptcha(page, url);
    await startsAfterStop(page, url);
  }));
  const visitor = { cookies: [], origins: [] };
  const pages = [
    ...["/", "/play", "/play/tic-tac-toe", "/play/morabaraba", "/play/checkers", "/play/fanorona", "/play/go", "/play/gomoku", "/play/chess", "/rules/tic-tac-toe", "/rules/connect-four", "/rules/othello", "/rules/morabaraba", "/rules/nine-mens-morris", "/rules/checkers", "/rules/fanorona", "/rules/go", "/rules/gomoku", "/rules/chess", "/signup", "/login", "/verify", "/setup", "/account/reset"].map((path) => [path, visitor]),
    ...[game, small, board, `${small}?ply=1`, "/account", "/admin", "/admin/captcha", "/admin/captcha/assets", "/admin/captcha/history", "/admin/captcha/metrics", "/admin/captcha/bench", "/admin/captcha/sites", "/admin/look", "/admin/look/history", "/admin/users", "/reading-test"].map((path) => [path, admin]),
  ];
  for (const [path, storageState] of pages) {
    const name = path === game ? "/games/morabaraba" : path === small ? "/games/tic-tac-toe" : path === board ? "/games/chess" : path.startsWith("/games/") ? "/games/earlier" : path;
    await Promise.all(VIEWS.map(([view, viewport]) => test(`page ${name} ${view}`, () => visit(browser, { viewport, storageState }, (page) => audit(page, `${url}${path}`)))));
  }
  await ownersLook(browser, url, admin);
  await test("a forum uses the captcha as its guide says", () => visit(browser, { storageState: admin }, (owner) => visit(browser, {}, async (page, noise) => {
    await playForum(owner, page, url);
    // The wrong answer that the test gave, and the page whose attributes are wrong.
    noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("422") && !line.includes("rookery-captcha: ")));
  })));
  await test("a forum's visitor without scripts copies a code", () => visit(browser, { storageState: admin }, (owner) => visit(browser, { javaScriptEnabled: false }, (page) => playForumWithoutScripts(owner, page, url, 1100))));
  const packages = process.env.CONSUMER_PACKAGES;
  if (packages) await test("Flask-WTF's RecaptchaField with other addresses", () => visit(browser, { storageState: admin }, (owner) => visit(browser, {}, (page) => playGuestBook(owner, page, url, packages))));
  const frame = await visit(browser, { storageState: admin }, (owner) => frameAddress(owner, url));
  for (const [view, viewport] of VIEWS) await test(`the captcha's frame ${view}`, () => visit(browser, { viewport }, (page) => audit(page, frame)));
  await test("page not found", () => visit(browser, {}, async (page, noise) => {
    const answer = await page.goto(`${url}/nothing-here`);
    check(answer?.status() === 404, `status ${answer?.status()}`);
    await violations(page);
    noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("404")));
  }));
}

/** Every kind of page in a look of the owner's, with an accent that is just legible. */
async function ownersLook(browser, url, admin) {
  await test("the owner's look is saved, in the colours of its sample", () => visit(browser, { storageState: admin }, (page, noise) => setLook(page, url, noise, "#c04a10")));
  for (const path of PAGES) {
    await Promise.all(VIEWS.map(([view, viewport]) => test(`the owner's look: ${path} ${view}`, () => visit(browser, { viewport, storageState: admin }, (page) => audit(page, `${url}${path}`)))));
  }
  await test("an admin who types for long is told to log in again", () => visit(browser, { storageState: admin }, (page, noise) => logInAgain(page, url, noise)));
  await test("the owner's look is taken back", () => visit(browser, { storageState: admin }, (page) => takeBack(page, url)));
}

/** The address of the frame of a site that the owner adds. */
async function frameAddress(owner, url) {
  await owner.goto(`${url}/admin/captcha/sites`);
  await owner.fill("#f-name", "Frame");
  await owner.fill("#f-origins", "https://frame.example");
  await owner.click("button[value=add]");
  return `${url}/captcha/frame?site=${await owner.textContent("#site-key")}`;
}

/** A page in one window: light, dark and in forced colours (the same page in other colours, where the rules about colours count), and narrowed. */
async function audit(page, address) {
  const answer = await page.goto(address);
  check(answer?.status() === 200, `status ${answer?.status()}`);
  await page.waitForTimeout(50);
  await noSidewaysScroll(page);
  await violations(page);
  // Calm, so that no colour is still on its way.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await settled(page);
  await violations(page, COLOUR_RULES);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce", forcedColors: "active" });
  await settled(page);
  // The colour that text is filled with, by which axe goes, is told by Chromium as the page has it, and not as the system does.
  await page.evaluate(() => { for (const part of document.querySelectorAll("body *")) if (part instanceof HTMLElement) part.style.webkitTextFillColor = getComputedStyle(part).color; });
  await violations(page, COLOUR_RULES);
  await page.setViewportSize(NARROW);
  await noSidewaysScroll(page);
}

async function noSidewaysScroll(page) {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  check(wide <= screen, `the page is ${wide} px wide on a screen of ${screen} px`);
}

/** Holds a page to axe's rules, or to some of them. */
async function violations(page, rules = undefined) {
  // Over the debugger's line, which the page's own policy does not concern.
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe);
  const found = await page.evaluate(async (only) => (await globalThis.axe.run(only ? { runOnly: only } : {})).violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(" ")).slice(0, 3).join(", ")}`), rules);
  check(found.length === 0, found.join("\n      "));
}

/** A visitor with the whole of Chromium, for what the one without windows does not have: its own gestures. */
async function visitWhole(options, body) {
  const whole = await openBrowser({ whole: true });
  try {
    return await visit(whole, options, body);
  } finally {
    await whole.close();
  }
}

/** What the parts of the suite in modules of their own are given. */
const given = (browser, url) => ({ test, check, passCaptcha, signUp, noSidewaysScroll, violations, COLOUR_RULES, url, phone: PHONE, visit: (options, body) => visit(browser, options, body), visitWhole });

/** Pages and forms, as the owner and as visitors; what a match weighs, and what is drawn and dragged in it. */
async function pages(browser, { url, setup }) {
  await everyPage(browser, url, setup);
  await forms(browser, url);
  for (const tests of [rules, strips, preferences, sounds, defence, waysIn, weight, arrows, drags]) await tests(given(browser, url));
}

/** Matches, from their first move to looking back. */
async function matches(browser, { url }) {
  await wholeGames(browser, url);
  for (const tests of [replay, drawing, result, analysis, checkers, fanorona, swap2, premove, promotion, largeText]) await tests(given(browser, url));
}

/** Tests one after the other on a site of their own, which must not log a failure. */
async function onItsSite(browser, tests, settings) {
  const site = await startSite(settings);
  try {
    await tests(browser, site);
  } finally {
    await site.stop();
  }
  const complaints = site.log().split("\n").filter((line) => /\b(ERROR|WARN)\b/.test(line));
  await test(`the site of the ${tests.name} has logged no failure`, () => check(complaints.length === 0, complaints.slice(0, 5).join("\n      ")));
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const browser = await openBrowser();
try {
  // Both wait for the site and the browser most of the time. The matches' guests play at once: a captcha before each test takes a second.
  await Promise.all([onItsSite(browser, pages, {}), onItsSite(browser, matches, { ROOKERY__ACCESS__GUESTS: "open" })]);
} finally {
  await browser.close();
}
// Once more at the end, which is what is left of a long log.
for (const said of failures) console.log(said);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
