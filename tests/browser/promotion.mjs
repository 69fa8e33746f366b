// The choice of a promotion on the board: a column of squares on the pawn's file, while it is asked for and no longer.

import { positioned } from "./chess.mjs";
import { QUARTERS, settled, space, spot, tapOn, tapSpace } from "./pointer.mjs";

const WHITE = "8/P3k2p/8/8/8/8/8/4K3 w - - 0 1";
const BLACK = "4k3/8/8/8/8/8/6p1/4K3 b - - 0 1";
const TOKENS = ["=Q", "=R", "=B", "=N"];

/** That the choices stand on these squares, one on each, as large as the squares, and take what is tapped there. */
async function standOn(page, squares, check) {
  await page.waitForSelector(".picker button");
  await settled(page);
  const found = await page.evaluate(([places, quarters]) => places.map((at) => {
    const box = document.querySelector(`#board-form button[data-at="${at}"]`).getBoundingClientRect();
    const hits = quarters.map(([across, down]) => document.elementFromPoint(box.x + box.width * across, box.y + box.height * down)?.closest("button"));
    const own = hits[0]?.getBoundingClientRect();
    return { tokens: [...new Set(hits.map((hit) => hit?.value))].join(), isAsLarge: Boolean(own) && Math.abs(own.width - box.width) < 1.5 && Math.abs(own.height - box.height) < 1.5 };
  }), [squares, QUARTERS]);
  check(found.map(({ tokens }) => tokens).join() === TOKENS.join() && found.every(({ isAsLarge }) => isAsLarge), `on ${squares} stand ${JSON.stringify(found)}`);
  const names = await page.$$eval(".picker button", (buttons) => buttons.map((button) => button.textContent).join());
  check(names === "queen,rook,bishop,knight", `the choices are called ${names}`);
  check(await page.locator("#board-choices button").count() === 0, "the choices stand beside the board, too");
}

/** The tests, with what run.mjs lends them. */
export async function promotion({ test, check, visit, passCaptcha, violations, url, phone }) {
  const body = (options, act) => visit(options, async (page) => {
    await passCaptcha(page, url);
    const sent = [];
    page.on("request", (request) => { if (request.method() === "POST" && request.url().includes("/games/")) sent.push(request.url()); });
    return act(page, sent);
  });
  const asked = async (page, hasTouch) => { for (const at of ["a7", "a8"]) await tapSpace(page, at, hasTouch); };
  for (const [where, options, hasTouch] of [["", {}, false], [" on a phone", phone, true], [" in forced colours", { forcedColors: "active", colorScheme: "dark" }, false]]) {
    await test(`a promotion is chosen on its file${where}`, () => body(options, async (page) => {
      await positioned(page, url, WHITE);
      await asked(page, hasTouch);
      await standOn(page, ["a8", "a7", "a6", "a5"], check);
      if (!options.forcedColors) await violations(page);
      const { x, y } = await spot(page, space("a6"));
      if (hasTouch) await page.touchscreen.tap(x, y);
      else await page.mouse.click(x, y);
      await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2);
      const first = (await page.innerText("#board-played li:first-child")).trim();
      check(first.startsWith("a8=B"), `the move is ${first}`);
      check(await page.locator(".picker").count() === 0, "the choice stays on the board");
    }));
  }
  await test("a promotion's column goes inward on a turned board and for Black", () => body({}, async (page) => {
    await positioned(page, url, WHITE);
    await page.focus("#board-form button[tabindex='0']");
    await page.keyboard.press("f");
    await asked(page);
    await standOn(page, ["a8", "a7", "a6", "a5"], check);
    const above = await page.evaluate(() => document.querySelector("#board-form button[data-at=a5]").getBoundingClientRect().y < document.querySelector("#board-form button[data-at=a8]").getBoundingClientRect().y);
    check(above, "the board is not turned");
    await positioned(page, url, BLACK, { side: "1" });
    for (const at of ["g2", "g1"]) await tapSpace(page, at);
    await standOn(page, ["g1", "g2", "g3", "g4"], check);
  }));
  await test("arrow keys go from choice to choice of a promotion, and lead nowhere else", () => body({}, async (page) => {
    const walk = async (keys) => {
      await page.waitForSelector(".picker button");
      for (const [key, token] of keys) {
        await page.keyboard.press(key);
        const focused = await page.evaluate(() => document.activeElement?.getAttribute("value"));
        check(focused === token, `after ${key} the focus is at ${focused}`);
      }
    };
    await positioned(page, url, WHITE);
    // With moves before it there is a position to step back to.
    for (const at of ["e1", "e2"]) await tapSpace(page, at);
    await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2 && document.getElementById("board-status").classList.contains("mine"));
    await asked(page);
    await walk([["ArrowUp", "=Q"], ["ArrowDown", "=R"], ["ArrowLeft", "=R"], ["ArrowRight", "=R"], ["ArrowDown", "=B"], ["ArrowUp", "=R"]]);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 4);
    const third = (await page.innerText("#board-played li:nth-child(3)")).trim();
    check(third.startsWith("a8=R"), `the move is ${third}`);
    // On a turned board the choices go up.
    await positioned(page, url, WHITE);
    await page.focus("#board-form button[tabindex='0']");
    await page.keyboard.press("f");
    await asked(page);
    await walk([["ArrowDown", "=Q"], ["ArrowUp", "=R"]]);
  }));
  await test("a promotion is cancelled by Escape, by the link, by a tap elsewhere", () => body({}, async (page, sent) => {
    await positioned(page, url, WHITE);
    for (const [how, cancel] of [
      ["Escape", () => page.keyboard.press("Escape")], ["the link", () => tapOn(page, "#board-choices a")],
      ["a tap elsewhere", async () => { const { x, y } = await spot(page, space("f3")); await page.mouse.click(x, y); }],
    ]) {
      await asked(page);
      await standOn(page, ["a8", "a7", "a6", "a5"], check);
      const focused = await page.evaluate(() => document.activeElement?.getAttribute("value"));
      check(focused === "=Q", `the focus is at ${focused}`);
      await cancel();
      await settled(page);
      check(await page.locator(".picker").count() === 0 && await page.locator("#board-form [aria-pressed=true]").count() === 0, `${how} does not cancel`);
      check(await page.evaluate(() => Boolean(document.activeElement?.dataset.at)), `after ${how} the focus is not on the board`);
      check(await page.isHidden("#board-refusal"), `${how} alarms`);
    }
    check(sent.length === 0, `sent: ${sent}`);
  }));
}
