// Checkers on the page: a chain of captures, dragged from square to square and seen hop by hop; squares with two names.

import { begun } from "./games.mjs";
import { space, spot, tapSpace } from "./pointer.mjs";

/** A man on g7 takes three and is crowned on a1, which wins. */
const CHAIN = "B:W11,18,25:B7,8";
/** White has a man to move, and whatever it does, Black has to take the other three in one move. */
const TO_BE_TAKEN = "W:W11,18,25,32:B4,8";
const TURN_MS = 5000;

/** Carries what stands on a square to another one, by the mouse. */
async function carry(page, from, to) {
  for (const [at, act] of [[from, "down"], [to, "up"]]) {
    const { x, y } = await spot(page, space(at));
    await page.mouse.move(x, y, { steps: 5 });
    await page.mouse[act]();
  }
}

/** Notes each place of the man on this square from now on, and how many pieces stand beside it. */
function watch(page, from) {
  return page.evaluate((square) => {
    const place = (use) => {
      const [x, y] = ["x", "y"].map((name) => Math.round(Number(use.getAttribute(name)) / 100));
      return [...document.querySelectorAll("#board-form button[data-at]")].find(({ parentElement: cell }) => cell.className === `c${x + 1}` && cell.parentElement.className === `r${y + 1}`).dataset.at;
    };
    const pieces = document.querySelector("#board-form .pieces");
    const man = [...pieces.children].find((use) => place(use) === square);
    window.places = [];
    new MutationObserver(() => {
      const at = place(man);
      if (at === (window.places.at(-1)?.at ?? square)) return;
      window.places.push({ at, others: pieces.querySelectorAll("[data-p]").length - 1 });
    }).observe(pieces, { subtree: true, childList: true, attributeFilter: ["x", "y"] });
  }, from);
}

const prefix = (page) => page.inputValue("#board-form input[name=prefix]");

/** The tests, with what run.mjs lends them. */
export async function checkers({ test, check, visit, passCaptcha, url }) {
  await test("a chain of captures is dragged from square to square", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await begun(page, url, "checkers", CHAIN);
    const movers = () => page.$$eval("#board-form .mover", (cells) => cells.map((cell) => cell.dataset.at).join());
    check(await movers() === "g7,e7" || await movers() === "e7,g7", `${await movers()} can be taken up`);
    await carry(page, "g7", "e5");
    check(await prefix(page) === "g7,e5", `after a hop the move is ${await prefix(page)}`);
    check(await movers() === "e5", `after a hop ${await movers()} can be taken up`);
    await carry(page, "e5", "h8");
    check(await prefix(page) === "g7,e5", `after a mis-drop the move is ${await prefix(page)}`);
    const e5 = await spot(page, space("e5"));
    const man = await page.evaluate(({ x, y }) => [...document.querySelectorAll("#board-form .pieces use.dark")].some((use) => {
      const { left, right, top, bottom } = use.getBoundingClientRect();
      return Math.abs((left + right) / 2 - x) < 3 && Math.abs((top + bottom) / 2 - y) < 3;
    }), e5);
    check(man, "after a mis-drop the man is not back on e5");
    await carry(page, "e5", "c3");
    check(await prefix(page) === "g7,e5,c3", `after two hops the move is ${await prefix(page)}`);
    await carry(page, "c3", "a1");
    await page.waitForFunction(() => !document.querySelector(".result").hidden, null, { timeout: TURN_MS });
    const end = await page.textContent("#board-status");
    check(end.startsWith("You won"), end);
    return end;
  }));
  for (const [how, options, expected] of [["hop by hop", { reducedMotion: "no-preference" }, ["e5 4", "c3 3", "a1 2"]], ["at once where nothing may move", {}, ["a1 2"]]]) {
    await test(`the engine's chain of captures is shown ${how}`, () => visit(options, async (page) => {
      await passCaptcha(page, url);
      await begun(page, url, "checkers", TO_BE_TAKEN, "1");
      await watch(page, "g7");
      for (const at of ["g1", "h2"]) await tapSpace(page, at);
      await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2 && document.getElementById("board-status").classList.contains("mine"), null, { timeout: TURN_MS });
      await page.waitForTimeout(600);
      const places = await page.evaluate(() => window.places.map(({ at, others }) => `${at} ${others}`));
      check(places.join() === expected.join(), `seen on ${places.join()}`);
      const last = await page.evaluate(async () => (await (await fetch(location.pathname, { headers: { Accept: "application/json" } })).json()).last);
      check(last.fx?.length === 4 && last.path.join() === "g7,e5,c3,a1", JSON.stringify(last));
      return places.join(", ");
    }));
  }
  await test("squares of checkers have two names, on a turned board, too", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await begun(page, url, "checkers", "B:W21,32:B1,11");
    /** The square on which a number is drawn, and what that is called. */
    const named = () => page.evaluate(() => [...document.querySelectorAll("#board .coords .number")].map((number) => {
      const { left, right, top, bottom } = number.getBoundingClientRect();
      const cell = [...document.querySelectorAll("#board-form button[data-at]")].find((button) => {
        const box = button.getBoundingClientRect();
        return box.left <= left && right <= box.right && box.top <= top && bottom <= box.bottom + 1;
      });
      return [number.textContent, cell?.dataset.at ?? "none", cell?.getAttribute("aria-label") ?? ""];
    }));
    // As the books number them: b8 is 1, h8 is 4, a7 is 5, g1 is 32.
    const expected = ["8", "7", "6", "5", "4", "3", "2", "1"].flatMap((rank, row) => (row % 2 ? ["a", "c", "e", "g"] : ["b", "d", "f", "h"]).map((file) => file + rank));
    for (const side of ["as it came", "turned", "turned back"]) {
      if (side !== "as it came") await page.click("#board-flip");
      const found = await named();
      check(found.length === 32, `${found.length} numbers, ${side}`);
      for (const [number, at, label] of found) {
        check(at === expected[Number(number) - 1], `${number} is on ${at}, ${side}`);
        check(label.startsWith(`${number}, `), `${at} is called ${label}, ${side}`);
      }
      check(found.find(([, at]) => at === "f6")[2].startsWith("11, black man"), `f6 is called ${found.find(([, at]) => at === "f6")[2]}`);
    }
  }));
}
