// The end of a match on its page: the result in words, said once, and the card with what comes next. It lies over nothing, moves nothing,
// and works by keys and without scripts.

import { positioned } from "./chess.mjs";
import { begun, start } from "./games.mjs";
import { settled, tapOn, tapSpace } from "./pointer.mjs";
import { countShifts, everyQuarter, fewShifts } from "./window.mjs";

const TURN_MS = 5000;
/** What comes with the end has come by then. */
const SETTLED_MS = 600;
/** A position of each game in which these taps win at once, and the words for that. */
export const WON = /** @type {Record<string, [string, string[], string]>} */ ({
  chess: ["6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", ["a1", "a8"], "You won: checkmate, one move, against Beginner."],
  "connect-four": ["112233", ["d1"], "You won: four in a row, one move, against Beginner."],
  "tic-tac-toe": ["XX./OO./... x", ["c3"], "You won: three in a row, one move, against Beginner."],
});
/** Windows in which what comes next is seen without scrolling. */
const SIZES = [[1280, 720], [1366, 650], [1920, 950], [1024, 768], [390, 844], [390, 664], [375, 553], [844, 390], [740, 340]];

/** Plays a match to its end on the page. */
export async function over(page, url, game, hasTouch = false) {
  const [position, taps] = WON[game];
  await begun(page, url, game, position);
  for (const at of taps) await tapSpace(page, at, hasTouch);
  await page.waitForSelector(".result", { timeout: TURN_MS });
}

/** How the card and its parts stand in the window. */
const placed = (page) => page.evaluate(() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [board, card, talk, bird] = [".table .box", ".result", ".talk", ".bird"].map(box);
  // It is not there while the match is looked back through.
  const isBirdSeen = getComputedStyle(document.querySelector(".bird")).visibility === "visible";
  const ways = [...document.querySelectorAll(".result form:not([hidden]) button, .result > a, .result summary")];
  const places = ways.map((part) => part.getBoundingClientRect());
  const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return {
    isApart: !meets(card, board),
    isRound: talk.left >= card.left && talk.right <= card.right && talk.top >= card.top && talk.bottom <= card.bottom,
    covered: ways.filter((_, n) => meets(places[n], talk) || meets(places[n], bird)).map((part) => part.textContent),
    grid: [new Set(places.map(({ left }) => Math.round(left))).size, new Set(places.map(({ top }) => Math.round(top))).size, new Set(places.map(({ height }) => Math.round(height))).size].join(),
    isOnBird: isBirdSeen && [...document.querySelectorAll("#board-status, #board-status *")].flatMap((part) => [...part.childNodes]).filter((node) => node.nodeType === Node.TEXT_NODE).some((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].some((line) => line.width > 1 && meets(line, bird));
    }),
    isWhole: document.querySelector(".talk").scrollHeight <= document.querySelector(".talk").clientHeight + 1,
    cut: ways.filter((part) => {
      const at = part.getBoundingClientRect();
      return at.top < 0 || at.bottom > innerHeight || at.left < 0 || at.right > innerWidth || part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight;
    }).map((part) => part.textContent),
  };
});

/** The tests, with what run.mjs lends them. */
export async function result({ test, check, visit, passCaptcha, signUp, violations, url, phone }) {
  for (const game of Object.keys(WON)) {
    await test(`the result of ${game} lies over nothing and needs no scrolling`, () => visit({}, async (page) => {
      await passCaptcha(page, url);
      await over(page, url, game);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.evaluate(() => scrollTo(0, 0));
        const { isApart, isRound, covered, grid, isWhole, isOnBird, cut } = await placed(page);
        check(isApart, `at ${width} by ${height} the card lies over the board`);
        check(isRound && isWhole, `at ${width} by ${height} the result does not stand in the card as a whole`);
        check(!isOnBird, `at ${width} by ${height} the result is written over the bird`);
        check(!covered.length, `at ${width} by ${height} these meet the result or the bird: ${covered}`);
        check(grid === "2,2,1", `at ${width} by ${height} the ways on stand in ${grid} columns, rows and heights`);
        check(!cut.length, `at ${width} by ${height} these are not seen whole: ${cut}`);
        const met = await everyQuarter(page);
        check(!met.length, `at ${width} by ${height}: ${met.slice(0, 3).join("; ")}`);
      }
      await tapOn(page, ".result > a");
      await page.waitForFunction(() => document.getElementById("board-status").textContent === "The start of the game.", undefined, { timeout: TURN_MS });
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await settled(page);
        const { isRound, isOnBird, isWhole } = await placed(page);
        check(isRound && !isOnBird && isWhole, `at ${width} by ${height}, looking back, the status does not stand in the card as a whole`);
      }
      return `${SIZES.length} windows`;
    }));
  }
  for (const [name, options] of /** @type {[string, any][]} */ ([["", {}], [" on a phone", phone], [" on a phone on its side", { ...phone, viewport: { width: 844, height: 390 } }]])) {
    for (const game of Object.keys(WON)) {
      await test(`the end of ${game} moves nothing${name}`, () => visit(options, async (page) => {
        await countShifts(page);
        await passCaptcha(page, url);
        await over(page, url, game, Boolean(options.hasTouch));
        await page.waitForTimeout(SETTLED_MS);
        const moved = await page.evaluate(() => globalThis.shifts.filter(({ what }) => /talk|status|acts|steps|result|below|moves|foot/.test(what.join())));
        check(!moved.length, `at the end these have moved: ${moved.map(({ value, what }) => `${value.toFixed(4)} ${what.join(" | ")}`).join("; ")}`);
        const words = await page.textContent("#board-status");
        check(words === WON[game][2], `the page says ${words}`);
        await page.waitForFunction((end) => document.getElementById("board-live").textContent.endsWith(end), words, { timeout: TURN_MS });
        const said = await page.locator("#board-live").innerText();
        check(said.split("You won").length === 2, `the result is said as "${said}"`);
        await violations(page);
        return fewShifts(page);
      }));
    }
  }
  for (const [how, reducedMotion] of /** @type {const} */ ([["flies", "no-preference"], ["stays away where motion is reduced", "reduce"]])) {
    await test(`confetti for a win ${how}`, () => visit({ reducedMotion }, async (page) => {
      await passCaptcha(page, url);
      await over(page, url, "tic-tac-toe");
      const flying = () => page.$$eval(".confetti", (pieces) => pieces.filter((piece) => piece.checkVisibility()).map((piece) => piece.getAnimations().map((animation) => animation.effect.getTiming().duration)).join());
      check(await flying() === (reducedMotion === "reduce" ? "" : "1200,1200"), `it flies for ${await flying()} ms`);
      check(await page.locator(".bird .won").isVisible() && !(await page.locator(".bird .lost").isVisible()), "the bird does not cheer");
      await page.reload();
      check(await flying() === "", "it flies again when the page is loaded again");
      check(await page.locator(".bird .won").isVisible(), "the server draws another bird");
    }));
  }
  await test("the bird sits quietly after a draw, and has flown after a loss", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    const shown = () => page.$$eval(".bird > g", (birds) => birds.filter((bird) => getComputedStyle(bird).display !== "none").map((bird) => bird.getAttribute("class")).join());
    await begun(page, url, "tic-tac-toe", "XOX/XOO/OX. x");
    await tapSpace(page, "c1");
    await page.waitForSelector(".result", { timeout: TURN_MS });
    check(await shown() === "even", `after a draw: ${await shown()}`);
    await page.reload();
    check(await shown() === "even", `after a draw, by the server: ${await shown()}`);
    await start(page, url, "tic-tac-toe", "1");
    // Without a move of one's own it would be no loss.
    await tapSpace(page, "a1");
    await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2, undefined, { timeout: TURN_MS });
    await page.click("#board-acts details[data-act=resign] summary");
    await Promise.all([page.waitForEvent("domcontentloaded"), page.click("#board-acts details[data-act=resign] button")]);
    check(await shown() === "lost", `after a loss: ${await shown()}`);
    check(await page.locator(".status > strong").textContent() === "You lost", "the result has no heading");
  }));
  await test("after a match by keys: look back, share, next level", () => visit({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    // What the device has for sending a link on.
    await page.addInitScript(() => { navigator.share = async (what) => { globalThis.sent = what; }; });
    await passCaptcha(page, url);
    await over(page, url, "connect-four");
    await page.evaluate(() => { globalThis.isSamePage = true; });
    await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/result.js")), undefined, { timeout: TURN_MS });
    await page.waitForSelector(".result [data-copy]:not([hidden])", { state: "attached", timeout: TURN_MS });
    await page.locator(".result > a").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => new URLSearchParams(location.search).get("ply") === "0", undefined, { timeout: TURN_MS });
    check(await page.textContent("#board-status") === "The start of the game.", "the status is not that of the start");
    check(await page.locator(".result [data-act=rematch] button").isVisible(), "looking back takes the card away");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction((words) => document.getElementById("board-status").textContent === words, WON["connect-four"][2], { timeout: TURN_MS });
    check(await page.evaluate(() => globalThis.isSamePage === true), "the page was loaded again");
    await page.locator(".result summary").focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".result details [role=status]").textContent === "Copied.", undefined, { timeout: TURN_MS });
    check(await page.evaluate(() => navigator.clipboard.readText()) === page.url(), "the link is not that of this page");
    const picture = await page.evaluate(async () => {
      const { status, headers } = await fetch(document.querySelector("#share-picture").href);
      return `${status} ${headers.get("content-type")}`;
    });
    check(picture === "200 image/png", `the picture is ${picture}`);
    await page.getByRole("button", { name: "Send …" }).focus();
    await page.keyboard.press("Enter");
    const sent = await page.evaluate(() => globalThis.sent?.url);
    check(sent === page.url(), `the device is asked to send ${sent}`);
    await page.keyboard.press("Escape");
    check(!(await page.locator(".result input[readonly]").isVisible()), "the link stays open");
    const before = page.url();
    await page.locator(".result [data-act=next] button").focus();
    await Promise.all([page.waitForURL((address) => address.href !== before), page.keyboard.press("Enter")]);
    check((await page.innerText("#board-players")).includes("level 2"), "the next match is not against the next level");
    check(!(await page.locator(".result").isVisible()), "a match that has just begun is over");
  }));
  for (const [how, mayCopy, words] of /** @type {const} */ ([["copied", true, "Copied."], ["selected", false, "The link is selected: copy it."]])) {
    await test(`the link of a match is ${how} where the page may not write to the clipboard`, () => visit({}, async (page) => {
      // As on plain http.
      await page.addInitScript((isTaken) => {
        Object.defineProperty(navigator, "clipboard", { value: undefined });
        document.execCommand = (command) => {
          const { value, selectionStart, selectionEnd } = document.activeElement;
          globalThis.copied = `${command} ${value.slice(selectionStart, selectionEnd)}`;
          return isTaken;
        };
      }, mayCopy);
      await passCaptcha(page, url);
      await over(page, url, "tic-tac-toe");
      await page.waitForSelector(".result [data-copy]:not([hidden])", { state: "attached", timeout: TURN_MS });
      await tapOn(page, ".result summary");
      await page.waitForFunction((text) => document.querySelector(".result details [role=status]").textContent === text, words, { timeout: TURN_MS });
      const copied = await page.evaluate(() => globalThis.copied);
      check(copied === `copy ${page.url()}`, `what was done: ${copied}`);
    }));
  }
  await test("after a match without scripts: look back, share, play again", () => visit({ javaScriptEnabled: false }, async (page) => {
    await passCaptcha(page, url);
    await positioned(page, url, WON.chess[0]);
    for (const at of WON.chess[1]) await Promise.all([page.waitForEvent("domcontentloaded"), page.click(`#board-form button[data-at="${at}"]`)]);
    check(await page.textContent("#board-status") === WON.chess[2], `the page says ${await page.textContent("#board-status")}`);
    const address = page.url().replace(/#.*/, "");
    await page.click(".result summary");
    check(await page.inputValue(".result input[readonly]") === address, "the link is not that of this page");
    await page.click(".result summary");
    await Promise.all([page.waitForEvent("domcontentloaded"), page.click(".result > a")]);
    check(page.url() === `${address}?ply=0`, `looking back leads to ${page.url()}`);
    // From a position of one's own choice one has the same side again.
    check(await page.innerText(".result [data-act=rematch] button") === "Play again as White", `the button says ${await page.innerText(".result [data-act=rematch] button")}`);
    await Promise.all([page.waitForURL((now) => !now.href.startsWith(address)), page.click(".result [data-act=rematch] button")]);
    check(await page.textContent("#board-status") === "Your turn.", `the new match says ${await page.textContent("#board-status")}`);
  }));
  await test("who looks on sees the result and can share it, and may not play on", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await over(page, url, "tic-tac-toe");
    check(await page.locator("#board-players .turn").count() === 0, "it is somebody's turn after the end");
    const address = page.url();
    return visit({}, async (other) => {
      await other.goto(address);
      check(await other.locator("#board-players .turn").count() === 0, "the server says that it is somebody's turn after the end");
      const words = await other.textContent("#board-status");
      check(words === "Crosses won: three in a row, one move.", `the page says ${words}`);
      check(await other.locator(".result > a").isVisible() && await other.locator(".result summary").isVisible(), "there is nothing to look back or share by");
      check(await other.locator(".result form[action$='/rematch']").count() === 0, "a spectator may play again");
      check(await other.locator(".result form[action='/play/tic-tac-toe'] button").isVisible(), "a spectator is not offered a match");
    });
  }));
  await test("a level that is beaten is said, kept, and shown on the games' cards", () => visit({}, async (page) => {
    await signUp(page, url, "Climber");
    const id = await page.evaluate(async () => {
      const post = async (/** @type {string} */ path, /** @type {object} */ body) => (await fetch(path, { method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: JSON.stringify(body) })).json();
      // The best level's hints against the weakest level: it wins sooner or later.
      for (let n = 0; n < 30; n += 1) {
        let view = await post("/games", { game: "tic-tac-toe", level: 1, side: 0 });
        while (view.status === "playing") {
          if (view.moves.length) {
            const { hint } = await post(`/games/${view.id}/hint`, {});
            view = await post(`/games/${view.id}/moves`, { ply: view.ply, hash: view.hash, path: hint.path });
          } else view = await (await fetch(`/games/${view.id}`, { headers: { Accept: "application/json" } })).json();
        }
        if (view.result?.winner === 0) return view.id;
      }
      return "";
    });
    check(id, "the weakest level lost no match");
    await page.goto(`${url}/games/${id}`);
    const words = await page.textContent("#board-status");
    check(/^You won: three in a row, \d moves, against Beginner\. Best level beaten: 1\.$/.test(words), `the page says ${words}`);
    await page.goto(`${url}/play`);
    const best = await page.locator(".card .best").allInnerTexts();
    check(best.join() === "Best level beaten: 1 (Beginner)", `the cards say ${best}`);
    await page.goto(`${url}/account`);
    check((await page.locator(".best-levels").innerText()).includes("Best level beaten: 1 (Beginner)"), "the account does not say it");
    await violations(page);
  }));
}
