// Rules pages: the exercise by mouse, by keys and without scripts; and the words for a first match.

import { start } from "./games.mjs";
import { tapOn } from "./pointer.mjs";
import { countShifts, fewShifts } from "./window.mjs";

const ANSWER_MS = 5000;
/** The taps of a wrong and of a right move, worked out on paper. */
const TAPS = /** @type {Record<string, [string[], string[]]>} */ ({
  chess: [["a1", "a7"], ["a1", "a8"]],
  checkers: [["e7", "g5"], ["g7", "e5", "c3", "a1"]],
  "connect-four": [["a6"], ["f5"]],
  fanorona: [["g5", "f5"], ["d3", "e3", "e2", "d2"]],
  go: [["a1"], ["g5"]],
  gomoku: [["a1"], ["h8"]],
  morabaraba: [["a1"], ["e3", "d3"]],
  othello: [["c4"], ["d6"]],
  "tic-tac-toe": [["c1"], ["c3"]],
});
const COACH = "Place a cow on any empty point.";

const cell = (at) => `#exercise-form button[data-at="${at}"]`;
const said = (page, judgement) => page.waitForSelector(`#exercise-answer[data-judgement="${judgement}"] p`, { timeout: ANSWER_MS }).then((line) => line.innerText());

/** A wrong move, once more, and the right one. `tap` is one tap on a space, `again` the way back. */
async function solve(page, check, game, tap, again) {
  const [wrong, right] = TAPS[game];
  for (const at of wrong) await tap(at);
  const first = await said(page, "not-yet");
  check(first.startsWith("Not yet. "), `a wrong move is answered with: ${first}`);
  await again();
  for (const at of right) await tap(at);
  const last = await said(page, "right");
  check(last.startsWith("Right! "), `the right move is answered with: ${last}`);
  return last;
}

/** Moves the focus by arrow keys from space to space, as a person would, and taps with Enter. */
async function byArrows(page, at) {
  const step = () => page.evaluate((wanted) => {
    const [here, there] = [document.activeElement, document.querySelector(wanted)].map((part) => part?.getBoundingClientRect());
    if (!here || !there) return "";
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    if (Math.abs(dx) < 2 && Math.abs(dy) < 2) return "";
    return Math.abs(dx) >= 2 && (Math.abs(dy) < 2 || Math.abs(dx) >= Math.abs(dy)) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : (dy > 0 ? "ArrowDown" : "ArrowUp");
  }, cell(at));
  for (let n = 0; n < 30; n += 1) {
    const key = await step();
    if (!key) break;
    await page.keyboard.press(key);
  }
  await page.keyboard.press("Enter");
}

/** The tests, with what run.mjs lends them. */
export async function rules({ test, check, visit, passCaptcha, url }) {
  for (const game of Object.keys(TAPS)) {
    await test(`the exercise of ${game} by mouse`, () => visit({}, async (page) => {
      await countShifts(page);
      await page.goto(`${url}/rules/${game}`);
      await page.waitForLoadState("networkidle");
      let loads = 0;
      page.on("framenavigated", () => { loads += 1; });
      const words = await solve(page, check, game, (at) => tapOn(page, cell(at)), () => tapOn(page, "#exercise-again"));
      check(loads === 0, `the page was loaded ${loads} times`);
      return `${words} ${await fewShifts(page)}`;
    }));
  }
  await test("after a wrong move of an exercise the next tap is the next try", () => visit({}, async (page) => {
    await page.goto(`${url}/rules/chess`);
    await page.waitForLoadState("networkidle");
    return solve(page, check, "chess", (at) => tapOn(page, cell(at)), async () => {});
  }));
  for (const [name, options] of [["", {}], [" without scripts", { javaScriptEnabled: false }]]) {
    await test(`a capture that could go on can be finished in an exercise${name}`, () => visit(options, async (page) => {
      await page.goto(`${url}/rules/fanorona`);
      await page.waitForLoadState("networkidle");
      for (const at of ["d3", "e3"]) await (name ? page.click(cell(at)) : tapOn(page, cell(at)));
      await page.getByRole("button", { name: "Finish move" }).click();
      const words = await said(page, "not-yet");
      check(words.startsWith("Not yet. "), `the finished move is answered with: ${words}`);
    }));
  }
  await test("a choice by keys leaves the keyboard at the exercise", () => visit({}, async (page) => {
    await page.goto(`${url}/rules/fanorona`);
    await page.waitForLoadState("networkidle");
    for (const at of ["d3", "e3"]) await tapOn(page, cell(at));
    await page.getByRole("button", { name: "Finish move" }).focus();
    await page.keyboard.press("Enter");
    await said(page, "not-yet");
    check(await page.evaluate(() => Boolean(document.activeElement?.closest("#exercise"))), "the keyboard is lost");
  }));
  await test("F turns the board of an exercise with its marks, and not where pieces fall", () => visit({}, async (page) => {
    const first = () => page.$eval("#exercise-form .grid button", (button) => button.getAttribute("data-at"));
    for (const [game, isTurned] of /** @type {const} */ ([["chess", true], ["connect-four", false]])) {
      await page.goto(`${url}/rules/${game}`);
      await page.waitForLoadState("networkidle");
      const before = await first();
      await page.focus("#exercise-form .grid button[tabindex='0']");
      if (isTurned) await byArrows(page, "a1");
      await page.keyboard.press("f");
      check((await first() !== before) === isTurned, `${game} begins with ${before}, and then with ${await first()}`);
      if (!isTurned) continue;
      const far = await page.evaluate((selector) => {
        const [mark, space] = [document.querySelector("#exercise-form .highlights .selected"), document.querySelector(selector)].map((part) => part?.getBoundingClientRect());
        return mark && space ? Math.hypot(mark.x - space.x, mark.y - space.y) / space.width : undefined;
      }, cell("a1"));
      check(far !== undefined && far < 0.2, `the mark of the selected piece is ${far} spaces away from it`);
    }
  }));
  await test("M after an exercise says that no move is left, and makes none", () => visit({}, async (page) => {
    await page.goto(`${url}/rules/connect-four`);
    await page.waitForLoadState("networkidle");
    await solve(page, check, "connect-four", (at) => tapOn(page, cell(at)), () => tapOn(page, "#exercise-again"));
    const shown = () => page.$eval("#exercise-form .pieces", (pieces) => pieces.innerHTML);
    const before = await shown();
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.focus("#exercise-form .grid button[tabindex='0']");
    await page.keyboard.press("m");
    const words = await said(page, "right");
    check(words.startsWith("No legal move from "), `it says: ${words}`);
    await page.waitForTimeout(200);
    check(!asked.length && await shown() === before && await said(page, "right") === words, `the board or its judgement changes: ${asked}`);
  }));
  await test("the exercise of chess by keys alone", () => visit({}, async (page) => {
    await page.goto(`${url}/rules/chess`);
    await page.waitForLoadState("networkidle");
    await page.focus("#exercise-form .grid button[tabindex='0']");
    return solve(page, check, "chess", (at) => byArrows(page, at), async () => {
      await page.focus("#exercise-again");
      await page.keyboard.press("Enter");
      check(await page.evaluate(() => document.activeElement?.closest("#exercise-form") !== null), "the keyboard is not back on the board");
    });
  }));
  await test("the way into a match is in sight on a page of rules, and never over its exercise", () => visit({}, async (page) => {
    for (const [width, height] of [[1280, 720], [390, 844], [844, 390]]) {
      await page.setViewportSize({ width, height });
      await page.goto(`${url}/rules/chess`);
      const inSight = () => page.locator("a[href='/play/chess']").evaluateAll((links) => links.filter((link) => {
        const { left, right, top, bottom, height: high } = link.getBoundingClientRect();
        return high > 0 && top >= 0 && bottom <= innerHeight && link === document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      }).length);
      check(await inSight() === 1, `at ${width} × ${height} ${await inSight()} links into a match are in sight`);
      if (width !== 390) continue;
      // Wherever the exercise stands in the window, its board is free.
      for (const share of [0.3, 0.6, 0.95]) {
        const covered = await page.evaluate((part) => {
          const board = document.querySelector("#exercise .box");
          if (!board) return "no board";
          scrollTo(0, scrollY + board.getBoundingClientRect().top + board.clientHeight * part - innerHeight);
          const { left, width: wide, bottom } = board.getBoundingClientRect();
          return [0.1, 0.5, 0.9].map((across) => document.elementFromPoint(left + wide * across, Math.min(bottom, innerHeight) - 6)).find((found) => !found?.closest(".box"))?.className;
        }, share);
        check(covered === undefined, `the board is covered by: ${covered}`);
      }
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const [bar, text] = await Promise.all([".play-bar", ".rules .lesson:last-of-type .prose"].map((part) => page.locator(part).last().boundingBox()));
      check(bar && text && text.y + text.height <= bar.y, "the bar lies over the last words");
    }
  }));
  for (const game of ["morabaraba", "connect-four"]) {
    await test(`the exercise of ${game} without scripts`, () => visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${url}/rules/${game}`);
      return solve(page, check, game, (at) => Promise.all([page.waitForURL("**try=**"), page.click(cell(at))]), async () => {
        await Promise.all([page.waitForURL(`**/rules/${game}#exercise`), page.click("#exercise-again")]);
      });
    }));
  }
  await test("what is no move of an exercise is refused in words", () => visit({}, async (page, noise) => {
    await page.goto(`${url}/rules/othello`);
    await page.waitForLoadState("networkidle");
    await tapOn(page, cell("a1"));
    const words = await said(page, "not-legal");
    check(words.includes("a1"), words);
    const answer = await page.goto(`${url}/rules/othello?try=<b>nonsense`);
    check(answer?.status() === 422, `status ${answer?.status()}`);
    check((await said(page, "nonsense")).includes("<b>nonsense"), "what was typed is not shown as text");
    noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("422")));
    return words;
  }));
  for (const [how, javaScriptEnabled] of /** @type {const} */ ([["", true], [" without scripts", false]])) {
    await test(`a first match is explained until one is finished${how}`, () => visit({ javaScriptEnabled: true }, async (page) => {
      await passCaptcha(page, url);
      await start(page, url, "morabaraba", "1");
      const address = page.url();
      const state = await page.context().storageState();
      await visit({ storageState: state, javaScriptEnabled }, async (tab) => {
        await tab.goto(address);
        check((await tab.innerText("#board-task")).startsWith(COACH), await tab.innerText("#board-task"));
        const [status, button] = await Promise.all(["#board-status", ".coach button"].map((selector) => tab.locator(selector).boundingBox()));
        check(button && status && button.height >= 24, `the button is ${button?.height} px high`);
        await Promise.all([tab.waitForURL(address), tab.waitForResponse((answer) => answer.url().endsWith("/account/coach")), tab.click(".coach button")]);
        await tab.waitForLoadState("domcontentloaded");
        check(await tab.innerText("#board-task") === "Place a cow.", "the coach stays");
        check(await tab.locator(".coach").count() === 0, "its button stays");
      });
      await page.reload();
      check((await page.innerText("#board-task")).startsWith(COACH), "in another browser the coach is gone, too");
      // Without a move of one's own a match is not finished by giving it up.
      await tapOn(page, "#board-form button[data-at=a1]");
      await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2, undefined, { timeout: ANSWER_MS });
      await page.click("#board-acts summary");
      await Promise.all([page.waitForResponse((answer) => answer.url().endsWith("/resign")), page.click("#board-acts [data-act=resign] button")]);
      await page.waitForSelector(".result:not([hidden])", { state: "attached" });
      await start(page, url, "morabaraba", "1");
      check(await page.innerText("#board-task") === "Place a cow.", "after a finished match the coach is still there");
    }));
  }
}
