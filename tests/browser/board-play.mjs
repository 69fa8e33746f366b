// Plays noughts and crosses on a running site as a visitor would: by taps, by keys, by typing, and without scripts.
//   node tests/browser/board-play.mjs http://127.0.0.1:8080   (needs playwright-core and a Chromium: $CHROMIUM or /usr/bin/chromium)
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { tapOn } from "./pointer.mjs";

const site = process.argv[2] ?? "http://127.0.0.1:8080";
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const problems = [];

/** @param {object} options */
async function visitor(options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) problems.push(message.text()); });
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(site);
  await tapOn(page, "[data-at=b2]");
  await page.waitForURL("**/games/*");
  return page;
}
const played = (page) => page.$$eval("#board-played li", (items) => items.length);
const free = (page) => page.$$eval(".grid button:not([aria-disabled])", (cells) => cells.map((cell) => cell.dataset.at));
const live = (page) => page.textContent("#board-live");
const press = async (page, key) => { await page.keyboard.press(key); await page.waitForTimeout(100); };
const focus = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-at"));

{
  const page = await visitor({});
  assert.equal(await played(page), 2, "the reply is there at once: it comes from a table");
  const [at] = await free(page);
  await tapOn(page, `[data-at=${at}]`);
  await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 4);
  assert.match(await live(page) ?? "", /Your turn/, "one text says the reply and whose turn it is");
  assert.equal(await page.$$eval(".grid button[tabindex='0']", (cells) => cells.length), 1, "one tab stop");

  await page.focus("[data-at=b2]");
  await page.waitForTimeout(300); // the keys are loaded with the first focus
  await press(page, "ArrowRight");
  assert.equal(await focus(page), "c2");
  await press(page, "Control+Home");
  assert.equal(await focus(page), "a3");
  await press(page, "End");
  assert.equal(await focus(page), "c3");
  await press(page, "f");
  await press(page, "ArrowRight");
  assert.equal(await focus(page), "b3", "on a turned board the arrows go where they point");
  await press(page, "f");
  for (const [key, words] of [["l", /:/], ["p", /b2/], ["Shift+P", /:/], ["o", /plays/], ["b", /b2/]]) {
    await press(page, key);
    assert.match(await live(page) ?? "", words, `the key ${key}`);
  }
  await press(page, "u");
  await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2);
  await page.focus("[data-at=b2]");
  await press(page, "/");
  await page.keyboard.type((await free(page))[0]);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 4);

  await page.context().setOffline(true);
  const [lost] = await free(page);
  await tapOn(page, `[data-at=${lost}]`);
  await page.waitForSelector("#board-refusal:not([hidden])");
  assert.equal(await played(page), 4, "a move that did not arrive is taken back");
  assert.ok((await free(page)).includes(lost));
  problems.length = 0;
  await page.context().close();
}
{
  const page = await visitor({ javaScriptEnabled: false });
  for (let turn = 0; turn < 4; turn += 1) {
    const cells = await page.locator(".grid button:not([aria-disabled])").count();
    if (!cells) break;
    await tapOn(page, ".grid button:not([aria-disabled])");
    await page.waitForLoadState();
  }
  assert.equal(await page.locator(".grid button:not([aria-disabled])").count(), 0, "a whole game can be played without scripts");
  assert.ok((await page.textContent("#board-status") ?? "").trim(), "and its end is said");
  await page.context().close();
}
assert.deepEqual(problems, [], "the console stays empty");
await browser.close();
console.log("the board plays by tap, key, text, and without scripts");
