// The course of a match on the page, step by step: what is said while an answer is under way, without any event, after a mis-drop,
// with a hint, from the keyboard, in a system's own colours, and how what a position singles out is drawn and said.

import { castling, positioned } from "./chess.mjs";
import { begun, start } from "./games.mjs";
import { drag, space, spot, tapOn, tapSpace } from "./pointer.mjs";

const TURN_MS = 5000;
const POLLED_MS = 6000;
/** Where there is a wait, words about it stand within this time. */
const SAID_MS = 100;
/** The least contrast of shapes that are not words with their surroundings. */
const CONTRAST = 3;

function check(condition, words) {
  if (!condition) throw new Error(words);
}

const status = (page) => page.textContent("#board-status");
const mine = (page, plies) => page.waitForFunction((count) => document.querySelectorAll("#board-played li").length === count && document.getElementById("board-status").classList.contains("mine"), plies, { timeout: TURN_MS });
const says = (page, words) => page.waitForFunction((text) => document.getElementById("board-status").textContent.includes(text), words, { timeout: TURN_MS });

/** A match goes on where the stream of events is held back, or refused for good. */
export async function withoutEvents(page, url) {
  for (const hold of [() => undefined, (route) => route.fulfill({ status: 204 })]) {
    await page.route("**/events", hold);
    await start(page, url, "connect-four", "1");
    for (const plies of [2, 4, 6]) {
      await tapSpace(page, "d1");
      await mine(page, plies);
    }
    await page.unroute("**/events");
  }
  return `twice six plies, ${await asksLessAndLess(page, url)}`;
}

/** While an answer does not come, the page asks after a second, and then less and less often. */
async function asksLessAndLess(page, url) {
  await page.route("**/events", () => undefined);
  await start(page, url, "connect-four", "1");
  const asked = [];
  let since = 0;
  let thinking;
  // The reply to the move is held, and so are the answers about the match: to the page the engine is thinking all the time.
  await page.route("**/moves", async (route) => {
    const answer = await route.fetch();
    thinking = await answer.json();
    since = Date.now();
    await route.fulfill({ response: answer });
  });
  await page.route(page.url(), (route) => {
    asked.push(Date.now() - since);
    return route.fulfill({ json: thinking });
  });
  await tapSpace(page, "d1");
  await says(page, "thinking");
  await page.waitForTimeout(POLLED_MS);
  check(asked.length >= 2 && asked.length <= 4, `the page asked ${asked.length} times in ${POLLED_MS} ms: ${asked}`);
  check(asked[0] >= 900, `the page asked after ${asked[0]} ms for the first time`);
  const pauses = asked.map((at, n) => at - (asked[n - 1] ?? 0));
  check(pauses.every((pause, n) => n === 0 || pause > pauses[n - 1] * 1.1), `the pauses do not grow: ${pauses}`);
  return `then asked after ${asked.join(", ")} ms`;
}

/** Without a connection the page says so, and with it goes on: the reply to a move that was sent before comes then. */
export async function offlineAndBack(page, url) {
  await start(page, url, "connect-four", "1");
  const context = page.context();
  const refusal = page.locator("#board-refusal");
  await page.route("**/events", () => undefined);
  let isLost = true;
  // Without the reply, as the answer to the move.
  let thinking;
  await page.route("**/moves", async (route) => {
    const answer = await route.fetch();
    thinking = await answer.json();
    await route.fulfill({ response: answer });
  });
  await page.route(page.url(), (route) => (isLost ? route.fulfill({ json: thinking }) : route.continue()));
  await tapSpace(page, "d1");
  await says(page, "thinking");
  await context.setOffline(true);
  await page.waitForFunction(() => document.getElementById("board-refusal").textContent.includes("You are offline"), undefined, { timeout: TURN_MS });
  check(await refusal.isVisible() && await page.locator("#board-played li").count() === 1, "the reply arrives without a connection");
  isLost = false;
  await page.evaluate(() => {
    const live = document.getElementById("board-live");
    new MutationObserver(() => { if (live.textContent.startsWith("You are connected again.")) globalThis.isBack = true; }).observe(live, { childList: true, characterData: true, subtree: true });
  });
  await context.setOffline(false);
  await mine(page, 2);
  check(!(await refusal.isVisible()), "the page stays offline");
  check(await page.evaluate(() => globalThis.isBack), "nobody hears that the connection is back");
}

/** "Sending" is there before the server has answered, "thinking" before the engine has. */
export async function saysWhatItWaitsFor(page, url) {
  await start(page, url, "connect-four", "1");
  let release = () => {};
  await page.route("**/events", () => undefined);
  await page.route("**/moves", async (route) => {
    await new Promise((done) => { release = done; });
    await route.continue();
  });
  let isHeld = true;
  await page.route(page.url(), (route) => (isHeld ? undefined : route.continue()));
  await page.evaluate(() => {
    const line = document.getElementById("board-status");
    let tapped = 0;
    addEventListener("click", (event) => { tapped = event.timeStamp; }, { capture: true, once: true });
    new MutationObserver(() => {
      if (line.textContent.includes("Sending")) globalThis.saidAfter ??= performance.now() - tapped;
      if (line.textContent.includes("thinking")) globalThis.thinkingAt ??= performance.now();
    }).observe(line, { childList: true, characterData: true, subtree: true });
  });
  await tapSpace(page, "d1");
  await says(page, "Sending");
  const saidAfter = await page.evaluate(() => globalThis.saidAfter);
  check(saidAfter <= SAID_MS, `"Sending" comes ${saidAfter} ms after the tap`);
  check(await page.locator("#board-played li").count() === 0, "the move was played before it was sent");
  // What takes longer is read out, too.
  await page.waitForFunction(() => document.getElementById("board-live").textContent.startsWith("Sending"), undefined, { timeout: TURN_MS });
  release();
  await says(page, "thinking");
  const thinksAfter = await page.evaluate(() => {
    const answers = performance.getEntriesByType("resource").filter((entry) => entry.name.endsWith("/moves"));
    return globalThis.thinkingAt - answers[answers.length - 1].responseEnd;
  });
  check(thinksAfter <= SAID_MS, `"thinking" comes ${thinksAfter} ms after the server's answer`);
  await page.waitForFunction(() => document.querySelectorAll("#board-played li").length > 0, undefined, { timeout: TURN_MS });
  check(await page.locator("#board-played li").count() === 1, "the reply was there before the thinking");
  isHeld = false;
  return status(page);
}

/** A piece that is let go of where it may not stand slides back: nothing is sent, nothing is said, nothing stays selected. */
export async function misDrop(page, url) {
  await positioned(page, url, castling);
  const sent = [];
  page.on("request", (request) => { if (request.method() === "POST") sent.push(request.url()); });
  const before = await page.$eval("#board-form .pieces", (pieces) => pieces.innerHTML.length);
  const alarm = page.locator("#board-refusal");
  await page.evaluate(() => {
    globalThis.slides = 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function slide(...given) {
      if (this.closest(".pieces")) globalThis.slides += 1;
      return animate.apply(this, given);
    };
  });
  for (const [dx, dy] of [[0, -4], [-5, 0], [1, -3], [0, 6]]) {
    await drag(page, "e1", dx, dy);
    await page.waitForTimeout(50);
    check(sent.length === 0, `a mis-drop was sent: ${sent}`);
    check(!(await alarm.isVisible()), `a mis-drop alarms: ${await alarm.innerText()}`);
    check(await page.locator(".grid [aria-pressed=true]").count() === 0, `something stays selected after ${dx}, ${dy}`);
  }
  // The last of them ends below the window.
  const slides = await page.evaluate(() => globalThis.slides);
  check(slides >= 3, `${slides} of three pieces slid back`);
  check(await page.$eval("#board-form .pieces", (pieces) => pieces.innerHTML.length) === before, "the drawing is not what it was");
  const [x, y] = await page.$eval("#board-form .pieces use[href='#p-king'].light", (use) => [use.getAttribute("x"), use.getAttribute("y")]);
  check(x === "400" && y === "700", `the king stands at ${x}, ${y}`);
  await drag(page, "e1", 2, 0);
  await mine(page, 2);
  check(sent.length === 1, `a drop on the right square sent ${sent.length} requests`);
  return (await page.innerText("#board-played li:first-child")).trim();
}

/** The mouse over a space shows the piece that a tap would set there; in chess, where a tap takes one up, it shows none. */
export async function ghosts(page, url) {
  const ghost = page.locator("#board-form .ghost");
  const shown = async (count, words) => page.waitForFunction((wanted) => document.querySelectorAll("#board-form .ghost").length === wanted, count, { timeout: 1000 }).catch(() => { throw new Error(words); });
  for (const game of ["tic-tac-toe", "connect-four", "othello", "morabaraba"]) {
    await start(page, url, game, "1");
    await mine(page, 0);
    const at = { "tic-tac-toe": "b2", "connect-four": "d1", othello: "d3", morabaraba: "d5" }[game];
    const { x, y } = await spot(page, space(at));
    await page.mouse.move(x, y);
    await shown(1, `${game}: no ghost on ${at}`);
    check(await ghost.evaluate((use) => Number(getComputedStyle(use).opacity) < 1), `${game}: the ghost looks like a piece`);
    const [cell, drawn] = [await page.locator(space(at)).boundingBox(), await ghost.boundingBox()];
    const inside = drawn.x >= cell.x - 1 && drawn.x + drawn.width <= cell.x + cell.width + 1;
    check(inside, `${game}: the ghost is from ${drawn.x} on, ${drawn.width} wide, its space from ${cell.x} on, ${cell.width} wide`);
    await page.mouse.move(2, 2);
    await shown(0, `${game}: the ghost stays when the mouse has gone`);
    await tapSpace(page, at);
    await mine(page, 2);
    await page.mouse.move(2, 2);
    await shown(0, `${game}: the ghost outlives the move`);
  }
  await positioned(page, url, castling);
  const { x, y } = await spot(page, space("e1"));
  await page.mouse.move(x, y);
  await page.waitForTimeout(50);
  await shown(0, "a king has a ghost");
}

/** A hint stays while the move is being chosen, and goes with it. */
export async function hintGoes(page, url) {
  await positioned(page, url, castling);
  await tapOn(page, "#board-acts [data-act=hint] button");
  await page.waitForSelector("#board-hint:not([hidden])", { timeout: TURN_MS });
  const words = await page.innerText("#board-hint");
  await tapSpace(page, "e1");
  check(await page.isVisible("#board-hint"), "the hint went before the move");
  await tapSpace(page, "h1");
  check(!(await page.isVisible("#board-hint")), "the hint outlives the move");
  await mine(page, 2);
  check(!(await page.isVisible("#board-hint")), "the hint is back");
  return words;
}

/** A hint for another position than the one that is shown is dropped, and the status stands again. */
export async function dropsHintForAnother(page, url) {
  await positioned(page, url, castling);
  await page.route("**/hint", async (route) => {
    const answer = await route.fetch();
    const { hint } = await answer.json();
    await route.fulfill({ response: answer, json: { hint: { ...hint, ply: 2 } } });
  });
  await Promise.all([page.waitForResponse(/\/hint$/), tapOn(page, "#board-acts [data-act=hint] button")]);
  await says(page, "Your turn");
  await page.waitForTimeout(200);
  check(!(await page.isVisible("#board-hint")), `it says ${await page.innerText("#board-hint")}`);
}

/** Where a captcha or a log-in comes first, the board that is left is one to come back to, at the match's own address. */
export async function leavesForCaptcha(page, url) {
  await start(page, url, "chess", "1");
  const { pathname } = new URL(page.url());
  // As on a page that is the answer to a form.
  await page.evaluate((path) => history.replaceState(null, "", `${path}/moves`), pathname);
  await page.route("**/moves", (route) => route.fulfill({ json: { error: { code: "verify", say: "" } } }));
  // An answer without a page leaves this one to be looked at.
  await page.route(/\/verify\?/, (route) => route.fulfill({ status: 204 }));
  const left = page.waitForRequest(/\/verify\?/, { timeout: TURN_MS });
  for (const at of ["e2", "e4"]) await tapSpace(page, at);
  const next = new URL((await left).url()).searchParams.get("next");
  check(next === pathname, `the captcha leads back to ${next}`);
  await says(page, "Your turn");
  check(await page.inputValue("#board-form input[name=prefix]") === "", "half a move stands on the board");
  await tapSpace(page, "d2");
  check(await page.getAttribute(space("d2"), "aria-pressed") === "true", "the board is dead");
}

/** A match that is older than the page, as after a restored backup, is shown as it is once a move is refused. */
export async function takesOlderMatch(page, url) {
  await start(page, url, "connect-four", "1");
  const first = await page.evaluate(() => JSON.parse(document.getElementById("board-view").textContent));
  await tapSpace(page, "d1");
  await mine(page, 2);
  const say = "The position has changed.";
  await page.route(page.url(), (route) => route.fulfill({ json: first }));
  await page.route("**/moves", (route) => route.fulfill({ status: 422, json: { ...first, error: { code: "stale", say } } }));
  await tapSpace(page, "d1");
  await page.waitForFunction((words) => document.getElementById("board-refusal").textContent === words, say, { timeout: TURN_MS });
  await mine(page, 0);
  check(await page.locator("#board .pieces [data-p]").count() === 0, "the board is not that of the match");
}

/** So it is once the news tell of it, as after the failover of a database that lost the last moves. */
export async function takesOlderNews(page, url) {
  const held = [];
  await page.route("**/events", (route) => { held.push(route); });
  await start(page, url, "connect-four", "1");
  const first = await page.evaluate(() => JSON.parse(document.getElementById("board-view").textContent));
  await tapSpace(page, "d1");
  await mine(page, 2);
  await page.route(page.url(), (route) => route.fulfill({ json: first }));
  const body = `data: ${JSON.stringify({ version: first.version })}\n\n`;
  for (const route of held) await route.fulfill({ contentType: "text/event-stream", body });
  await mine(page, 0);
  check(await page.locator("#board .pieces [data-p]").count() === 0, "the board is not that of the match");
}

/** A match that was deleted has no news for ever, and its page is the one that says so. */
export async function leavesWhatIsGone(page, url, noise) {
  const gone = (route) => route.fulfill({ status: 404, contentType: "text/html", body: "<h1>Gone</h1>" });
  await page.route("**/events", gone);
  await start(page, url, "connect-four", "1");
  await page.route(page.url(), gone);
  await page.waitForFunction(() => document.querySelector("h1").textContent === "Gone", undefined, { timeout: 3 * TURN_MS });
  noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("404")));
}

/** The keyboard comes to the board at a piece that can move, at first and after each reply. */
export async function keyboardComesIn(page, url) {
  await start(page, url, "chess", "1");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  const enter = async () => {
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await page.mouse.click(2, 2);
    for (let n = 0; n < 20 && !(await page.evaluate(() => document.activeElement?.closest(".grid"))); n += 1) await page.keyboard.press("Tab");
    return focused();
  };
  const first = await enter();
  check(first.includes("can move"), `the keyboard comes in at ${first}`);
  await tapSpace(page, "e2");
  await tapSpace(page, "e4");
  await page.mouse.click(2, 2);
  await mine(page, 2);
  const later = await enter();
  check(later.includes("can move"), `after a reply the keyboard comes in at ${later}`);
  return `${first}; ${later}`;
}

/** In the system's own colours light and dark squares differ, each kind of piece is seen on both, and what is light is the lighter. */
export async function forcedColors(page, url) {
  await start(page, url, "chess", "1");
  const tones = await page.evaluate(() => {
    /** Red, green and blue from 0 to 1. */
    const parts = (text) => {
      const numbers = text.match(/[\d.]+(?:e-?\d+)?/g).map(Number);
      return text.startsWith("color(") ? numbers.slice(0, 3) : numbers.slice(0, 3).map((n) => n / 255);
    };
    const luminance = (text) => {
      const [r, g, b] = parts(text.replace("color(srgb ", "color(")).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const of = (selector, name) => luminance(getComputedStyle(document.querySelector(selector)).getPropertyValue(name));
    const piece = (tone, name) => {
      const probe = document.createElement("p");
      const use = document.querySelector(`#board-form .pieces .${tone}`);
      probe.style.forcedColorAdjust = "none";
      document.body.append(probe);
      probe.style.color = getComputedStyle(use).getPropertyValue(name);
      const found = luminance(getComputedStyle(probe).color);
      probe.remove();
      return found;
    };
    const ofPieces = (tone) => ({ fill: piece(tone, "--fill"), edge: piece(tone, "--edge-of-piece") });
    return { squares: { light: of(".sq0", "fill"), dark: of(".sq1", "fill") }, pieces: { light: ofPieces("light"), dark: ofPieces("dark") } };
  });
  const { squares, pieces } = tones;
  check(squares.light > squares.dark && pieces.light.fill > pieces.dark.fill, `what is light is darker: ${JSON.stringify(tones)}`);
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const onSquares = Object.entries(pieces).flatMap(([tone, { fill, edge }]) => Object.entries(squares).map(([square, ground]) => [`a ${tone} piece on a ${square} square`, Math.max(contrast(fill, ground), contrast(edge, ground))]));
  const found = [["light and dark squares", contrast(squares.light, squares.dark)], ...onSquares];
  for (const [what, value] of found) check(value >= CONTRAST, `${what}: contrast ${value.toFixed(2)}`);
  return found.map(([what, value]) => `${what} ${value.toFixed(1)}`).join(", ");
}

/** A mill glows once it is closed, before the shot, and no longer when the move is taken back. */
export async function millGlowsBeforeTheShot(page, url) {
  await page.goto(url);
  await begun(page, url, "morabaraba", "****O***/@*O@****/***@**O* b p p 3 9 3 9 board:12d");
  const glowing = () => page.$$eval("#board-form .mill", (cells) => cells.map((cell) => `${/** @type {HTMLElement} */ (cell).dataset.at}: ${cell.getAttribute("aria-label")}`).sort());
  check((await glowing()).length === 0, "a mill glows before it is closed");
  await tapSpace(page, "e3");
  const closed = await glowing();
  check(closed.map((text) => text.slice(0, 2)).join() === "e3,f2,g1", `glowing: ${closed.join("; ")}`);
  check(closed.every((text) => text.includes("in the line just closed")), closed.join("; "));
  await page.keyboard.press("Escape");
  check((await glowing()).length === 0, "it glows after the move was taken back");
  return closed.length;
}

/** What a position singles out is drawn by a pattern, also a kind that nobody has heard of, and said once. */
export async function marksAreDrawnAndSaid(page, url) {
  await start(page, url, "chess", "1");
  const marks = [["line", "a5", "in the line"], ["line", "b5", "in the line"], ["mill", "c5", "in a mill"], ["mate", "d5", "checkmated"], ["unheard-of", "e5", "unheard of"]]
    .map(([kind, at, say]) => ({ kind, at, say }));
  await page.route(new RegExp(`${new URL(page.url()).pathname}(/moves)?$`), async (route) => {
    const answer = await route.fetch();
    const view = await answer.json();
    await route.fulfill({ response: answer, json: { ...view, marks } });
  });
  await page.evaluate(() => {
    const said = globalThis.said = [];
    const live = document.getElementById("board-live");
    new MutationObserver(() => { if (live.textContent) said.push(live.textContent); }).observe(live, { childList: true, characterData: true, subtree: true });
  });
  await tapSpace(page, "e2");
  await tapSpace(page, "e4");
  await mine(page, 2);
  await page.waitForFunction(() => globalThis.said.at(-1)?.includes("Your turn"));
  const said = (await page.evaluate(() => globalThis.said)).filter((text) => text.includes(". In the line: a5, b5") && text.includes("Unheard of: e5"));
  check(said.length === 1, `what is new was said ${said.length} times`);
  const drawn = await page.evaluate((list) => list.map(({ at }) => {
    const style = getComputedStyle(document.querySelector(`button[data-at=${at}]`));
    return `${style.outlineStyle} ${style.backgroundImage.replace(/\(.*/s, "")}`;
  }), marks);
  check(new Set(drawn).size === 4 && drawn[0] === drawn[1], `the marks look like ${drawn.join("; ")}`);
  check(drawn[4].startsWith("dashed"), `an unknown kind looks like ${drawn[4]}`);
  for (const { at, say } of marks) check((await page.getAttribute(space(at), "aria-label")).includes(say), `${at} does not say ${say}`);
  return drawn.join("; ");
}

/** A forced pass is one button in the window, called what the list of moves calls it. */
export async function passes(page, url, hasTouch) {
  await begun(page, url, "othello", `${"O".repeat(62)}X- X`);
  const button = '#board-choices button[value="#pass"]';
  const box = await page.locator(button).boundingBox();
  check(box && box.y >= 0 && box.y + box.height <= page.viewportSize().height, `the button is at ${JSON.stringify(box)}`);
  check((await page.innerText(button)).toLowerCase() === "pass", `the button says ${await page.innerText(button)}`);
  await tapOn(page, button, { hasTouch });
  await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2, null, { timeout: TURN_MS });
  const first = (await page.innerText("#board-played li:first-child")).trim();
  check(first === "pass", `the list says ${first}`);
}

/** The stone that is dropped is listed under the name that stands by its column. */
export async function columnsHaveOneName(page, url) {
  await start(page, url, "connect-four", "1");
  const named = await page.$$eval("#board-form .coords .file", (names) => names.map((name) => [name.textContent, name.getBoundingClientRect().x]));
  const { x, width } = await page.$eval(space("d1"), (cell) => cell.getBoundingClientRect().toJSON());
  const over = named.find(([, left]) => left >= x && left <= x + width)?.[0];
  await tapSpace(page, "d4");
  await mine(page, 2);
  const listed = await page.$$eval("#board-played li", (items) => items.map((item) => item.textContent.trim()));
  check(listed[0] === over, `the column is named ${over} on the board and ${listed[0]} in the list`);
  check(named.some(([name]) => name === listed[1]), `the reply ${listed[1]} names no column`);
  return listed.join(" ");
}
