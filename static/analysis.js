// The analysis of a match on its page: keeps bar, graph, remark and lines in step with the position on the board, draws the better
// move, and says how far the engine is. Loaded where there is an analysis; everything is in the page without this script, too.

import { hintNotes } from "./arrows.js";
import { placeOf, showAddress } from "./replay.js";

/** @typedef {import("../tests/browser/types").View} View */
/** @typedef {import("../tests/browser/types").AnalysedPosition} Position */
/** @typedef {import("../tests/browser/types").BetterMove} Better */
/** @typedef {{ view: View, say(text: string): void, mayTry: boolean, words: Record<string, string>, refuse(text: string, isFault?: boolean): void, arrows(): Promise<import("./arrows.js").Arrows>, analysed?: (view: View) => void }} Table */

const ASK_MS = 1000;
const ANSWER_MS = 15_000;
/** What is known of another position stays until its own has come, but no longer than this. */
const LATE_MS = 300;

/** @param {string} id */
const element = (id) => document.getElementById(`analysis-${id}`);
/** @param {string} id @param {string} text */
const write = (id, text) => { const place = element(id); if (place) place.textContent = text; };
/** @param {string} id @param {boolean} isHidden */
const hide = (id, isHidden) => { const place = element(id); if (place) place.hidden = isHidden; };

/** An element with a text. @param {string} tag @param {string} text @param {string} [name] */
function made(tag, text, name) {
  const it = document.createElement(tag);
  it.textContent = text;
  if (name) it.className = name;
  return it;
}

/** A line of the engine, whose moves lead to their positions. @param {string} tag @param {{ say: string, href: string }[]} moves */
function line(tag, moves) {
  const place = made(tag, "", "line");
  place.append(...moves.flatMap(({ say, href }) => {
    const link = document.createElement("a");
    link.href = href;
    link.textContent = say;
    return [link, " "];
  }));
  return place;
}

/** The JSON answer, or why it was refused; throws it if the site is busy or fails. @param {string} address @param {RequestInit} [more] */
async function json(address, more) {
  const answer = await fetch(address, { headers: { Accept: "application/json", "Content-Type": "application/json" }, signal: AbortSignal.timeout?.(ANSWER_MS), ...more });
  const body = await answer.json();
  if (answer.status === 429 || answer.status >= 500) throw body;
  // A refusal may come with the view of the match, which has a position, too: as text.
  return body.error ? { error: body.error } : body;
}

/** Shows how far the engine is, and the page with what it found. @param {string} address */
async function wait(address) {
  try {
    const { state, done, of, say } = await json(address, { cache: "no-store" });
    if (state !== "running") { location.reload(); return; }
    write("progress", say);
    const bar = element("bar-done");
    if (bar instanceof HTMLProgressElement) Object.assign(bar, { max: of, value: done });
  } catch {
    // Asked again below.
  }
  setTimeout(() => wait(address), ASK_MS);
}

/** Shows a position beside the board; if the focus was in a line, it stays at the lines. @param {Position} position @param {boolean} [isKnown] */
function show(position, isKnown = true) {
  const focused = document.activeElement?.closest(".analysis .line");
  fillAll(position);
  // Whether there was a better move is not known before the answer.
  if (isKnown) hide("try", Boolean(position.better) || Boolean(position.line));
  const lines = element("lines");
  if (!focused || focused.isConnected || !lines) return;
  lines.tabIndex = -1;
  lines.focus({ preventScroll: true });
}

/** @param {Position} position */
function fillAll(position) {
  write("value", position.say);
  write("number", position.number ?? "");
  hide("exact", !position.exact);
  const bar = element("bar");
  // As long as nobody knows the value of a variation, the bar stays.
  if (position.share !== null) {
    bar?.querySelector(".up")?.setAttribute("height", String(position.share));
    bar?.querySelector(".along")?.setAttribute("width", String(position.share));
  }
  for (const point of document.querySelectorAll("#analysis-graph a")) {
    if (!position.line && point.getAttribute("data-ply") === String(position.ply)) point.setAttribute("aria-current", "true");
    else point.removeAttribute("aria-current");
  }
  const { better } = position;
  element("remark")?.replaceChildren(...(better ? [made("p", better.say), line("p", better.moves)] : []));
  hide("variation", !position.line);
  element("variation")?.querySelector("a")?.setAttribute("href", `?ply=${position.ply}`);
  write("tried", position.tried);
  // While the lines of a variation are being searched, the old ones stay in place.
  const isSought = position.share === null && !position.more;
  element("lines")?.toggleAttribute("aria-busy", isSought);
  if (!isSought) element("lines")?.replaceChildren(...position.lines.map(({ value, moves }) => {
    const item = document.createElement("li");
    item.append(made("b", value), " ", line("span", moves));
    return item;
  }));
  hide("more", !position.more);
  fillIn("more", { ply: String(position.ply), line: position.line });
  playFrom(position.start);
}

/** Puts the match that begins from a position in step with it; none begins where a match is over. @param {[string, number] | null} begun */
function playFrom(begun) {
  hide("play", !begun);
  if (!begun) return;
  const [start, side] = begun;
  fillIn("play", { start });
  if (!element("play")?.querySelector("input[data-own]")) fillIn("play", { side: String(side) });
}

/** @param {string} id @param {Record<string, string>} values */
function fillIn(id, values) {
  const form = element(id);
  if (!(form instanceof HTMLFormElement)) return;
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = value;
  }
}

/** @param {Table} table */
export function bindAnalysis(table) {
  const root = document.getElementById("analysis");
  const address = `/games/${table.view.id}/analysis`;
  if (root?.dataset.state === "running") wait(address);
  if (root?.dataset.state !== "done") return;
  const looking = root.dataset.looking ?? "";
  table.mayTry = Boolean(looking);
  /** @type {Map<string, Position>} */
  const kept = new Map();
  /** @param {{ ply: number, line: string }} place */
  const key = ({ ply, line }) => `${ply} ${line}`;
  /** Whether this is on the board. @param {{ ply: number, line: string }} place */
  const isHere = (place) => key(place) === key(placeOf(table.view));

  /** Draws the better move over the position after the other one. @param {Better | null | undefined} better @param {number} ply */
  async function draw(better, ply) {
    if (!better) return;
    const arrows = await table.arrows().catch(() => undefined);
    if (!arrows || !isHere({ ply, line: "" })) return;
    arrows.hinted = hintNotes(better.path, better.fx, better.mover ?? undefined, (token) => arrows.board.spaces.has(token));
    arrows.draw();
  }

  /** @param {Position} position */
  function put(position) {
    kept.set(key(position), position);
    if (!isHere(position)) return;
    show(position);
    draw(position.better, position.ply);
  }

  let searching = new AbortController();
  /** Has the engine look at the best lines of a place, and no longer at those of another. @param {{ ply: number, line: string }} place */
  function search(place) {
    searching.abort();
    searching = new AbortController();
    const signal = AbortSignal.any?.([searching.signal, AbortSignal.timeout(ANSWER_MS)]) ?? searching.signal;
    return json(`/games/${table.view.id}/lines`, { method: "POST", body: JSON.stringify(place), signal });
  }

  /** What a view itself knows of its position. @param {View} view @param {{ ply: number, line: string }} place @param {boolean} isOver */
  function bare({ variation: tried, position: start, turn, mover = turn }, place, isOver) {
    return { ...place, tried: tried?.moves.join(" ") ?? "", share: null, number: null, exact: false, mark: null, better: null, lines: [], start: /** @type {[string, number] | null} */ (isOver ? null : [start, mover]) };
  }

  /** The engine looks at each position of a variation by itself. @param {View} view @param {{ ply: number, line: string }} place */
  async function variation(view, place) {
    const shown = bare(view, place, !view.moves.length);
    show({ ...shown, say: looking, more: false });
    const query = new URLSearchParams({ from: String(place.ply), line: place.line });
    const { position, error } = await (looking ? search(place) : json(`${address}?${query}`)).catch((fault) => ({ error: fault.error }));
    if (position) put(position);
    else if (isHere(place)) {
      show({ ...shown, say: "", more: true });
      if (error) table.refuse(error.say ?? error);
    }
  }

  /** The server knows each position of the match. @param {View} view @param {{ ply: number, line: string }} place */
  async function position(view, place) {
    // Whether a match could begin from the last position, its answer says.
    const shown = bare(view, place, place.ply === view.played.length);
    playFrom(shown.start);
    // Another request for it may have been answered first.
    const isAwaited = () => isHere(place) && !kept.has(key(place));
    const late = setTimeout(() => { if (isAwaited()) show({ ...shown, say: "", more: false }, false); }, LATE_MS);
    const { position: found, error } = await json(`${address}?ply=${place.ply}`).catch((fault) => ({ error: fault.error ?? table.words.notReached }));
    clearTimeout(late);
    if (found) put(found);
    else if (isAwaited()) {
      // It is asked for again when the position is shown again. At the end there may be nothing to look for.
      show({ ...shown, say: "", more: Boolean(shown.start) });
      if (error) table.refuse(error.say ?? error, true);
    }
  }

  table.analysed = async (view) => {
    const place = placeOf(view);
    if (place.line) showAddress(place, view.played.length);
    const known = kept.get(key(place));
    if (known) put(known);
    else if (place.line) await variation(view, place);
    else await position(view, place);
  };

  document.getElementById("analysis-graph")?.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const same = [...document.querySelectorAll("#board-played a, .steps a")].find((other) => other.getAttribute("href") === link.getAttribute("href"));
    if (!(same instanceof HTMLElement)) return;
    event.preventDefault();
    same.click();
  });

  const more = element("more");
  more?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = more.querySelector("button");
    if (button) button.disabled = true;
    const place = placeOf(table.view);
    let why = "";
    const found = await search(place).catch((fault) => { why = fault.error?.say ?? table.words.notReached; return undefined; });
    if (found?.position) put(found.position);
    // Where the site has none, its page says why. A visitor who has moved on no longer needs it.
    else if (isHere(place)) {
      if (why) table.refuse(why, true);
      else if (more instanceof HTMLFormElement) more.submit();
    }
    if (button) button.disabled = false;
  });

  // Somebody may have gone on to another position before this script came.
  const { better, ply, line = "" } = element("remark")?.dataset ?? {};
  const place = { ply: Number(ply), line };
  const isSearched = !line || !looking || Boolean(element("value")?.textContent);
  if (!isHere(place) || !isSearched) table.analysed(table.view);
  else if (better) draw(JSON.parse(better), place.ply);
}
