// The page of a match around its board: strips on top of the board and under it, figurines, the toolbar and its menu, the mated king, and the
// icon of a tab that is not seen.

import { positioned } from "./chess.mjs";
import { begun, start } from "./games.mjs";
import { settled, space, spot, tapOn, tapSpace } from "./pointer.mjs";

const TURN_MS = 5000;
const GAMES = ["chess", "checkers", "connect-four", "fanorona", "go", "gomoku", "othello", "morabaraba", "nine-mens-morris"];
const WINDOWS = [[1280, 720], [1366, 650], [1920, 950], [390, 844], [844, 390], [320, 568]];
/** What a window under this height has no room for over and under the board. */
const LOW_PX = 500;
/** The least part of the largest board that fits the window, in upright windows and in others. */
const SHARES = [0.9, 0.84];
/** The width of what stands beside a wide board, with its gap. */
const BESIDE_PX = 319;
/** So far from the lower edge of the window nothing to tap stands. */
const EDGE_PX = 4;
const MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";

const turn = (page, plies) => page.waitForFunction((count) => document.querySelectorAll("#board-played li").length === count && document.getElementById("board-status").classList.contains("mine"), plies, { timeout: TURN_MS });

/** Where the parts of the page are. */
const places = (page) => page.evaluate(() => {
  const box = (selector) => {
    const part = document.querySelector(selector);
    const { left, top, right, bottom, width, height } = part.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  };
  return { board: box(".table .box"), theirs: box(".players li:not(.own)"), own: box(".players .own"), acts: box("#board-acts"), talk: box(".talk"), status: box("#board-status"), moves: box("#board-played"), choices: box("#board-choices"), grid: [Number(getComputedStyle(document.querySelector(".table")).getPropertyValue("--cols")), Number(getComputedStyle(document.querySelector(".table")).getPropertyValue("--rows"))] };
});

/** What is wrong with the places of a page in a window. */
function misplaced({ board, theirs, own, acts, status, moves, grid }, width, height) {
  const wrong = [];
  const near = (a, b) => Math.abs(a - b) <= 1.5;
  if (height < LOW_PX && width > height) {
    for (const [name, part] of Object.entries({ theirs, own, acts, moves, status })) if (part.left < board.right) wrong.push(`${name} is not beside the board`);
  } else {
    if (!near(theirs.bottom, board.top) || !near(own.top, board.bottom)) wrong.push(`strips end at ${theirs.bottom} and begin at ${own.top}, the board goes from ${board.top} to ${board.bottom}`);
    for (const strip of [theirs, own]) if (!near(strip.left, board.left) || !near(strip.right, board.right)) wrong.push(`a strip goes from ${strip.left} to ${strip.right}, the board from ${board.left} to ${board.right}`);
  }
  for (const [name, part] of Object.entries({ board, theirs, own, acts, moves, status })) {
    if (part.top < 0 || part.left < -1 || part.right > width + 1 || part.bottom > height) wrong.push(`${name} is from ${part.left}, ${part.top} to ${part.right}, ${part.bottom}`);
  }
  if (acts.bottom > height - EDGE_PX) wrong.push(`the toolbar ends at ${acts.bottom}, at the edge of the window`);
  const [cols, rows] = grid;
  // A board that is much wider than high leaves room for what stands beside it.
  const share = board.width / Math.min(width > height ? width - BESIDE_PX : width, (height * cols) / rows);
  const least = SHARES[Number(width > height)];
  if (share < least) wrong.push(`the board has ${(share * 100).toFixed(1)} % of the room`);
  return { wrong, share };
}

/** A match in a page of which the tab is not seen until `see(true)`. */
async function unseen(page) {
  await page.addInitScript(() => {
    let isHidden = false;
    Object.defineProperty(document, "hidden", { get: () => isHidden });
    globalThis.see = (isSeen) => { isHidden = !isSeen; document.dispatchEvent(new Event("visibilitychange")); };
  });
}

/** The tools that are seen, in their order in the document. */
const tools = (page) => page.$$eval("#board-acts .tool", (found) => found.filter((tool) => tool.checkVisibility({ visibilityProperty: true }))
  .map((tool) => ({ word: tool.textContent.trim(), ...tool.getBoundingClientRect().toJSON() })));
const words = (found) => found.map(({ word }) => word).join();

const icon = (page) => page.$eval("link[rel=icon]", (link) => link.href);

/** The tests, with what run.mjs lends them. */
export async function strips({ test, check, visit, passCaptcha, violations, url, phone }) {
  for (const game of GAMES) {
    await test(`the match page of ${game} has its parts in their places`, () => visit({}, async (page) => {
      await passCaptcha(page, url);
      await start(page, url, game, "3");
      const shares = [];
      for (const [width, height] of WINDOWS) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => scrollTo(0, 0));
        await settled(page);
        const { wrong, share } = misplaced(await places(page), width, height);
        check(!wrong.length, `at ${width} by ${height}: ${wrong.join("; ")}`);
        shares.push(Math.round(share * 100));
      }
      return `the board has ${shares.join(", ")} % of the room`;
    }));
  }
  await test("before the first move, the place of the list says who begins and how", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    for (const [game, words, taps] of /** @type {[string, string, string[]][]} */ ([
      ["chess", "First move: White. Tap a piece, then where it goes.", ["e2", "e4"]], ["connect-four", "First move: Red. Tap anywhere in a column.", ["d1"]],
      ["othello", "First move: Black. Tap a square to play there.", ["d3"]], ["morabaraba", "First move: Dark. Tap a point to play there.", ["d5"]], ["tic-tac-toe", "First move: Crosses. Tap a square to play there.", ["b2"]],
    ])) {
      await start(page, url, game, "1");
      check(await page.innerText(".before-first span") === words, `${game}: ${await page.innerText(".before-first span")}`);
      for (const [width, height] of WINDOWS) {
        await page.setViewportSize({ width, height });
        await settled(page);
        const [list, said] = await Promise.all(["#board-played", ".before-first"].map((part) => page.locator(part).boundingBox()));
        check(said.y >= list.y && said.y + said.height <= list.y + list.height && said.x >= list.x && said.x + said.width <= list.x + list.width + 1, `${game} at ${width} by ${height}: ${JSON.stringify(said)} in ${JSON.stringify(list)}`);
      }
      await page.setViewportSize({ width: 1280, height: 720 });
      for (const at of taps) await tapSpace(page, at);
      await page.waitForFunction(() => document.querySelectorAll("#board-played li").length > 0, undefined, { timeout: TURN_MS });
      check(!(await page.isVisible(".before-first")), `${game}: the words stay after the first move`);
    }
  }));
  await test("a strip has the face of the level, the name and what lies beside the board", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "chess", "3");
    const theirs = page.locator(".players li:not(.own)");
    check(await theirs.locator(".face use").getAttribute("href") === "#face-3", "the face is not that of level 3");
    check(await page.locator("#face-3 path").count() > 0 && await page.locator("#face-5").count() === 0, "the page has not the face of this level alone");
    check(/Rookery, level 3\s+Black · Casual · about 1050 Elo/.test((await theirs.innerText()).replace(/\s+/g, " ")), `the strip says ${await theirs.innerText()}`);
    check(await page.locator(".players .own .face").count() === 0, "a person has a level's face");
    // A rook and two pawns against a bishop: 7 to 3 by the usual count.
    await positioned(page, url, "4k1b1/8/8/8/8/8/PP6/4K2R w - - 0 1");
    const lead = (own) => page.locator(`.players li${own ? ".own" : ":not(.own)"} .zone`);
    check((await lead(true).locator("b").innerText()) === "+4" && (await lead(false).locator("b").innerText()) === "", `my strip says ${await lead(true).innerText()}`);
    const kinds = (own) => lead(own).locator(".kinds use").evaluateAll((uses) => uses.map((use) => use.getAttribute("href")).join());
    check(await kinds(true) === "#p-pawn,#p-pawn,#p-rook" && await kinds(false) === "#p-bishop", `drawn: ${await kinds(true)} and ${await kinds(false)}`);
    // After a capture the script writes the same.
    await begun(page, url, "chess", "4k3/8/8/8/8/8/1q6/R3K2R w - - 0 1");
    await tapSpace(page, "a1");
    await tapSpace(page, "a8");
    await turn(page, 2);
    const shown = await page.locator("#board-players").innerHTML();
    await page.reload();
    const strip = (html) => html.replace(/\s+/g, " ").replace(/ focusable="false"| aria-hidden="true"| class=""/g, "").replace(/> </g, "><");
    check(strip(shown) === strip(await page.locator("#board-players").innerHTML()), `by the script: ${strip(shown)}; by the server: ${strip(await page.locator("#board-players").innerHTML())}`);
  }));
  await test("discs and cows are counted in the strips", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "othello", "1");
    const counts = () => page.locator(".players .zone b").allInnerTexts();
    check((await counts()).join() === "2,2", `at the start: ${await counts()}`);
    await tapSpace(page, "d3");
    await turn(page, 2);
    // Four discs at the start, one more with each move.
    check((await counts()).reduce((sum, n) => sum + Number(n), 0) === 6, `after two moves: ${await counts()}`);
    await start(page, url, "morabaraba", "1");
    check((await counts()).join() === "12,12", `in hand: ${await counts()}`);
    await tapSpace(page, "d5");
    await turn(page, 2);
    check((await counts()).join() === "11,11", `in hand: ${await counts()}`);
  }));
  await test("moves have figurines, which are read as words and copied as letters", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await positioned(page, url, "4k3/7p/8/8/8/8/8/4K1N1 w - - 0 1");
    await tapSpace(page, "g1");
    await tapSpace(page, "f3");
    await turn(page, 2);
    const first = page.locator("#board-played li:first-child a");
    const look = () => first.evaluate((link) => {
      getSelection().selectAllChildren(link);
      const { width } = link.querySelector("svg").getBoundingClientRect();
      return { name: link.querySelector("svg").getAttribute("aria-label"), drawn: link.querySelector("use").getAttribute("href"), side: link.querySelector("use").getAttribute("class"), copied: getSelection().toString(), letter: link.querySelector("span").getBoundingClientRect().width, width };
    });
    const byScript = await look();
    check(byScript.name === "knight" && byScript.drawn === "#p-knight" && byScript.side === "light side0", JSON.stringify(byScript));
    check(byScript.copied === "Nf3", `what is copied is ${byScript.copied}`);
    check(byScript.width > 10 && byScript.letter === 0, `the drawing is ${byScript.width} px wide, the letter ${byScript.letter}`);
    // As the browser tells it to screen readers.
    const tree = await page.context().newCDPSession(page).then((session) => session.send("Accessibility.getFullAXTree"));
    const links = tree.nodes.filter(({ role, ignored }) => role?.value === "link" && !ignored).map(({ name }) => name.value);
    check(links.includes("knight f3"), `the links are called ${links}`);
    await violations(page);
    await page.reload();
    check(JSON.stringify(await look()) === JSON.stringify(byScript), `the server writes ${JSON.stringify(await look())}`);
  }));
  for (const [how, reducedMotion] of /** @type {const} */ ([["falls", "no-preference"], ["lies at once where motion is reduced", "reduce"]])) {
    await test(`a mated king ${how}`, () => visit({ reducedMotion }, async (page) => {
      await passCaptcha(page, url);
      await positioned(page, url, MATE);
      await tapSpace(page, "a1");
      await tapSpace(page, "a8");
      await page.waitForSelector(".pieces [data-fallen]", { state: "attached", timeout: TURN_MS });
      const animations = () => page.$eval("[data-fallen]", (king) => king.getAnimations().filter((animation) => animation.animationName === "fall").length);
      check(await animations() === Number(reducedMotion === "no-preference"), `${await animations()} animations`);
      await page.waitForFunction(() => document.querySelector("[data-fallen]").getAnimations().length === 0, undefined, { timeout: TURN_MS });
      /** On its square, broader than high, and not a matrix without a turn. */
      const lies = () => page.$eval("[data-fallen]", (king) => {
        const [a, b] = (getComputedStyle(king).transform.match(/-?[\d.]+/g) ?? []).map(Number);
        const { x, y, width, height } = king.getBoundingClientRect();
        const square = document.querySelector("button[data-at=g8]").getBoundingClientRect();
        return { drawn: king.getAttribute("href"), degrees: Math.round((Math.atan2(b, a) * 180) / Math.PI), across: (x + width / 2 - square.x) / square.width, down: (y + height / 2 - square.y) / square.height };
      });
      const found = await lies();
      check(found.drawn === "#p-king" && found.degrees > 70, JSON.stringify(found));
      check(found.across > 0.2 && found.across < 0.8 && found.down > 0.2 && found.down < 0.9, `it lies beside its square: ${JSON.stringify(found)}`);
      await page.reload();
      await page.waitForFunction(() => document.querySelector("[data-fallen]").getAnimations().length === 0, undefined, { timeout: TURN_MS });
      check(JSON.stringify(await lies()) === JSON.stringify(found), `from the server: ${JSON.stringify(await lies())}, by the script: ${JSON.stringify(found)}`);
      await page.goto(`${page.url()}?ply=0`);
      check(await page.locator("[data-fallen]").count() === 0, "it lies before the mate");
      return JSON.stringify(found);
    }));
  }
  await test("title and icon of a tab that is not seen say whose turn it is", () => visit({}, async (page) => {
    await unseen(page);
    await passCaptcha(page, url);
    await start(page, url, "chess", "1");
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const usual = await icon(page);
    check(usual.endsWith("/favicon.svg") && (await page.title()).startsWith("Your turn"), `${usual}, ${await page.title()}`);
    check(!asked.some((path) => path.endsWith("/turn-icon.js")), "the module is loaded before it is needed");
    await page.evaluate(() => globalThis.see(false));
    await page.waitForFunction(() => document.querySelector("link[rel=icon]").href.endsWith("/favicon-turn.svg"), undefined, { timeout: TURN_MS });
    const drawn = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=icon]").href)).headers.get("content-type"));
    check(drawn === "image/svg+xml", `the icon is ${drawn}`);
    await page.evaluate(() => globalThis.see(true));
    await page.waitForFunction((known) => document.querySelector("link[rel=icon]").href === known, usual, { timeout: TURN_MS });
    // The reply comes while the tab is not seen.
    await page.route("**/moves", async (route) => {
      await page.evaluate(() => globalThis.see(false));
      await route.continue();
    });
    await tapSpace(page, "e2");
    await tapSpace(page, "e4");
    await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2 && document.title.startsWith("Your turn") && document.querySelector("link[rel=icon]").href.endsWith("/favicon-turn.svg"), undefined, { timeout: TURN_MS });
  }));
  await test("the toolbar has a word for each icon, and its menu the rest", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "chess", "1");
    await tapSpace(page, "e2");
    await tapSpace(page, "e4");
    await turn(page, 2);
    const acts = page.locator("#board-acts");
    for (const name of ["Take back", "Hint", "Flip"]) check(await acts.getByRole("button", { name, exact: true }).isVisible(), `there is no ${name}`);
    const bar = await tools(page);
    check(words(bar) === "Take back,Hint,Flip,Offer a draw,Resign,More", `the words are ${words(bar)}`);
    check((await acts.locator("[data-act=hint] span").boundingBox()).width > 10, "the words are not seen");
    const board = await page.locator(".table .box").boundingBox();
    await page.click("#board-menu > summary");
    await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/menu.js")), undefined, { timeout: TURN_MS });
    const sheet = await page.locator("#board-menu .sheet").boundingBox();
    check(sheet.x >= board.x + board.width, "the menu lies over the board");
    check(await page.inputValue("#menu-link") === page.url(), "the link is not that of this page");
    check(await page.isVisible("#board-menu a[href$='/record']"), "the match cannot be saved");
    await violations(page);
    await page.keyboard.press("Escape");
    check(!(await page.isVisible("#board-menu .sheet")), "the menu stays open");
    check(await page.evaluate(() => document.activeElement === document.querySelector("#board-menu > summary")), "the keyboard is lost");
    await page.focus("#board-form button[tabindex='0']");
    await page.keyboard.press("/");
    await page.keyboard.type("d4");
    await page.keyboard.press("Enter");
    await turn(page, 4);
    check((await page.locator("#board-played li").nth(2).innerText()).trim() === "d4", "the typed move was not played");
    check(!(await page.isVisible("#board-menu .sheet")), "the menu stays open over a move");
    await page.focus("#board-form button[tabindex='0']");
    await page.keyboard.press("?");
    check(await page.isVisible("#board-keys dl"), "the keys are not shown");
    await page.click("h1");
    check(!(await page.isVisible("#board-menu .sheet")), "a click elsewhere leaves the menu open");
    const top = (own) => page.locator(`.players li${own ? ".own" : ":not(.own)"}`).boundingBox().then(({ y }) => y);
    check(await top(true) > await top(false), "my strip is not the lower one");
    await page.click("#board-flip");
    check(await top(true) < await top(false), "the strips do not turn with the board");
    check(await page.evaluate(() => document.querySelector("button[data-at=a1]").getBoundingClientRect().y < document.querySelector("button[data-at=a8]").getBoundingClientRect().y), "the board is not flipped");
  }));
  await test("on a phone the toolbar is one bar of four, with the rest in its menu", () => visit(phone, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "chess", "1");
    await tapSpace(page, "e2", true);
    await tapSpace(page, "e4", true);
    await turn(page, 2);
    const bar = await tools(page);
    check(words(bar) === "Take back,Hint,Flip,More", `the bar has ${words(bar)}`);
    check(new Set(bar.map(({ y }) => Math.round(y))).size === 1 && bar.every(({ height }) => height >= 44), `the bar is ${JSON.stringify(bar)}`);
    await tapOn(page, "#board-menu > summary", { hasTouch: true });
    check((await tools(page)).some(({ word }) => word === "Resign"), "the menu has no way to resign");
    await tapOn(page, "#board-acts [data-act=resign] summary", { hasTouch: true });
    check(await page.isVisible("#board-acts [data-act=resign] .danger"), "nobody is asked before resigning");
    await page.click("#board-acts [data-act=resign] .danger");
    await page.waitForFunction(() => document.getElementById("board-status").textContent.startsWith("You lost"), undefined, { timeout: TURN_MS });
  }));
  await test("Escape leads from the menu to where it was opened", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "tic-tac-toe", "1");
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-at") ?? document.activeElement?.tagName);
    const menu = "#board-menu > summary";
    const opens = (isOpen) => page.waitForFunction((wanted) => document.getElementById("board-menu").open === wanted, isOpen);
    await page.focus("#board-form button[tabindex='0']");
    const at = await focused();
    await page.keyboard.press("/");
    await page.waitForFunction(() => document.activeElement?.id === "board-move");
    // What listens for it comes with the first opening.
    await page.waitForLoadState("networkidle");
    await page.keyboard.press("Escape");
    check(await focused() === at, `the focus is on ${await focused()} instead of ${at}`);
    // Closed otherwise, it forgets that.
    await page.focus(`#board-form button[data-at="${at}"]`);
    await page.keyboard.press("/");
    await opens(true);
    await tapOn(page, "h1");
    await opens(false);
    await tapOn(page, menu);
    await opens(true);
    await page.focus("#board-move");
    await page.keyboard.press("Escape");
    check(await focused() === "SUMMARY", `the focus is on ${await focused()} instead of the menu`);
  }));
  for (const [how, times] of /** @type {const} */ ([["at first", { times: 1 }], ["at all", {}]])) {
    await test(`a typed move is played where the script of the menu does not come ${how}`, () => visit({}, async (page, noise) => {
      await passCaptcha(page, url);
      await page.route(/\/menu\.js/, (route) => route.abort(), times);
      await start(page, url, "chess", "1");
      let loads = 0;
      page.on("framenavigated", () => { loads += 1; });
      await tapSpace(page, "e2");
      await tapSpace(page, "e4");
      await turn(page, 2);
      await page.click("#board-menu > summary");
      await page.fill("#board-move", "d4");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.querySelectorAll("#board-played li")[2]?.textContent.trim() === "d4", undefined, { timeout: TURN_MS });
      check((loads === 0) === (how === "at first"), `${loads} pages were loaded`);
      noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("ERR_FAILED")));
    }));
  }
  await test("Yes, resign tapped twice resigns once", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "chess", "1");
    let sent = 0;
    await page.route("**/resign", async (route) => {
      sent += 1;
      await new Promise((later) => { setTimeout(later, 500); });
      await route.continue();
    });
    const bound = page.waitForResponse(/\/once\.js/);
    await tapOn(page, "#board-acts [data-act=resign] summary");
    await bound.then((script) => script.finished());
    await settled(page);
    const { x, y } = await spot(page, "#board-acts [data-act=resign] .danger");
    for (let n = 0; n < 2; n += 1) await page.mouse.click(x, y);
    // Nobody has lost a match without a move of one's own.
    await page.waitForFunction(() => document.getElementById("board-status").textContent.startsWith("The game was stopped without a result."), undefined, { timeout: TURN_MS });
    check(sent === 1, `it was sent ${sent} times`);
  }));
  await test("keys that can do nothing now say so, and leave the keyboard on the board", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await page.route("**/events", () => undefined);
    await start(page, url, "chess", "1");
    /** Presses a key on the board, which then says this for all to see. */
    const says = async (key, text) => {
      await page.evaluate(() => { document.getElementById("board-refusal").textContent = ""; });
      await page.focus("#board-form button[tabindex='0']");
      await page.keyboard.press(key);
      await page.waitForFunction((wanted) => document.getElementById("board-refusal").textContent === wanted, text, { timeout: TURN_MS });
      check(await page.isVisible("#board-refusal"), `what ${key} says is for the ear alone`);
      check(await page.evaluate(() => Boolean(document.activeElement?.closest("#board-form .grid"))), `${key} takes the keyboard from the board`);
      check(!(await page.isVisible("#board-menu .sheet")), `${key} opens the menu`);
    };
    await says("u", "You have not moved yet: there is nothing to take back.");
    // The reply does not come.
    await page.route(page.url(), () => undefined);
    await tapSpace(page, "e2");
    await tapSpace(page, "e4");
    await page.waitForFunction(() => document.getElementById("board-status").textContent.includes("thinking"), undefined, { timeout: TURN_MS });
    for (const key of ["/", "h"]) await says(key, "It is not your turn.");
  }));
  await test("the menu types a move without scripts", () => visit({ javaScriptEnabled: false }, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "tic-tac-toe", "1");
    await page.click("#board-menu > summary");
    await page.fill("#board-move", "b2");
    await Promise.all([page.waitForEvent("domcontentloaded"), page.click("#board-typed button")]);
    check((await page.innerText("#board-played li:first-child")).trim() === "b2", "the typed move was not played");
    check(!(await page.isVisible("#board-flip")), "there is a button that does nothing");
  }));
  await test("a match prints with players, board and moves, and without what is for the screen alone", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "gomoku", "1");
    await tapSpace(page, "h8");
    await page.waitForSelector("#board-played li");
    await page.emulateMedia({ media: "print" });
    for (const part of ["#board-players .own", "#board-form .art", "#board-status", "#board-played li"]) check(await page.locator(part).first().isVisible(), `${part} is not printed`);
    for (const part of ["#board-acts", ".steps", ".top nav", "#board-form .grid button"]) check(!(await page.locator(part).first().isVisible()), `${part} is printed`);
  }));
  await test("without scripts a key before the board leads to the box for moves, and the move back to the board", () => visit({ javaScriptEnabled: false }, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "gomoku", "1");
    await page.focus(".box .skip");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#board-menu-button:focus");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.waitForSelector("#board-move:focus");
    await page.keyboard.type("h8");
    await Promise.all([page.waitForEvent("domcontentloaded"), page.keyboard.press("Enter")]);
    check((await page.innerText("#board-played li:first-child")).trim() === "h8", "the typed move was not played");
    // Also when the page has loaded itself for the reply.
    await page.waitForSelector("#board-played li:nth-child(2)", { timeout: TURN_MS });
    check(new URL(page.url()).hash === "#board-box", `the move leads to ${page.url()}`);
  }));
  await test("the way back from a half-made move is in the window", () => visit(phone, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "chess", "1");
    await tapSpace(page, "e2", true);
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await settled(page);
      const { bottom, top } = await page.$eval("#board-choices a", (link) => link.getBoundingClientRect().toJSON());
      check(top >= 0 && bottom <= height - 8, `at ${width} by ${height} it is from ${top} to ${bottom}`);
    }
    await page.setViewportSize(phone.viewport);
    await tapOn(page, "#board-choices a", { hasTouch: true });
    check(await page.locator(".grid [aria-pressed=true]").count() === 0, "the piece is still selected");
    check(await page.isVisible("#board-played"), "the moves do not come back");
  }));
  await test("a premove is taken before anything else on a page that has just come", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await positioned(page, url, "7k/8/8/8/8/8/4P3/K5R1 w - - 0 1");
    await tapSpace(page, "a1");
    await tapSpace(page, "b1");
    await turn(page, 2);
    // The page as the other player gets it: that player has just moved, and waits.
    await page.route(page.url(), async (route) => {
      if (route.request().resourceType() !== "document") return;
      const answer = await route.fetch();
      const html = await answer.text();
      await route.fulfill({ response: answer, body: html.replace('"me":0', '"me":1').replace(/"moves":\[.*?\],"last":/s, '"moves":[],"premoves":true,"last":') });
    });
    await page.route("**/events", () => undefined);
    await page.reload();
    const at = await page.evaluate(() => JSON.parse(document.getElementById("board-view").textContent).last.squares.at(-1));
    await tapSpace(page, at);
    await page.waitForSelector(`${space(at)}.ahead`, { timeout: TURN_MS });
    await tapSpace(page, "a3");
    await page.waitForFunction(() => document.querySelectorAll("#board-form .grid .ahead").length === 2, undefined, { timeout: TURN_MS });
    return page.innerText("#board-task");
  }));
}
