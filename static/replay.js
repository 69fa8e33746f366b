// Looking back through a match without loading a page: the list of moves, the steps, arrow keys, the wheel and swipes. The links
// behind them work without this script.

/** @typedef {import("../tests/browser/types").View} View */
/** @typedef {{ view: View, present: View, mayTry: boolean, words: Record<string, string>, lookAt(view: View): void, refuse(text: string, isFault?: boolean): void }} Table */
/** A position: after a number of moves of the match, and those of a variation. @typedef {{ ply: number, line?: string }} Place */

const ANSWER_MS = 5000;
const SWIPE_PX = 50;
/** One turn of the wheel sends many events, which count as one step within this time. */
const WHEEL_MS = 120;
/** A step takes this much of the wheel, so that a touch of it is none. */
const WHEEL_PX = 50;
/** The windows in which there is a place beside the board, as in match.css. */
const BESIDE = "(min-width: 34rem) and (orientation: landscape)";

/** Whether keys and clicks there are the page's own. @param {EventTarget | null} target */
const isBusyPlace = (target) => target instanceof Element && Boolean(target.closest("input, textarea, select, [contenteditable], .picker, .choices, .sheet"));

/** The place of a view. @param {View} view */
export function placeOf({ ply, variation }) {
  return variation ? { ply: variation.from, line: variation.line } : { ply, line: "" };
}

/** The address of this match, which differs from the page's own if the page is the response to a form. */
const ownAddress = () => location.pathname.split("/").slice(0, 3).join("/");

/** The address of a place in this match. @param {Place} place @param {number} last */
export function address({ ply, line }, last) {
  if (line) return `${ownAddress()}?${new URLSearchParams({ from: String(ply), line })}`;
  return ply < last ? `${ownAddress()}?ply=${ply}` : ownAddress();
}

/** Puts the page's address, the links that people copy, the pictures and the place where an analysis begins, to a place. @param {Place} place @param {number} last */
export function showAddress(place, last) {
  const to = address(place, last);
  for (const box of document.querySelectorAll("#share-link, #menu-link")) {
    if (box instanceof HTMLInputElement) box.value = new URL(to, box.value).href;
  }
  const picture = `${ownAddress()}.png${place.ply < last ? `?ply=${place.ply}` : ""}`;
  for (const link of document.querySelectorAll("#board-picture, #share-picture")) link.setAttribute("href", picture);
  const begins = document.querySelector("#board-acts .analyse [name=ply]");
  if (begins instanceof HTMLInputElement) begins.value = String(place.ply);
  // Some browsers refuse it if a key that is held down asks too often.
  try { history.replaceState(null, "", to); } catch { return; }
}

/** The place one move before this view's. @param {View} view @returns {Place} */
export function before(view) {
  const { ply, line } = placeOf(view);
  return line ? { ply, line: line.split(" ").slice(0, -1).join(" ") } : { ply: ply - 1 };
}

/** Puts the links to the first, the last and the neighbouring positions in step with a view. @param {View} view */
export function linkSteps(view) {
  const { ply, line } = placeOf(view);
  const end = view.played.length;
  const isStart = ply === 0;
  const steps = /** @type {[string, Place, boolean][]} */ ([["first", { ply: 0 }, isStart], ["back", before(view), isStart && !line], ["forward", { ply: ply + 1 }, ply === end || Boolean(line)], ["last", { ply: end }, ply === end && !line]]);
  for (const [step, place, isNone] of steps) {
    const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector(`[data-step=${step}]`));
    if (!link) continue;
    link.hidden = isNone;
    link.href = address(place, end);
  }
}

/** The place that a link of this page leads to. @param {HTMLAnchorElement} link @param {number} last @returns {Place} */
function linked(link, last) {
  const query = new URL(link.href).searchParams;
  const ply = query.get("from") ?? query.get("ply");
  return { ply: ply === null ? last : Number(ply), line: query.get("line") ?? "" };
}

/** @param {Table} table */
export function bindReplay(table) {
  /** Views by the version of the match, whose moves and result they have, and the moves that lead to them. @type {Map<string, View>} */
  const kept = new Map();
  /** @type {Place | undefined} */
  let wanted;
  let turnedAt = 0;
  let turned = 0;
  const last = () => table.present.played.length;

  /** @param {Place} place */
  async function position({ ply, line = "" }) {
    const isPresent = ply >= last() && !line;
    if (isPresent && table.present.ply === ply && !table.present.variation?.line) return table.present;
    const key = `${table.present.version} ${table.present.played.slice(0, ply).join()} ${table.mayTry} ${line}`;
    const known = kept.get(key);
    if (known) return known;
    const { present } = table;
    // The page of an earlier position does not have the present one.
    const query = table.mayTry || line ? `?${new URLSearchParams({ from: String(ply), line })}` : isPresent ? "" : `?ply=${ply}`;
    const answer = await fetch(`/games/${table.view.id}${query}`, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(ANSWER_MS) });
    if (answer.status === 429 || answer.status >= 500) throw await answer.json();
    const view = await answer.json();
    if (view.v !== 1) return undefined;
    if (!isPresent) kept.set(key, view);
    // News may have come meanwhile; without any, a lower version is that of a restored backup.
    else if (table.present === present || view.version >= table.present.version) table.present = view;
    else return table.present;
    return view;
  }

  const here = () => wanted ?? placeOf(table.view);

  /** Shows a position; where the site has none, its page says why. @param {Place} place */
  async function look({ ply, line = "" }) {
    const to = { ply: Math.max(0, Math.min(ply, last())), line };
    if (to.ply === here().ply && line === here().line) return;
    wanted = to;
    let why = "";
    const view = await position(to).catch((fault) => { why = fault.error?.say ?? table.words.notReached; return undefined; });
    if (wanted !== to) return;
    wanted = undefined;
    if (why) { table.refuse(why, true); return; }
    if (!view) { location.assign(address(to, last())); return; }
    table.lookAt(view);
    showAddress(placeOf(view), last());
  }

  /** A variation is left backwards, move by move. @param {number} steps */
  function step(steps) {
    const { ply, line } = here();
    if (!line) look({ ply: ply + steps });
    else if (steps < 0 && !wanted) look(before(table.view));
  }

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("#board-played a, .steps a, #analysis-variation a, .analysis .line a");
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // Where a step is taken before the last one is seen, it goes on from there.
    const steps = { back: -1, forward: 1 }[link.dataset.step ?? ""];
    if (steps) step(steps);
    else look(linked(link, last()));
  });
  document.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!steps || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isBusyPlace(event.target)) return;
    event.preventDefault();
    step(steps);
  });
  const box = document.querySelector(".table .box");
  box?.addEventListener("wheel", (event) => {
    // Where the board takes the whole width, the wheel is for the page.
    if (!(event instanceof WheelEvent) || !matchMedia(BESIDE).matches || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    if (event.timeStamp - turnedAt < WHEEL_MS) return;
    turned += event.deltaMode ? event.deltaY * WHEEL_PX : event.deltaY;
    if (Math.abs(turned) < WHEEL_PX) return;
    turnedAt = event.timeStamp;
    step(Math.sign(turned));
    turned = 0;
  }, { passive: false });
  /** @type {Touch | undefined} */
  let begun;
  // While pieces can be moved, a finger on the board moves them; where the match is over, only a finger on such a piece.
  const moves = (/** @type {EventTarget | null} */ target) => table.view.moves.length > 0 && (table.view.status === "playing" || (target instanceof Element && Boolean(target.closest(".mover"))));
  box?.addEventListener("touchstart", (event) => { begun = event instanceof TouchEvent && !moves(event.target) && event.touches.length === 1 ? event.touches[0] : undefined; }, { passive: true });
  box?.addEventListener("touchend", (event) => {
    if (!begun || !(event instanceof TouchEvent)) return;
    const [x, y] = [event.changedTouches[0].clientX - begun.clientX, event.changedTouches[0].clientY - begun.clientY];
    if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) step(x > 0 ? -1 : 1);
  });
}
