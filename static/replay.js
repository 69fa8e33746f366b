// Looking back through a match without loading a page: the list of moves, the steps, arrow keys, the wheel and swipes. The links
// behind them work without this script.

/** @typedef {import("../tests/browser/types").View} View */
/** @typedef {{ view: View, present: View, lookAt(view: View): void }} Table */

const ANSWER_MS = 5000;
const SWIPE_PX = 50;
/** A turn of the wheel sends many events, and is one step. */
const WHEEL_MS = 120;
/** The windows in which there is a place beside the board, as in board.css. */
const BESIDE = "(min-width: 34rem) and (orientation: landscape)";

/** Whether keys and clicks there are the page's own. @param {EventTarget | null} target */
const isBusyPlace = (target) => target instanceof Element && Boolean(target.closest("input, textarea, select, .grid, [contenteditable]"));

/** The ply that a link of this page leads to. @param {HTMLAnchorElement} link @param {number} last */
function plyOf(link, last) {
  const ply = new URL(link.href).searchParams.get("ply");
  return ply === null ? last : Number(ply);
}

/** @param {Table} table */
export function bindReplay(table) {
  /** Positions by the moves that lead to them: a move that is taken back and another one have another position. @type {Map<string, View>} */
  const kept = new Map();
  let wanted = -1;
  let turnedAt = 0;
  const last = () => table.present.played.length;

  /** @param {number} ply */
  async function position(ply) {
    const isPresent = ply >= last();
    if (isPresent && table.present.ply === ply) return table.present;
    const key = table.present.played.slice(0, ply).join();
    const known = kept.get(key);
    if (known) return known;
    // The page of an earlier position does not have the present one.
    const answer = await fetch(`/games/${table.view.id}${isPresent ? "" : `?ply=${ply}`}`, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(ANSWER_MS) });
    const view = await answer.json();
    if (view.v !== 1) return undefined;
    if (isPresent) table.present = view;
    else kept.set(key, view);
    return view;
  }

  /** Shows the position after so many moves; where it cannot be had, the page of that position loads. @param {number} ply */
  async function look(ply) {
    const to = Math.max(0, Math.min(ply, last()));
    if (to === (wanted < 0 ? table.view.ply : wanted)) return;
    wanted = to;
    const address = to === last() ? location.pathname : `${location.pathname}?ply=${to}`;
    const view = await position(to).catch(() => undefined);
    if (wanted !== to) return;
    wanted = -1;
    if (!view) { location.assign(address); return; }
    table.lookAt(view);
    history.replaceState(null, "", address);
  }

  /** @param {number} steps */
  const step = (steps) => look((wanted < 0 ? table.view.ply : wanted) + steps);

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("#board-played a, .steps a");
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    look(plyOf(link, last()));
  });
  document.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!steps || event.altKey || event.ctrlKey || event.metaKey || isBusyPlace(event.target)) return;
    event.preventDefault();
    step(steps);
  });
  const box = document.querySelector(".table .box");
  box?.addEventListener("wheel", (event) => {
    // Where the board takes the whole width, the wheel is for the page.
    if (!(event instanceof WheelEvent) || !matchMedia(BESIDE).matches || event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    if (event.timeStamp - turnedAt < WHEEL_MS) return;
    turnedAt = event.timeStamp;
    step(Math.sign(event.deltaY));
  }, { passive: false });
  /** @type {Touch | undefined} */
  let begun;
  // While pieces can be moved, a finger on the board moves them.
  box?.addEventListener("touchstart", (event) => { begun = event instanceof TouchEvent && !table.view.moves.length && event.touches.length === 1 ? event.touches[0] : undefined; }, { passive: true });
  box?.addEventListener("touchend", (event) => {
    if (!begun || !(event instanceof TouchEvent)) return;
    const [x, y] = [event.changedTouches[0].clientX - begun.clientX, event.changedTouches[0].clientY - begun.clientY];
    if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) step(x > 0 ? -1 : 1);
  });
}
