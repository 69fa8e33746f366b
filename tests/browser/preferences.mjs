// Preferences of boards: what is chosen on the page is on the boards, without scripts too, and stays.

import { start } from "./games.mjs";
import { tapOn, tapSpace } from "./pointer.mjs";

/** Chooses values on the page of preferences and saves them. @param {import("playwright-core").Page} page @param {string} url @param {Record<string, string>} chosen */
async function choose(page, url, chosen, next = "") {
  await page.goto(`${url}/preferences${next && `?next=${next}`}`);
  for (const [name, value] of Object.entries(chosen)) await page.locator(`label:has(input[name="${name}"][value="${value}"])`).click();
  await Promise.all([page.waitForEvent("load"), page.click("form[action='/preferences'] button.main")]);
}

/** The colours of the board's first light and first dark square. */
const colours = (page) => page.evaluate(() => [".sq0", ".sq1"].map((square) => getComputedStyle(/** @type {Element} */ (document.querySelector(`.art ${square}`))).fill).join());

/** How many animations begin on the page. */
const countMotion = (page) => page.addInitScript(() => {
  globalThis.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function count(frames, options) {
    const ms = typeof options === "number" ? options : options?.duration;
    if (ms) globalThis.moved.push(ms);
    return animate.call(this, frames, options);
  };
});

const isAnswered = (page, plies) => page.waitForFunction((count) => document.querySelectorAll("#board-played li").length >= count, plies, { timeout: 5000 });

/** The tests, with what run.mjs lends them. */
export async function preferences({ test, check, visit, passCaptcha, noSidewaysScroll, violations, COLOUR_RULES, url, phone }) {
  await test("a theme and a set of pieces that are chosen are on every board and stay", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "chess", "1");
    const match = new URL(page.url()).pathname;
    const [wood, king] = [await colours(page), await page.locator("#p-king").innerHTML()];
    check(await page.locator(".coords").first().isVisible(), "there are no coordinates at first");
    await choose(page, url, { "chess-theme": "green", "chess-set": "flat", coordinates: "off" }, match);
    check(new URL(page.url()).pathname === match, `saving leads to ${page.url()}`);
    const green = await colours(page);
    check(green !== wood, `the board is as before: ${green}`);
    check(await page.locator("#p-king").innerHTML() !== king, "the pieces are as before");
    check(!await page.locator(".coords").first().isVisible(), "the coordinates are still there");
    await page.reload();
    check(await colours(page) === green, "the choice is lost with the page");
    await page.goto(`${url}/rules/chess`);
    check(await colours(page) === green, "the picture of the rules has other colours");
    await page.goto(`${url}/preferences`);
    check(await page.isChecked("input[name=chess-theme][value=green]"), "the page does not say what was chosen");
  }));
  await test("without motion nothing moves, and quick motion is shorter", () => visit({ reducedMotion: "no-preference" }, async (page) => {
    await countMotion(page);
    await passCaptcha(page, url);
    /** The longest animation of a move and its reply. */
    const longest = async () => {
      await start(page, url, "chess", "1");
      await tapSpace(page, "e2");
      await tapSpace(page, "e4");
      await isAnswered(page, 2);
      return page.evaluate(() => Math.max(0, ...globalThis.moved));
    };
    const normal = await longest();
    check(normal > 0, "nothing moves at first");
    await choose(page, url, { speed: "quick" });
    const quick = await longest();
    check(quick > 0 && quick < normal, `quick takes ${quick} ms, normal ${normal}`);
    await choose(page, url, { speed: "none" });
    check(await longest() === 0, "it moves");
    // The pieces of the home page's match, too: the time that the last takes to fall, in milliseconds.
    const falls = async () => {
      await page.goto(url);
      return page.evaluate(() => document.querySelector(".begun .pieces > :last-child")?.getAnimations()[0]?.effect?.getTiming().duration);
    };
    check(await falls() === undefined, "the pieces of the home page fall");
    await choose(page, url, { speed: "quick" });
    const [slow, fast] = [520, await falls()];
    check(typeof fast === "number" && Math.abs(fast - 0.4 * slow) < 1, `quick pieces of the home page fall for ${fast} ms`);
    await choose(page, url, { speed: "normal" });
    check(await falls() === slow, `pieces of the home page fall for ${await falls()} ms`);
  }));
  await test("the first side may be below on the second side's board, and F still turns it", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    const top = () => page.locator("#board .grid button").first().getAttribute("data-at");
    await choose(page, url, { side: "first" });
    await page.goto(`${url}/play/chess`);
    await page.locator("input[name=side][value='1']").check({ force: true });
    await Promise.all([page.waitForURL("**/games/*"), page.click("form[action='/games'] button.main")]);
    await isAnswered(page, 1);
    check(await top() === "a8", `at the top is ${await top()}`);
    const figure = page.locator("use[data-p][href='#p-king'].light");
    check(await figure.getAttribute("y") === "700", "the first side's king is not below");
    await page.locator("#board .grid button[tabindex='0']").focus();
    await page.keyboard.press("f");
    check(await top() === "h1" && await figure.getAttribute("y") === "0", "F does not turn it");
  }));
  await test("the switch of sounds on a board and the page of preferences say the same", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "othello", "1");
    await Promise.all([page.waitForResponse("**/preferences/sounds"), tapOn(page, "#board-sounds")]);
    await page.goto(`${url}/preferences`);
    check(await page.isChecked("input[name=sounds][value=on]"), "the page does not know of the switch");
    await choose(page, url, { sounds: "off" });
    await start(page, url, "othello", "1");
    check(await page.getAttribute("#board-sounds", "aria-pressed") === "false", "the switch does not know of the page");
  }));
  await test("without scripts a theme is chosen as well", () => visit({ javaScriptEnabled: false }, async (page) => {
    await choose(page, url, { "chess-theme": "contrast", "othello-theme": "blue" });
    check(await page.locator(".notice.good").count() === 1, "nothing says that it was saved");
    check(await page.locator("html.chess-theme-contrast.othello-theme-blue").count() === 1, "the page has no trace of it");
  }));
  for (const [name, options] of [["light", {}], ["dark", { colorScheme: "dark" }], ["forced colours", { forcedColors: "active" }], ["a phone", phone]]) {
    await test(`preferences in ${name}: axe, no sideways scrolling`, () => visit(options, async (page) => {
      for (const theme of ["green", "blue", "grey", "contrast"]) {
        await choose(page, url, { "chess-theme": theme });
        await noSidewaysScroll(page);
        // The same page in other colours.
        await violations(page, theme === "green" ? undefined : COLOUR_RULES);
      }
    }));
  }
}
