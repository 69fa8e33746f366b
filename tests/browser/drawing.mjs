// Pixels of a drawn position: highlights lie under the pieces, a row that won covers none of them, and letters stand in the
// middle of their columns.

import { positioned } from "./chess.mjs";
import { start } from "./games.mjs";
import { over } from "./result.mjs";
import { settled, space, tapSpace } from "./pointer.mjs";

const TURN_MS = 5000;
const CLIP_PX = 4;

/** Whether a part of the drawing can be seen at a point of a space, given in parts of its width and height. */
async function isSeen(page, selector, at, [across, down]) {
  const box = await page.locator(space(at)).boundingBox();
  const clip = { x: Math.round(box.x + box.width * across) - CLIP_PX / 2, y: Math.round(box.y + box.height * down) - CLIP_PX / 2, width: CLIP_PX, height: CLIP_PX };
  const picture = async (/** @type {boolean} */ isHidden) => {
    await page.$eval(selector, (part, hide) => { part.style.visibility = hide ? "hidden" : ""; }, isHidden);
    await settled(page);
    return page.screenshot({ clip });
  };
  const [without, withIt] = [await picture(true), await picture(false)];
  return !without.equals(withIt);
}

/** A move of each game, a point on the piece of the answer, and one beside it. */
const MOVED = /** @type {[string, string[], number[], number[]][]} */ ([
  ["chess", ["e2", "e4"], [0.5, 0.8], [0.03, 0.5]],
  ["othello", ["d3"], [0.5, 0.62], [0.03, 0.5]],
  ["tic-tac-toe", ["b2"], [0.23, 0.5], [0.03, 0.5]],
  ["morabaraba", ["d5"], [0.5, 0.8], [0.5, 0.03]],
  ["fanorona", ["f2", "e3"], [0.5, 0.8], [0.5, 0.03]],
  ["checkers", ["f6", "e5"], [0.5, 0.8], [0.03, 0.5]],
]);

/** Games whose pieces fill their spaces: the last move is a dot on its piece. */
const STONES = /** @type {[string, string][]} */ ([["go", "e5"], ["gomoku", "h8"]]);

/** A match of gomoku on the board with the most lines. */
async function begunAt19(page, url) {
  await page.goto(`${url}/play/gomoku`);
  await page.$eval("input[name=size][value='19']", (choice) => { choice.checked = true; });
  await Promise.all([page.waitForURL("**/games/*"), page.locator("form[action='/games'] button.main").click()]);
}

/** How many rows of a drawing have numbers, and the numbers that its edge cuts. */
const numbersOutside = (page, drawing) => page.$eval(drawing, (art) => {
  const [numbers, board] = [[...art.querySelectorAll(".coords .rank")], art.getBoundingClientRect()];
  const outside = numbers.filter((number) => number.getBoundingClientRect().left < board.left).map((number) => number.textContent);
  return { numbers: numbers.length, outside };
});

/** The spaces of the last move, which the page itself may not know yet. */
const lastMove = (page) => page.evaluate(async () => (await (await fetch(location.pathname, { headers: { Accept: "application/json" } })).json()).last.squares);

/** Plays the taps, and waits for the answer. */
async function answered(page, taps) {
  for (const at of taps) await tapSpace(page, at);
  await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2, undefined, { timeout: TURN_MS });
  await page.mouse.move(1, 1);
}

/** The tests, with what run.mjs lends them. */
export async function drawing({ test, check, visit, passCaptcha, url }) {
  for (const [how, options] of /** @type {[string, any][]} */ ([["", {}], [" in the dark", { colorScheme: "dark" }], [" with more contrast", { contrast: "more" }], [" in forced colours", { forcedColors: "active" }]])) {
    await test(`the last move is singled out under its piece${how}`, () => visit(options, async (page) => {
      await passCaptcha(page, url);
      for (const [game, taps, onPiece, beside] of MOVED) {
        await start(page, url, game, "1");
        await answered(page, taps);
        for (const at of await lastMove(page)) check(await isSeen(page, ".highlights", at, beside), `${game}: ${at} is not singled out`);
        const at = (await lastMove(page)).at(-1);
        check(!(await isSeen(page, ".highlights", at, onPiece)), `${game}: the highlight lies over the piece on ${at}`);
      }
    }));
  }
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await test(`noughts and crosses stand out where more contrast is asked for, ${colorScheme}`, () => visit({ contrast: "more", colorScheme }, async (page) => {
      await passCaptcha(page, url);
      await start(page, url, "tic-tac-toe", "1");
      await answered(page, ["a3"]);
      const nought = (await lastMove(page)).at(-1);
      await tapSpace(page, ["b3", "c3"].find((at) => at !== nought));
      await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 4, undefined, { timeout: TURN_MS });
      await page.mouse.move(1, 1);
      check(await isSeen(page, ".art .pieces", "a3", [0.5, 0.5]), "the cross is not seen");
      check(await isSeen(page, ".art .pieces", nought, [0.23, 0.5]), "the nought is not seen");
    }));
  }
  await test("the last move of stones is a dot on its stone", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    for (const [game, tap] of STONES) {
      await start(page, url, game, "1");
      await answered(page, [tap]);
      const dotted = () => page.$$eval("#board-form button[data-at]", (cells) => cells.filter((cell) => getComputedStyle(cell, "::before").backgroundColor === "rgb(229, 72, 77)").map((cell) => cell.getAttribute("data-at") ?? ""));
      const [dots, last] = [await dotted(), await lastMove(page)];
      // A pass is nowhere.
      check(dots.join() === last.join(), `${game}: dots on ${dots}, the last move is ${last}`);
      check(await page.locator(".highlights .last").evaluateAll((found) => found.every((mark) => getComputedStyle(mark).display === "none")), `${game}: there is a ring, too`);
    }
  }));
  await test("a king in check and a piece that is taken up stay as they are", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await positioned(page, url, "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1");
    check(await isSeen(page, ".highlights", "e1", [0.06, 0.5]), "the check is not seen beside the king");
    check(!(await isSeen(page, ".highlights", "e1", [0.5, 0.8])), "the check lies over the king");
    await tapSpace(page, "e1");
    await page.mouse.move(1, 1);
    await page.waitForSelector(".highlights .selected", { state: "attached", timeout: TURN_MS });
    check(await isSeen(page, ".highlights .selected", "e1", [0.1, 0.5]) && !(await isSeen(page, ".highlights .selected", "e1", [0.5, 0.8])), "the selection is not under the king");
  }));
  await test("what is singled out is the same without scripts, and on a flipped board", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "chess", "1");
    await answered(page, ["e2", "e4"]);
    const places = () => page.$$eval(".highlights rect", (found) => found.map((rect) => `${rect.getAttribute("class")} ${["x", "y", "width", "height"].map((name) => rect.getAttribute(name))}`).sort().join("; "));
    const byScript = await places();
    check(byScript.split(";").length === 2, `drawn is ${byScript}`);
    const served = await page.evaluate(async () => (await (await fetch(location.pathname)).text()).match(/<g class="highlights">.*?<\/g>/s)?.[0] ?? "");
    const byServer = [...served.matchAll(/class="(\w+)" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g)].map(([, kind, ...numbers]) => `${kind} ${numbers}`).sort().join("; ");
    check(byServer === byScript, `by the server ${byServer}, by the script ${byScript}`);
    await page.click("#board-flip");
    await page.mouse.move(1, 1);
    for (const at of await lastMove(page)) check(await isSeen(page, ".highlights", at, [0.03, 0.5]), `after flipping ${at} is not singled out`);
  }));
  await test("the crosses of the row that won lie over its stroke", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await over(page, url, "tic-tac-toe");
    await page.mouse.move(1, 1);
    check(await isSeen(page, ".art .row", "b3", [0.95, 0.5]), "between two crosses no stroke is seen");
    check(await isSeen(page, ".art .row", "c3", [0.8, 0.5]), "the stroke ends before the last cross does");
    for (const at of ["a3", "b3", "c3"]) check(!(await isSeen(page, ".art .row", at, [0.5, 0.5])), `the stroke covers the cross on ${at}`);
  }));
  await test("a chain joins the discs of the row that won, and covers none of them", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await over(page, url, "connect-four");
    await page.mouse.move(1, 1);
    for (const at of ["a1", "b1", "c1", "d1"]) {
      check(await isSeen(page, ".art .row", at, [0.5, 0.05]), `there is no ring round ${at}`);
      for (const part of [[0.5, 0.5], [0.7, 0.5], [0.5, 0.25]]) check(!(await isSeen(page, ".art .row", at, part)), `the row covers the disc on ${at} at ${part}`);
    }
    check(await isSeen(page, ".art .row", "b1", [0.99, 0.5]), "no link joins b1 and c1");
  }));
  await test("letters of Connect Four stand in the middle of their columns", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "connect-four", "1");
    for (const [width, height] of [[1280, 720], [390, 844], [844, 390]]) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const aside = await page.$$eval("#board .coords .file", (letters) => letters.map((letter) => {
        const [text, cell] = [letter, document.querySelector(`button[data-at="${letter.textContent}1"]`)].map((part) => part.getBoundingClientRect());
        return { off: Math.abs(text.x + text.width / 2 - cell.x - cell.width / 2) / cell.width, below: cell.bottom - text.bottom };
      }));
      check(aside.length === 7 && aside.every(({ off }) => off < 0.05), `at ${width} by ${height} they are off by ${aside.map(({ off }) => off.toFixed(2))} of a column`);
    }
  }));
  await test("numbers of two digits lie on the board of gomoku, in matches and in its rules", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await begunAt19(page, url);
    for (const [width, height] of [[1280, 720], [390, 844], [844, 390]]) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const cut = await numbersOutside(page, "#board .art");
      check(cut.numbers === 19 && !cut.outside.length, `at ${width} by ${height} the board cuts ${cut.outside} of ${cut.numbers}`);
    }
    await page.goto(`${url}/rules/gomoku`);
    // The board of the diagrams is a symbol, which has no size of its own: its copy is drawn in the place of the first diagram.
    await page.$eval("figure .art", (art) => {
      art.id = "copy";
      art.replaceChildren(...[...(document.querySelector("#board-under")?.childNodes ?? [])].map((part) => part.cloneNode(true)));
    });
    const cut = await numbersOutside(page, "#copy");
    check(cut.numbers === 15 && !cut.outside.length, `the diagrams cut ${cut.outside} of ${cut.numbers}`);
  }));
}
