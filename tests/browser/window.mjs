// The board in windows of all sizes: nothing lies over a square, the whole of it is on a low screen, and nothing moves while a
// match is played.

import { castling, positioned } from "./chess.mjs";
import { begun, start } from "./games.mjs";
import { QUARTERS, settled, tapOn, tapSpace } from "./pointer.mjs";

const SIZES = [[1280, 720], [1280, 800], [1366, 650], [1440, 789], [1536, 730], [1180, 820], [1920, 950], [390, 844], [844, 390], [320, 568]];
/** Phones on their side, and the windows above at twice the size of everything. */
const LOW = [[844, 390], [640, 360], [640, 400], [683, 325], [720, 394], [768, 365], [590, 410], [960, 475]];
/** Positions in which a piece may be taken up. */
const POSITIONS = /** @type {Record<string, string>} */ ({
  chess: castling, morabaraba: "@@@@****/****OOOO/******** b m s 4 0 4 0 board:12d", "nine-mens-morris": "***@****/*O*@@*@O/OO****@O w m s 5 0 5 0 board:9",
});
/** On a board with more spaces than this the mouse presses at a third of the quarters in each window, at other ones from window to window. */
const MANY_SPACES = 100;
const SCROLLS = 8;
const SMALLEST_PX = 24;
/** The same on a board of fifteen lines, the whole of which leaves no more room in a low window: its moves can be typed, and a page can be enlarged. */
const SMALLEST_OF_MANY_PX = 16;
/** How far a whole match may move what can be seen, all taps counted. */
export const SHIFT = 0.05;

/** The points that are in the window now, each with what is met there; and whether points are still out of sight. */
const look = (page, seen) => page.evaluate(([quarters, done]) => {
  const found = { met: [], points: [], below: 0 };
  for (const cell of document.querySelectorAll("#board-form button[data-at]")) {
    const box = cell.getBoundingClientRect();
    for (const [across, down] of quarters) {
      const name = `${cell.dataset.at} ${across} ${down}`;
      const [x, y] = [box.x + box.width * across, box.y + box.height * down];
      if (done.includes(name)) continue;
      if (x < 0 || x >= innerWidth || y < 0 || y >= innerHeight) { found.below = y; continue; }
      const hit = document.elementFromPoint(x, y);
      found.points.push({ name, x, y });
      if (hit !== cell) found.met.push(`${hit?.tagName}.${hit?.className} over ${name}`);
    }
  }
  return found;
}, [QUARTERS, seen]);

/** From here on, where `globalThis.pressed` is a list, presses of the mouse are written down there by what they meet, and go no further. */
const notePresses = (page) => page.evaluate(() => {
  for (const kind of ["pointerdown", "pointerup", "mousedown", "mouseup", "click"]) {
    addEventListener(kind, (event) => {
      if (!globalThis.pressed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const target = /** @type {HTMLElement} */ (event.target);
      if (kind === "pointerdown") globalThis.pressed.push(target.dataset?.at ?? `${target.tagName}.${target.className}`);
    }, { capture: true });
  }
});

/** Presses the mouse's button at each of the points, and says where something else took it. */
async function pressAll(mouse, page, points) {
  await page.evaluate(() => { globalThis.pressed = []; });
  // One after the other in the browser; the answers are waited for together.
  await Promise.all(points.flatMap(({ x, y }) => ["mousePressed", "mouseReleased"].map((type) => mouse.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 }))));
  const pressed = await page.evaluate(() => {
    const { pressed: all } = globalThis;
    globalThis.pressed = undefined;
    return all;
  });
  if (pressed.length !== points.length) return [`${pressed.length} of ${points.length} presses came`];
  return points.flatMap(({ name }, n) => (pressed[n] === name.split(" ")[0] ? [] : [`${pressed[n]} took the press at ${name}`]));
}

/** What lies over the four quarters of any space, and whether some never came into the window. A `mouse` presses its button in each of them, too, or at the `offset`th of each `every` of them. */
export async function everyQuarter(page, mouse = undefined, { every = 1, offset = 0 } = {}) {
  const met = [];
  const seen = [];
  const { width, height } = page.viewportSize();
  for (let n = 0; n < SCROLLS; n += 1) {
    const { met: wrong, points, below } = await look(page, seen);
    met.push(...wrong);
    if (mouse) met.push(...await pressAll(mouse, page, points.filter((_, n) => (seen.length + n + offset) % every === 0)));
    seen.push(...points.map(({ name }) => name));
    if (!below) break;
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.wheel(0, below - height / 2);
    await settled(page);
  }
  const count = await page.locator("#board-form button[data-at]").count();
  if (!count) met.push("there is no board");
  const missing = count * QUARTERS.length - seen.length;
  if (missing) met.push(`${missing} quarters were never in the window`);
  return met;
}

/** At ten sizes, at rest and (where the game has it) with something selected: `select` is a tap that selects. */
export async function nothingLiesOver(page, url, game, select) {
  if (game in POSITIONS) await begun(page, url, game, POSITIONS[game]);
  else await start(page, url, game, "1");
  await notePresses(page);
  let looks = 0;
  const mouse = await page.context().newCDPSession(page);
  const every = await page.locator("#board-form button[data-at]").count() > MANY_SPACES ? 3 : 1;
  for (const isSelected of select ? [false, true] : [false]) {
    if (isSelected) await tapSpace(page, select);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const selected = await page.locator("#board-form button[aria-pressed=true]").count();
      if (selected !== Number(isSelected)) throw new Error(`${selected} squares are selected`);
      const met = await everyQuarter(page, mouse, { every, offset: looks });
      if (met.length) throw new Error(`at ${width} by ${height}${isSelected ? " with a selection" : ""}: ${met.length} points, ${met.slice(0, 3).join("; ")}`);
      looks += 1;
    }
  }
  return `${looks} looks`;
}

/** On a low screen the whole board is in the window as the page comes, and its spaces are not too small to hit. */
export async function wholeOnLowScreens(page, url, game) {
  if (game) await start(page, url, game, "1");
  else await page.goto(url);
  const sizes = [];
  for (const [width, height] of LOW) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    await settled(page);
    const [box, cell] = await page.evaluate(() => [".box", ".grid button"].map((part) => document.querySelector(`#board-form ${part}`).getBoundingClientRect().toJSON()));
    if (box.top < 0 || box.left < 0 || box.bottom > height || box.right > width) throw new Error(`at ${width} by ${height} the board is from ${box.left}, ${box.top} to ${box.right}, ${box.bottom}`);
    if (cell.width < (box.width / cell.width > 12 ? SMALLEST_OF_MANY_PX : SMALLEST_PX)) throw new Error(`at ${width} by ${height} a space is ${cell.width} px wide`);
    sizes.push(Math.round(cell.width));
  }
  return `spaces of ${sizes.join(", ")} px`;
}

/** Counts every layout shift from the first paint on, also those right after a tap. */
export const countShifts = (page) => page.addInitScript(() => {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shifts.push({ value: entry.value, what: [`${document.readyState}, ${Math.round(entry.startTime)} ms`, ...entry.sources.map(({ node, previousRect: a, currentRect: b }) => `${node?.nodeName}#${node?.id ?? ""}.${node?.className ?? ""} ${a.x},${a.y} ${a.width}x${a.height} to ${b.x},${b.y} ${b.width}x${b.height}`)] });
  }).observe({ type: "layout-shift", buffered: true });
});

/** What moved on this page since it came, and that it is little. To be asked before a picture of the whole page is taken: that lays it out anew. */
export async function fewShifts(page) {
  await settled(page);
  const shifts = await page.evaluate(() => globalThis.shifts);
  const all = shifts.reduce((sum, { value }) => sum + value, 0);
  if (all > SHIFT) throw new Error(`what is seen has moved by ${all.toFixed(3)}: ${shifts.sort((a, b) => b.value - a.value).slice(0, 4).map(({ value, what }) => `${value.toFixed(3)} ${what.join(" | ")}`).join("; ")}`);
  return `moved by ${all.toFixed(4)}`;
}

/** A match with everything in it that comes and goes: a selection, a refusal, a hint, a taking back, a promotion. */
export async function nothingMoves(page, url, hasTouch) {
  await countShifts(page);
  await positioned(page, url, "8/P3k3/8/8/8/8/7P/4K3 w - - 0 1");
  const plies = (count) => page.waitForFunction((wanted) => document.querySelectorAll("#board-played li").length === wanted && document.getElementById("board-status").classList.contains("mine"), count, { timeout: 5000 });
  const tap = (at) => tapSpace(page, at, hasTouch);
  const act = (name) => tapOn(page, `#board-acts [data-act=${name}] button`, { hasTouch });
  await tap("h2");
  await tap("b6");
  await page.waitForSelector("#board-refusal:not([hidden])");
  await tap("h2");
  await tap("h3");
  await plies(2);
  await act("takeback");
  await plies(0);
  await act("hint");
  await page.waitForSelector("#board-hint:not([hidden])");
  await tap("a7");
  await tap("a8");
  await tapOn(page, '#board-form button[value="=Q"]', { hasTouch });
  await plies(2);
  return fewShifts(page);
}
