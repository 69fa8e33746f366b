// Playing whole games on the page: by mouse and by finger, by keys alone, and by plain forms where scripts are off.

import { tapOn, tapSpace } from "./pointer.mjs";

/** Whoever waits longer for a turn waits for news that is lost. */
const TURN_MS = 5000;
const MAX_TAPS = 1500;

/** The same sequence for the same seed, so that a failure comes again (mulberry32). @param {number} seed */
export function random(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Starts a game by the form of its page. */
export async function start(page, url, game, level) {
  await page.goto(`${url}/play/${game}`);
  await page.locator(`input[name=level][value="${level}"]`).check({ force: true });
  await page.locator("input[name=side][value='0']").check({ force: true });
  await Promise.all([page.waitForURL("**/games/*"), page.locator("form[action='/games'] button.main").click()]);
}

/** Starts a game from a position, as a program does. */
export async function begun(page, url, game, position, side = "0") {
  const id = await page.evaluate(async (fields) => {
    const answer = await fetch("/games", { method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: JSON.stringify(fields) });
    return (await answer.json()).id;
  }, { game, level: "1", side, start: position });
  await page.goto(`${url}/games/${id}`);
}

/** Buttons of choices: on the board itself, or beside it. */
const CHOICES = ".picker button, #board-choices button";

/** What the board shows now: is it over, is it this player's turn, and which spaces may be tapped: none while there are choices on the board. */
const state = (page) => page.evaluate((choices) => {
  const cells = document.querySelector(".picker") ? [] : [...document.querySelectorAll("#board-form button[data-at]")];
  return {
    isOver: !document.querySelector(".result").hidden,
    isMine: document.getElementById("board-status").classList.contains("mine"),
    ply: Number(document.querySelector("#board-form input[name=ply]").value),
    prefix: document.querySelector("#board-form input[name=prefix]").value,
    open: cells.filter((cell) => cell.getAttribute("aria-disabled") !== "true" && cell.getAttribute("aria-pressed") !== "true").map((cell) => cell.dataset.at),
    choice: document.querySelector(choices)?.value ?? "",
  };
}, CHOICES);

/** Waits until there is something to do, and says what. */
async function turn(page, hasScripts) {
  const until = Date.now() + TURN_MS;
  for (;;) {
    // A page that comes after a tap without scripts may not be there as a whole yet.
    if (!hasScripts) await page.waitForLoadState("domcontentloaded");
    const now = await state(page);
    if (now.isOver || (now.isMine && (now.open.length > 0 || now.choice))) return now;
    if (Date.now() > until) throw new Error(`nothing to do on the board for ${TURN_MS} ms: ${JSON.stringify(now)}`);
    await page.waitForTimeout(40);
    // Without scripts the page asks again by itself once a second; here nobody waits for it.
    if (!hasScripts) await page.reload();
  }
}

/** Plays random taps to the end. `tap` does one; returns how many it took. */
async function play(page, pick, hasScripts, tap) {
  for (let taps = 0; taps < MAX_TAPS; taps += 1) {
    const now = await turn(page, hasScripts);
    if (now.isOver) return taps;
    if (now.open.length) await tap(now.open[pick(now.open.length)]);
    else await tapOn(page, `:is(${CHOICES})[value="${now.choice}"]`);
    if (!hasScripts) continue;
    // A tap changes something: the half-made move, or the position.
    const before = `${now.ply} ${now.prefix}`;
    await page.waitForFunction((old) => {
      const read = (name) => document.querySelector(`#board-form input[name=${name}]`).value;
      return `${Number(read("ply"))} ${read("prefix")}` !== old || !document.querySelector(".result").hidden;
    }, before, { timeout: TURN_MS });
  }
  throw new Error(`no end after ${MAX_TAPS} taps`);
}

export const byMouse = (page, pick) => play(page, pick, true, (at) => tapSpace(page, at));

export const byFinger = (page, pick) => play(page, pick, true, (at) => tapSpace(page, at, true));

export const withoutScripts = (page, pick) =>
  play(page, pick, false, (at) => Promise.all([page.waitForEvent("domcontentloaded"), page.click(`#board-form button[data-at="${at}"]`)]));

/** Only keys: Tab to the board, arrows to the space, Enter. */
export async function byKeys(page, pick) {
  await page.locator("#board-form button[tabindex='0']").focus();
  return play(page, pick, true, async (at) => {
    await walkTo(page, at);
    await page.keyboard.press("Enter");
  });
}

/** Finds the shortest way over the board by arrows, trying them out where the way is not known yet. */
export async function walkTo(page, target) {
  const focused = () => page.evaluate(() => document.activeElement?.dataset?.at ?? "");
  if (!(await focused())) await page.locator("#board-form button[tabindex='0']").focus();
  const ways = await map(page);
  let queue = [[await focused(), []]];
  const seen = new Set();
  for (const [at, keys] of queue) {
    if (at === target) {
      for (const key of keys) await page.keyboard.press(key);
      const reached = await focused();
      if (reached !== target) throw new Error(`arrows led to ${reached} instead of ${target}`);
      return;
    }
    if (seen.has(at)) continue;
    seen.add(at);
    for (const [key, next] of Object.entries(ways[at])) queue.push([next, [...keys, key]]);
  }
  throw new Error(`arrows do not lead to ${target}`);
}

/** Where each arrow leads, from where the spaces stand on the screen: the next one in that direction. */
const map = (page) => page.evaluate(() => {
  const cells = [...document.querySelectorAll("#board-form button[data-at]")].map((cell) => {
    const box = cell.getBoundingClientRect();
    return { at: cell.dataset.at, x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  });
  const near = (a, b) => Math.abs(a - b) <= 3;
  const next = (from, inLine, ahead) =>
    cells.filter((to) => inLine(to) && ahead(to) > 3).sort((a, b) => ahead(a) - ahead(b))[0]?.at;
  return Object.fromEntries(cells.map((from) => {
    const row = (to) => near(to.y, from.y);
    const column = (to) => near(to.x, from.x);
    const ways = {
      ArrowRight: next(from, row, (to) => to.x - from.x), ArrowLeft: next(from, row, (to) => from.x - to.x),
      ArrowDown: next(from, column, (to) => to.y - from.y), ArrowUp: next(from, column, (to) => from.y - to.y),
    };
    return [from.at, Object.fromEntries(Object.entries(ways).filter(([, at]) => at))];
  }));
});
