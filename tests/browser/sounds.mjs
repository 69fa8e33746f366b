// Sounds of the board: nothing is loaded before the switch is used, moves then sound, and the choice is kept.

import { start } from "./games.mjs";
import { tapOn, tapSpace } from "./pointer.mjs";

const SWITCH = "#board-sounds";

/** Counts what the browser is asked to play. */
const countSounds = (page) => page.addInitScript(() => {
  globalThis.sounded = 0;
  // Tones have the method of all sources, noise has one of its own.
  for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const begin = prototype.start;
    prototype.start = function start(...given) {
      globalThis.sounded += 1;
      return begin.apply(this, given);
    };
  }
});

const sounded = (page) => page.evaluate(() => globalThis.sounded);

/** The reply is there: the status alone says "mine" a little while after the visitor's own move, too. */
const isAnswered = (page, plies) => page.waitForFunction((count) => document.querySelectorAll("#board-played li").length >= count
  && document.getElementById("board-status").classList.contains("mine"), plies, { timeout: 5000 });

/** The tests, with what run.mjs lends them. */
export async function sounds({ test, check, visit, passCaptcha, url }) {
  await test("boards are silent until the switch is used, which is kept", () => visit({}, async (page) => {
    await countSounds(page);
    const asked = [];
    page.on("request", (request) => { if (request.url().endsWith("/sounds.js")) asked.push(request.url()); });
    await passCaptcha(page, url);
    await start(page, url, "othello", "1");
    await tapSpace(page, "d3");
    await isAnswered(page, 2);
    check(asked.length === 0 && await sounded(page) === 0, "a board sounds that nobody asked to");
    await tapOn(page, SWITCH);
    await page.waitForFunction(() => globalThis.sounded > 0, undefined, { timeout: 5000 });
    check(await page.getAttribute(SWITCH, "aria-pressed") === "true", "the switch does not say that it is on");
    const before = await sounded(page);
    await page.locator("#board-form button:not([aria-disabled])").first().click();
    await page.waitForFunction((count) => globalThis.sounded > count, before, { timeout: 5000 });
    await isAnswered(page, 4);
    await page.reload();
    check(await page.getAttribute(SWITCH, "aria-pressed") === "true", "the choice is lost with the page");
    await tapOn(page, SWITCH);
    await page.locator("#board-form button:not([aria-disabled])").first().click();
    await isAnswered(page, 6);
    check(await sounded(page) === 0, "it sounds although it is off");
  }));
}
