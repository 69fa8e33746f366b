// Larger text, enlarged pages and low windows: the board keeps a size that can be played on and the page scrolls, nothing is pushed out
// sideways, and what stands around the board has places of its own.

import { begun, start } from "./games.mjs";
import { settled } from "./pointer.mjs";
import { openBrowser } from "./site.mjs";
import { everyQuarter } from "./window.mjs";

/** The browser's size of text, and windows: pages at three and four times their size (WCAG 2.2, 1.4.10), split screens, phones upright and lying. */
const WINDOWS = /** @type {[number, number[][]][]} */ ([
  [16, [[320, 256], [455, 256], [500, 300], [360, 320], [412, 400]]],
  [24, [[390, 844], [320, 568], [667, 375], [844, 390]]],
  [32, [[390, 844], [667, 375], [844, 390], [1366, 768]]],
]);
const GAMES = ["chess", "fanorona", "go", "gomoku"];
const PAGES = ["/", "/play", "/play/chess", "/rules/chess", "/signup", "/login", "/preferences"];
/** A narrower board is not hit any more. */
const BOARD_PX = 200;
/** The least width of a tool for a finger. */
const TOOL_PX = 40;
const DESKTOP = { width: 1280, height: 800 };

const resize = async (page, [width, height]) => {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => scrollTo(0, 0));
  await settled(page);
};

/** A visitor whose browser has text of this size. */
async function withText(px, body) {
  const browser = await openBrowser({ args: [`--blink-settings=defaultFontSize=${px}`] });
  try {
    const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce" });
    return await body(await context.newPage());
  } finally {
    await browser.close();
  }
}

/** Which of the parts stand in each other's places or are wider than theirs. */
const wrongParts = (page) => page.evaluate(() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((part) => part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().width > 0);
  const wrong = [];
  const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const line = [["#board-choices > *"], ["#board-played"], [".steps"]].map(([selector]) => seen(selector).map((part) => part.getBoundingClientRect()));
  line.forEach((parts, n) => line.slice(n + 1).forEach((others) => { if (parts.some((a) => others.some((b) => meets(a, b)))) wrong.push("choices, moves and steps meet"); }));
  const list = document.querySelector("#board-played").getBoundingClientRect();
  for (const part of seen(".before-first")) {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    if (left < list.left - 1 || top < list.top - 1 || right > list.right + 1 || bottom > list.bottom + 1) wrong.push(`"${part.textContent}" is from ${left}, ${top} to ${right}, ${bottom}, its place from ${list.left}, ${list.top} to ${list.right}, ${list.bottom}`);
  }
  for (const part of seen(".heading h1, .result button, .result a, .result summary")) if (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1) wrong.push(`"${part.textContent}" is cut`);
  return wrong;
});

/** The tests, with what run.mjs lends them. */
export async function largeText({ test, check, visit, passCaptcha, noSidewaysScroll, url }) {
  for (const [px, windows] of WINDOWS) {
    await test(`with text of ${px} px and in low windows the board can be played on`, () => withText(px, async (page) => {
      await passCaptcha(page, url);
      const sizes = [];
      for (const game of GAMES) {
        await start(page, url, game, "1");
        for (const size of windows) {
          await resize(page, size);
          const { width } = await page.locator(".table .box").boundingBox();
          check(width >= Math.min(BOARD_PX, size[0]), `at ${size.join(" by ")} the board of ${game} is ${width} px wide`);
          await noSidewaysScroll(page);
          const wrong = [...await everyQuarter(page), ...await wrongParts(page)];
          check(!wrong.length, `${game} at ${size.join(" by ")}: ${wrong.slice(0, 3).join("; ")}`);
          sizes.push(Math.round(width));
        }
      }
      return `boards of ${sizes.join(", ")} px`;
    }));
    await test(`with text of ${px} px and in low windows a result is whole`, () => withText(px, async (page) => {
      await passCaptcha(page, url);
      await begun(page, url, "tic-tac-toe", "XX./OO./... x");
      await page.click("#board-form button[data-at=c3]");
      await page.waitForSelector(".result");
      for (const size of windows) {
        await resize(page, size);
        const wrong = await wrongParts(page);
        const [said, place] = await page.$eval(".talk", (talk) => [talk.scrollHeight, talk.clientHeight]);
        if (said > place + 1) wrong.push(`the result takes ${said} px and has ${place}`);
        check(!wrong.length, `at ${size.join(" by ")}: ${wrong.join("; ")}`);
      }
    }));
    await test(`with text of ${px} px and in low windows no page scrolls sideways`, () => withText(px, async (page) => {
      for (const path of PAGES) {
        await page.goto(url + path);
        for (const size of windows) {
          await resize(page, size);
          await noSidewaysScroll(page).catch((error) => { throw new Error(`${path} at ${size.join(" by ")}: ${error.message}`); });
        }
      }
    }));
  }
  await test("beside a broad board on a lying phone there is room for the level, the first move and the tools", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "fanorona", "3");
    for (const size of [[844, 390], [740, 340], [667, 375], [640, 360]]) {
      await resize(page, size);
      const [name, first] = [page.locator(".players li:not(.own) strong"), page.locator(".before-first")];
      check(await first.isVisible() && (await first.innerText()).startsWith("First move: White."), `at ${size.join(" by ")} nothing says who moves first`);
      // The end of the name, which is cut at its beginning.
      const at = await name.evaluate((part) => {
        const text = part.firstChild;
        const range = document.createRange();
        range.setStart(text, text.textContent.lastIndexOf("3"));
        range.setEnd(text, text.textContent.length);
        const [digit, strip] = [range.getBoundingClientRect(), part.getBoundingClientRect()];
        return digit.width > 0 && digit.left >= strip.left - 1 && digit.right <= strip.right + 1;
      });
      check(at, `at ${size.join(" by ")} the level is out of sight`);
      const narrow = await page.$$eval("#board-acts .tool", (tools) => tools.map((tool) => tool.getBoundingClientRect().width).filter((width) => width > 0));
      check(Math.min(...narrow) >= TOOL_PX, `at ${size.join(" by ")} the tools are ${narrow} px wide`);
      const wrong = await wrongParts(page);
      check(!wrong.length, `at ${size.join(" by ")}: ${wrong.join("; ")}`);
    }
  }));
  await test("Pass has a place of its own", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "go", "1");
    for (const size of [[390, 844], [360, 640], [320, 568], [844, 390], [640, 360], [768, 1024], [1366, 768]]) {
      await resize(page, size);
      check(await page.locator("#board-choices button").isVisible(), "there is no Pass");
      const wrong = await wrongParts(page);
      check(!wrong.length, `at ${size.join(" by ")}: ${wrong.join("; ")}`);
    }
  }));
  await test("a result that is longer than its place is read from its beginning", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await begun(page, url, "tic-tac-toe", "XX./OO./... x");
    await page.click("#board-form button[data-at=c3]");
    await page.waitForSelector(".result");
    await page.$eval("#board-status", (status) => status.append(" and so on".repeat(200)));
    let scrolled = 0;
    for (const size of [[1366, 768], [390, 844], [844, 390], [640, 360]]) {
      await resize(page, size);
      const [more, above] = await page.$eval(".talk", (talk) => {
        talk.scrollTop = 0;
        return [talk.scrollHeight - talk.clientHeight, talk.getBoundingClientRect().top - talk.querySelector("#board-status").getBoundingClientRect().top];
      });
      check(above <= 1, `at ${size.join(" by ")} ${above} px of it are above its place`);
      scrolled += Number(more > 1);
    }
    check(scrolled > 0, "its place grows with it everywhere");
  }));
  await test("a tool that cannot be used keeps its word", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "chess", "1");
    for (const [size, words] of /** @type {[number[], string][]} */ ([[[1366, 768], "Take back,Offer a draw"], [[768, 1024], "Take back"], [[390, 844], "Take back"]])) {
      await resize(page, size);
      const found = await page.$$eval("#board-acts > [data-act][hidden] .tool span", (spans) => spans.filter((span) => span.checkVisibility({ visibilityProperty: true }) && span.getBoundingClientRect().width > 10).map((span) => span.textContent));
      check(found.join() === words, `at ${size.join(" by ")} these have words: ${found}`);
      const nameless = await page.$$eval("#board-acts .tool span", (spans) => spans.filter((span) => span.checkVisibility({ visibilityProperty: true }) && span.getBoundingClientRect().width <= 10).map((span) => span.textContent));
      check(!nameless.length, `at ${size.join(" by ")} these have none: ${nameless}`);
    }
  }));
  await test("how much the engine looked at is said as a whole or not at all", () => visit({ viewport: { width: 390, height: 844 } }, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "chess", "1");
    for (const [task, isShown] of /** @type {[string, boolean][]} */ ([["Choose a piece.", true], ["Choose where the king goes, or the rook to castle with, where that is possible.", false]])) {
      await page.evaluate((words) => {
        document.getElementById("board-task").textContent = words;
        document.getElementById("board-effort").textContent = "Level 1 looked at 400 positions.";
      }, task);
      await settled(page);
      const [line, place] = await page.$eval("#board-effort", (effort) => {
        const range = document.createRange();
        range.selectNodeContents(effort);
        return [range.getBoundingClientRect().toJSON(), document.querySelector(".talk").getBoundingClientRect().toJSON()];
      });
      const isIn = line.left < place.right && line.top >= place.top && line.bottom <= place.bottom + 1;
      check(isShown ? isIn : line.left >= place.right - 1, `"${task}": the line is from ${line.left}, ${line.top} to ${line.right}, ${line.bottom}, its place from ${place.left}, ${place.top} to ${place.right}, ${place.bottom}`);
    }
  }));
  await test("an analysis has the players' names in full, and breaks no move", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await begun(page, url, "tic-tac-toe", "XX./OO./... x");
    await page.click("#board-form button[data-at=c3]");
    await page.waitForSelector(".result");
    await page.waitForFunction(() => document.querySelector(".acts")?.getAnimations({ subtree: true }).every(({ playState }) => playState !== "running"));
    await Promise.all([page.waitForEvent("load"), page.click(".analyse button")]);
    await page.waitForSelector("#analysis[data-state=done]", { timeout: 60_000 });
    for (const size of [[1366, 768], [1920, 1080], [1024, 768], [390, 844], [320, 640], [844, 390], [640, 360]]) {
      await resize(page, size);
      const wrong = await page.evaluate(() => {
        const cut = [...document.querySelectorAll(".tally :is(th, td)")].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent);
        const [table, part] = [".tally", ".analysis"].map((selector) => document.querySelector(selector).getBoundingClientRect());
        if (table.right > part.right) cut.push("the table is wider than its place");
        const line = document.createElement("p");
        line.className = "line";
        for (let n = 0; n < 40; n += 1) line.append(Object.assign(document.createElement("a"), { textContent: "O-O-O" }), " ");
        document.querySelector(".remark").append(line);
        cut.push(...[...line.children].filter((move) => move.getClientRects().length !== 1 || move.getBoundingClientRect().height > 1.5 * line.firstElementChild.getBoundingClientRect().height).map(() => "a move is broken"));
        line.remove();
        return cut;
      });
      check(!wrong.length, `at ${size.join(" by ")}: ${wrong.join("; ")}`);
    }
  }));
}
