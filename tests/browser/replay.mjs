// Looking back through a match on its page: by the list of moves, the steps, arrow keys, the wheel and swipes, without loading a page; and
// by links that open at a move.

import { start } from "./games.mjs";
import { settled, tapOn, tapSpace } from "./pointer.mjs";

/** Plies of the match: two moves of the player with the engine's replies. */
const PLIES = 4;
const SWIPE_PX = 150;

/** What the page shows: how many pieces stand on the board, the current line of the list, the address. */
const shown = (page) => page.evaluate(() => ({
  pieces: document.querySelectorAll("#board .pieces [data-p]").length,
  line: [...document.querySelectorAll("#board-played a")].findIndex((link) => link.hasAttribute("aria-current")) + 1,
  ply: new URLSearchParams(location.search).get("ply"),
}));

/** Waits until the page shows the position after `ply` plies. */
async function isAt(page, ply, check) {
  await page.waitForFunction((count) => document.querySelectorAll("#board .pieces [data-p]").length === count, ply, { timeout: 5000 });
  const now = await shown(page);
  check(now.line === ply && now.ply === (ply === PLIES ? null : String(ply)), `at ply ${ply} the page shows ${JSON.stringify(now)}`);
}

/** A match of Connect Four after four plies, in a page that knows whether it was loaded again. */
async function afterFour(page, url) {
  await start(page, url, "connect-four", "1");
  for (const ply of [2, PLIES]) {
    await page.waitForFunction((count) => document.getElementById("board-status").classList.contains("mine") && document.querySelectorAll("#board-played li").length === count, ply - 2, { timeout: 5000 });
    await tapSpace(page, "d1");
  }
  await page.waitForFunction((count) => document.getElementById("board-status").classList.contains("mine") && document.querySelectorAll("#board-played li").length === count, PLIES, { timeout: 5000 });
  await page.evaluate(() => { globalThis.isSamePage = true; });
}

const isSamePage = (page) => page.evaluate(() => globalThis.isSamePage === true);

/** The tests, with what run.mjs lends them. */
export async function replay({ test, check, visit, visitWhole, passCaptcha, url, phone }) {
  await test("looking back by keys, steps, list and wheel loads no page", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await afterFour(page, url);
    check((await page.title()).startsWith("Your turn"), `the title is ${await page.title()}`);
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await isAt(page, 3, check);
    check(!(await page.title()).startsWith("Your turn"), "an earlier position is nobody's turn");
    await tapOn(page, ".steps [data-step=back]");
    await isAt(page, 2, check);
    await tapOn(page, "#board-played li:nth-child(1) a");
    await isAt(page, 1, check);
    await tapOn(page, ".steps [data-step=first]");
    await isAt(page, 0, check);
    await page.keyboard.press("ArrowLeft");
    const box = await page.locator(".table .box").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    // A touch of the wheel is no step.
    await page.mouse.wheel(0, 10);
    await page.waitForTimeout(200);
    await isAt(page, 0, check);
    await page.mouse.wheel(0, 100);
    await isAt(page, 1, check);
    await tapOn(page, ".steps [data-step=last]");
    await isAt(page, PLIES, check);
    check(await isSamePage(page), "the page was loaded again");
    // At the present position the game goes on.
    await tapSpace(page, "a1");
    const moves = () => page.$$eval("#board-played li", (lines) => lines.length);
    await page.waitForFunction((plies) => document.querySelectorAll("#board-played li").length === plies, PLIES + 2, { timeout: 5000 });
    // A position that was looked at before has the moves since then, too.
    await page.focus(".steps [data-step=first]");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => !document.querySelector("#board .pieces [data-p]"), undefined, { timeout: 5000 });
    check(await moves() === PLIES + 2, `${await moves()} moves are in the list`);
    const atSteps = () => page.evaluate(() => document.activeElement?.matches(".steps") ?? false);
    check(await atSteps(), "the keyboard is lost at the beginning");
    await page.focus(".steps [data-step=last]");
    await page.keyboard.press("Enter");
    await page.waitForFunction((count) => document.querySelectorAll("#board .pieces [data-p]").length === count, PLIES + 2, { timeout: 5000 });
    check(await atSteps(), "the keyboard is lost at the end");
    // Who presses Enter once more than there are moves plays none.
    const sent = [];
    page.on("request", (request) => { if (request.method() === "POST") sent.push(request.url()); });
    for (let n = 0; n < 5; n += 1) await page.keyboard.press("Enter");
    await page.waitForTimeout(200);
    check(!sent.length && await moves() === PLIES + 2, `sent: ${sent}`);
    await page.keyboard.press("Tab");
    check(await page.evaluate(() => document.activeElement?.getAttribute("data-step")) === "first", "the steps do not go on from there");
  }));
  await test("a reply leaves the keyboard at its place in the list of moves", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await page.route("**/events", () => undefined);
    await start(page, url, "connect-four", "1");
    let isHeld = true;
    const held = [];
    await page.route(page.url(), (route) => (isHeld ? held.push(route) : route.continue()));
    await tapSpace(page, "d1");
    await page.waitForFunction(() => document.getElementById("board-status").textContent.includes("thinking") && document.querySelectorAll("#board-played li").length === 1, undefined, { timeout: 5000 });
    await page.focus("#board-played li:first-child a");
    isHeld = false;
    for (const route of held) await route.continue();
    await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2, undefined, { timeout: 5000 });
    check(await page.evaluate(() => document.activeElement?.matches("#board-played li:first-child a") ?? false), "the keyboard is lost");
    return (await page.locator("#board-played li").allInnerTexts()).join(" ");
  }));
  await test("a match that was opened at an earlier move can be resigned once it is present", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await afterFour(page, url);
    await page.goto(`${page.url().split("?")[0]}?ply=2`);
    const resign = page.locator("#board-acts details[data-act=resign]");
    check(await resign.isHidden(), "an earlier position can be resigned");
    await tapOn(page, ".steps [data-step=last]");
    await resign.waitFor({ state: "visible", timeout: 5000 });
  }));
  await test("going back to an earlier position from another page shows the page", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await afterFour(page, url);
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await isAt(page, 3, check);
    await page.goto(`${url}/rules/chess`);
    await page.goBack();
    const kind = await page.evaluate(() => document.contentType);
    check(kind === "text/html" && page.url().endsWith("?ply=3"), `${page.url()} is ${kind}`);
    await isAt(page, 3, check);
  }));
  for (const [width, height] of [[390, 844], [360, 640], [320, 568], [844, 390], [568, 320]]) {
    await test(`looking back while a match goes on, ${width} by ${height}`, () => visit({ ...phone, viewport: { width, height } }, async (page) => {
      await passCaptcha(page, url);
      await afterFour(page, url);
      /** Whether the current move stands in its list as it is seen. */
      const isInSight = () => page.evaluate(() => {
        const [list, link] = ["#board-played", "#board-played [aria-current]"].map((part) => document.querySelector(part)?.getBoundingClientRect());
        return !link || Boolean(list && link.left >= list.left - 1 && link.right <= list.right + 1 && link.top >= list.top - 1 && link.bottom <= list.bottom + 1);
      });
      await settled(page);
      check(await isInSight(), "the last move is out of sight");
      await tapOn(page, ".steps [data-step=back]", { hasTouch: true });
      await isAt(page, 3, check);
      await settled(page);
      check(await isInSight(), "the move that is looked back at is out of sight");
      await tapOn(page, "#board-played li:nth-child(3) a", { hasTouch: true });
      await isAt(page, 3, check);
      await tapOn(page, ".steps [data-step=back]", { hasTouch: true });
      await tapOn(page, ".steps [data-step=back]", { hasTouch: true });
      await isAt(page, 1, check);
      await tapOn(page, ".steps [data-step=back]", { hasTouch: true });
      await isAt(page, 0, check);
      await settled(page);
      check(await page.$eval("#board-played", (list) => list.scrollLeft === 0 && list.scrollTop === 0), "the list does not go back to its beginning");
      check(await isSamePage(page), "the page was loaded again");
    }));
  }
  await test("a link opens at a move, and leads on to the present", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await afterFour(page, url);
    await page.goto(`${page.url()}?ply=2`);
    await isAt(page, 2, check);
    await page.evaluate(() => { globalThis.isSamePage = true; });
    await page.keyboard.press("ArrowRight");
    await isAt(page, 3, check);
    await page.keyboard.press("ArrowRight");
    await isAt(page, PLIES, check);
    check(await isSamePage(page), "the page was loaded again");
  }));
  await test("a reply of which an earlier position tells first is shown", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await page.route("**/events", () => undefined);
    await start(page, url, "connect-four", "1");
    // The present position is not told before the earlier one, and that not before the reply is there.
    let isHeld = true;
    const held = [];
    await page.route(page.url(), (route) => (isHeld ? held.push(route) : route.continue()));
    await page.route((address) => address.search === "?ply=0", async (route) => {
      for (;;) {
        const answer = await route.fetch();
        const view = await answer.json();
        if (view.played.length === 2) return route.fulfill({ response: answer, json: view });
        await page.waitForTimeout(50);
      }
    });
    await tapSpace(page, "d1");
    await page.waitForFunction(() => document.getElementById("board-status").textContent.includes("thinking"), undefined, { timeout: 5000 });
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => location.search === "?ply=0", undefined, { timeout: 5000 });
    isHeld = false;
    for (const route of held) await route.continue();
    await page.waitForFunction(() => location.search === "" && document.getElementById("board-status").classList.contains("mine") && document.querySelectorAll("#board .pieces [data-p]").length === 2, undefined, { timeout: 5000 });
  }));
  await test("a step that does not arrive leads nowhere", () => visit({}, async (page, noise) => {
    await passCaptcha(page, url);
    await page.route("**/events", () => undefined);
    await afterFour(page, url);
    await page.locator("h1").click();
    const third = (address) => address.search === "?ply=3";
    const [lost, busy] = ["The server cannot be reached.", "The server is busy right now."];
    for (const [lose, find, words] of /** @type {[() => Promise<void>, () => Promise<void>, string][]} */ ([
      [() => page.context().setOffline(true), () => page.context().setOffline(false), lost],
      // From something on the way, and from the server itself.
      [() => page.route(third, (route) => route.fulfill({ status: 503 })), () => page.unroute(third), lost],
      [() => page.route(third, (route) => route.fulfill({ status: 503, json: { error: { code: "busy", say: busy } } })), () => page.unroute(third), busy],
    ])) {
      await lose();
      await page.keyboard.press("ArrowLeft");
      await page.waitForFunction((text) => document.getElementById("board-refusal").textContent.startsWith(text), words, { timeout: 5000 });
      check(await page.isVisible("#board-refusal") && await isSamePage(page), "the page was left");
      await isAt(page, PLIES, check);
      await find();
    }
    await page.keyboard.press("ArrowLeft");
    await isAt(page, 3, check);
    check(await page.isHidden("#board-refusal"), "the refusal outlives what it is about");
    noise.splice(0, noise.length, ...noise.filter((line) => !/ERR_INTERNET_DISCONNECTED|503/.test(line)));
  }));
  await test("looking back by swipes, after the end", () => visitWhole(phone, async (page) => {
    await passCaptcha(page, url);
    await afterFour(page, url);
    await page.click("#board-menu > summary");
    await tapOn(page, "#board-acts details[data-act=resign] summary");
    await Promise.all([page.waitForEvent("domcontentloaded"), page.click("#board-acts details[data-act=resign] button")]);
    await page.evaluate(() => { globalThis.isSamePage = true; });
    await settled(page);
    const box = await page.locator(".table .box").boundingBox();
    const session = await page.context().newCDPSession(page);
    const finger = (type, x) => session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y: box.y + box.height / 2 }] });
    const swipe = async (from, to) => { await finger("touchStart", from); await finger("touchMove", (from + to) / 2); await finger("touchMove", to); await finger("touchEnd", to); };
    await swipe(box.x + 60, box.x + 60 + SWIPE_PX);
    await isAt(page, 3, check);
    await swipe(box.x + 60 + SWIPE_PX, box.x + 60);
    await isAt(page, PLIES, check);
    check(await isSamePage(page), "the page was loaded again");
  }));
}
