// Premoves: two taps while it is the opponent's turn, kept in the browser, played when they are a legal move, and given up in every way.

import { positioned } from "./chess.mjs";
import { start } from "./games.mjs";
import { space, spot, tapOn, tapSpace } from "./pointer.mjs";

const TURN_MS = 5000;
/** White moves its king to b1 first; then Black has one move, its king to h7. */
const FORCED = "7k/8/8/8/8/8/4P3/K5R1 w - - 0 1";
const REPLIED = 2;

const plies = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll("#board-played li").length === wanted, count, { timeout: TURN_MS });
const mine = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll("#board-played li").length === wanted && document.getElementById("board-status").classList.contains("mine"), count, { timeout: TURN_MS });
const tinted = (page) => page.$$eval("#board-form .grid .ahead", (cells) => cells.map((cell) => cell.dataset.at).sort().join());

/** The page stays at the opponent's turn until `release` is called: no news reaches it. Counts the moves that it sends. */
async function held(page) {
  const state = { sent: [], release: () => {} };
  let isHeld = true;
  const waiting = [];
  page.on("request", (request) => { if (request.method() === "POST") state.sent.push(new URL(request.url()).pathname.split("/").pop()); });
  await page.route("**/events", () => undefined);
  await page.route(page.url(), (route) => (isHeld ? waiting.push(route) : route.continue()));
  state.release = async () => {
    isHeld = false;
    for (const route of waiting) await route.continue();
  };
  return state;
}

/** A chess match after White's first move, with the news held back. */
async function waits(page, url) {
  await positioned(page, url, FORCED);
  const state = await held(page);
  await tapSpace(page, "a1");
  await tapSpace(page, "b1");
  await plies(page, 1);
  await page.waitForFunction(() => document.getElementById("board-status").textContent.includes("thinking"));
  return state;
}

/** What the live region said, from now on. */
const listen = (page) => page.evaluate(() => {
  const said = globalThis.said = [];
  const live = document.getElementById("board-live");
  new MutationObserver(() => { if (live.textContent) said.push(live.textContent); }).observe(live, { childList: true, characterData: true, subtree: true });
});

/** The tests, with what run.mjs lends them. */
export async function premove({ test, check, visit, passCaptcha, url, phone }) {
  const body = (options, act) => visit(options, async (page, noise) => {
    await passCaptcha(page, url);
    return act(page, noise);
  });
  for (const [where, options, hasTouch] of [["by mouse", {}, false], ["by finger", phone, true]]) {
    await test(`a premove is kept, shown and played, ${where}`, () => body(options, async (page) => {
      const { sent, release } = await waits(page, url);
      const isOpen = async (at) => await page.getAttribute(space(at), "aria-disabled") === null;
      check(await isOpen("e2") && !await isOpen("e4"), "it is not said where a premove may begin");
      await tapSpace(page, "e5", hasTouch);
      check(await tinted(page) === "", "a premove begins at an empty space");
      await tapSpace(page, "e2", hasTouch);
      check(await isOpen("e4"), "it is not said that a premove may go on");
      check(await tinted(page) === "e2", `after one tap ${await tinted(page)} is tinted`);
      await tapSpace(page, "e4", hasTouch);
      check(await tinted(page) === "e2,e4", `after two taps ${await tinted(page)} is tinted`);
      const dashes = await page.$$eval("#board-form .highlights .ahead", (frames) => frames.map((frame) => getComputedStyle(frame).strokeDasharray));
      check(dashes.length === 2 && dashes.every((dash) => dash !== "none"), `a premove is told by its hue alone: its frames are ${dashes}`);
      check((await page.getAttribute(space("e4"), "aria-label")).includes("premove"), "the space does not say premove");
      const task = await page.textContent("#board-task");
      check(/e2 to e4/.test(task), `the task is ${task}`);
      check(sent.join() === "moves", `the premove was sent: ${sent}`);
      await release();
      await mine(page, REPLIED + 2);
      const third = (await page.innerText("#board-played li:nth-child(3)")).trim();
      check(third === "e4", `the third move is ${third}`);
      check(sent.join() === "moves,moves", `sent: ${sent}`);
      check(await tinted(page) === "", "the tint outlives the premove");
      return task;
    }));
  }
  await test("a premove can be made while the own move is on its way", () => body({}, async (page) => {
    await positioned(page, url, FORCED);
    const sent = [];
    page.on("request", (request) => { if (request.method() === "POST") sent.push(new URL(request.url()).pathname.split("/").pop()); });
    let go = () => {};
    const gone = new Promise((done) => { go = () => done(undefined); });
    await page.route("**/moves", async (route) => {
      await gone;
      await route.continue();
    });
    const isTinted = (wanted) => page.waitForFunction((places) => [...document.querySelectorAll("#board-form .grid .ahead")].map((cell) => cell.dataset.at).sort().join() === places, wanted, { timeout: TURN_MS });
    await tapSpace(page, "a1");
    // The second click of two is none ahead.
    const { x, y } = await spot(page, space("b1"));
    await page.mouse.dblclick(x, y);
    await page.waitForFunction(() => document.getElementById("board-status").textContent.startsWith("Sending"));
    check(await tinted(page) === "", `after the move ${await tinted(page)} is tinted`);
    for (const giveUp of [() => page.keyboard.press("Escape"), () => tapOn(page, "#board-choices a"), undefined]) {
      await tapSpace(page, "e2");
      await isTinted("e2");
      await tapSpace(page, "e4");
      await isTinted("e2,e4");
      check(/e2 to e4/.test(await page.textContent("#board-task")), `the task is ${await page.textContent("#board-task")}`);
      check((await page.textContent("#board-status")).startsWith("Sending"), "the move is no longer said to be on its way");
      await giveUp?.();
      if (giveUp) await isTinted("");
    }
    check(sent.join() === "moves", `sent: ${sent}`);
    go();
    await mine(page, REPLIED + 2);
    const third = (await page.innerText("#board-played li:nth-child(3)")).trim();
    check(third === "e4" && sent.join() === "moves,moves", `the third move is ${third}, sent: ${sent}`);
    check(await tinted(page) === "", "the tint outlives the premove");
  }));
  await test("a premove goes with a move that did not arrive", () => body({}, async (page, noise) => {
    await positioned(page, url, FORCED);
    let go = () => {};
    const gone = new Promise((done) => { go = () => done(undefined); });
    await page.route("**/moves", async (route) => {
      await gone;
      await route.abort();
    }, { times: 1 });
    await tapSpace(page, "a1");
    await tapSpace(page, "b1");
    await tapSpace(page, "e2");
    await tapSpace(page, "e4");
    await page.waitForFunction(() => document.querySelectorAll("#board-form .grid .ahead").length === 2);
    go();
    await page.waitForSelector("#board-refusal:not([hidden])");
    check(await tinted(page) === "", "a premove is left of it");
    await tapSpace(page, "a1");
    await tapSpace(page, "b1");
    await mine(page, REPLIED);
    await page.waitForTimeout(300);
    check(await page.locator("#board-played li").count() === REPLIED, "the premove was played all the same");
    noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("ERR_FAILED")));
  }));
  await test("a premove that is not possible is dropped, and said to be", () => body({}, async (page) => {
    const { sent, release } = await waits(page, url);
    await tapSpace(page, "e2");
    await tapSpace(page, "e5");
    await listen(page);
    await release();
    await mine(page, REPLIED);
    await page.waitForFunction(() => globalThis.said.at(-1)?.includes("Your turn"));
    const said = await page.evaluate(() => globalThis.said.at(-1));
    check(/e2 to e5 was not possible/.test(said), `the page says ${said}`);
    check(await page.isHidden("#board-refusal"), "a dropped premove alarms");
    check(sent.join() === "moves" && await tinted(page) === "", `sent: ${sent}`);
    return said;
  }));
  await test("a premove is given up by its piece, by Escape, by the link", () => body({}, async (page) => {
    const { sent, release } = await waits(page, url);
    for (const [how, giveUp] of [
      ["the piece", () => tapSpace(page, "e2")], ["Escape", () => page.keyboard.press("Escape")], ["the link", () => tapOn(page, "#board-choices a")],
    ]) {
      await tapSpace(page, "e2");
      await tapSpace(page, "e4");
      check(await tinted(page) === "e2,e4", `before ${how}: ${await tinted(page)}`);
      await giveUp();
      check(await tinted(page) === "", `after ${how}: ${await tinted(page)}`);
    }
    await release();
    await mine(page, REPLIED);
    check(sent.join() === "moves", `sent: ${sent}`);
  }));
  await test("a premove waits while the match is looked back through", () => body({}, async (page) => {
    const { release } = await waits(page, url);
    await tapSpace(page, "e2");
    await tapSpace(page, "e4");
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => location.search === "?ply=0");
    check(await tinted(page) === "", "an earlier position shows the premove");
    await tapSpace(page, "g1");
    check(await tinted(page) === "", "an earlier position takes a premove");
    await page.locator("h1").click();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => location.search === "");
    check(await tinted(page) === "e2,e4", `back at the present: ${await tinted(page)}`);
    await release();
    await mine(page, REPLIED + 2);
  }));
  await test("a game of one tap has no premoves", () => body({}, async (page) => {
    await start(page, url, "connect-four", "1");
    const { release, sent } = await held(page);
    await tapSpace(page, "d1");
    await plies(page, 1);
    await page.waitForFunction(() => document.getElementById("board-status").textContent.includes("thinking"));
    await tapSpace(page, "d1");
    await tapSpace(page, "e1");
    await page.waitForFunction(() => document.getElementById("board-refusal").textContent.includes("not your turn"));
    check(await page.isVisible("#board-refusal"), "it is said to the ear alone");
    check(await tinted(page) === "", "a disc is put down ahead");
    await release();
    await mine(page, REPLIED);
    check(sent.join() === "moves", `sent: ${sent}`);
  }));
}
