// Pieces in motion: one under the pointer is lifted, the space below lights up only where it may be let go of, and discs turn where they lie.

import { castling, positioned } from "./chess.mjs";
import { start } from "./games.mjs";
import { space, spot, tapSpace } from "./pointer.mjs";

/** The tests, with what run.mjs lends them. */
export async function drags({ test, check, visit, passCaptcha, url }) {
  for (const [name, options, hasShadow] of [["", {}, true], [" in forced colours", { forcedColors: "active" }, false]]) {
    await test(`a dragged piece is lifted over legal spaces that light up${name}`, () => visit(options, async (page) => {
      await passCaptcha(page, url);
      await positioned(page, url, castling);
      const king = "#board-form .pieces use[href='#p-king'].light";
      const at = await spot(page, space("e1"));
      const { width: size, ...first } = await page.$eval(king, (use) => use.getBoundingClientRect().toJSON());
      const middle = [first.left + size / 2 - at.x, first.top + first.height / 2 - at.y];
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      for (const [to, isLegal] of [["d2", true], ["e5", false], ["g1", true], ["e8", false]]) {
        const { x, y } = await spot(page, space(to));
        await page.mouse.move(x, y, { steps: 3 });
        const lit = await page.$$eval("#board-form .aim", (cells) => cells.map((cell) => cell.dataset.at).join());
        check(lit === (isLegal ? to : ""), `over ${to} lights up ${lit || "nothing"}`);
        const { width, left, top, height, filter } = await page.$eval(king, (use) => ({ ...use.getBoundingClientRect().toJSON(), filter: getComputedStyle(use).filter }));
        check(Math.abs(width / size - 1.15) < 0.03, `the piece is ${(width / size).toFixed(2)} times its size`);
        check(Math.abs(left + width / 2 - x - middle[0]) < 2 && Math.abs(top + height / 2 - y - middle[1]) < 2, `the piece is at ${left + width / 2}, ${top + height / 2}, the pointer at ${x}, ${y}`);
        check(filter.includes("drop-shadow") === hasShadow, `the shadow is ${filter}`);
      }
      await page.mouse.up();
      await page.waitForFunction(() => !document.querySelector("#board-form .aim, #board-form [data-lifted], #board-form [aria-pressed=true]"));
      const now = await page.$eval(king, (use) => use.getBoundingClientRect().width);
      check(Math.abs(now - size) < 1, "the piece stays lifted");
    }));
  }
  await test("a piece that was let go of outside the board does not come along later", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await positioned(page, url, castling);
    const [at, over] = [await spot(page, space("e1")), await spot(page, space("e2"))];
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(2, 2);
    await page.mouse.up();
    await page.mouse.move(at.x, at.y, { steps: 3 });
    await page.mouse.move(over.x, over.y, { steps: 3 });
    check(await page.$("#board-form .aim, #board-form [data-lifted], #board-form [aria-pressed=true]") === null, "the piece came along");
  }));
  await test("a disc turns over where it lies", () => visit({ reducedMotion: "no-preference" }, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "othello", "1");
    const discs = () => page.$$eval("#board-form .pieces use", (uses) => uses.map((use) => { const { x, y, width, height } = use.getBoundingClientRect(); return { at: `${use.getAttribute("x")} ${use.getAttribute("y")}`, x: x + width / 2, y: y + height / 2, width }; }));
    const [first] = await discs();
    const board = await page.$eval("#board-form .grid", (grid) => { const { x, y, width } = grid.getBoundingClientRect(); return { x, y, side: width / 8 }; });
    await tapSpace(page, await page.$eval("#board-form .can", (cell) => cell.dataset.at));
    let thinnest = first.width;
    for (let n = 0; n < 40; n += 1) {
      for (const { at, x, y, width } of await discs()) {
        const [left, top] = at.split(" ").map((place) => board.side * (Number(place) / 100 + 0.5));
        check(Math.hypot(x - board.x - left, y - board.y - top) < board.side / 10, `the disc of ${at} is at ${x}, ${y}, ${width} wide`);
        thinnest = Math.min(thinnest, width);
      }
    }
    check(thinnest < first.width * 0.8, `no disc was seen turning: ${thinnest} of ${first.width}`);
  }));
}
