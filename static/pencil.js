// The player's own arrows and circles: drawn by the right button of a mouse, or by a finger that rests on a space first. On a piece that can
// move now a resting finger draws a circle only: where it goes on it drags the piece.

import { hasLeft } from "./drag.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./arrows.js").Arrows} Arrows */

const HOLD_MS = 500;

/** Whether the pointer may be about to draw: a mouse by its right button, a finger or a pen by resting. @param {PointerEvent} event */
export const mayDraw = ({ button, pointerType, isPrimary }) => (pointerType === "mouse" ? button === 2 : button === 0 && isPrimary);

/** How long it still has to rest. @param {PointerEvent} down @param {number} now */
export const restMs = ({ pointerType, timeStamp }, now) => (pointerType === "mouse" ? 0 : Math.max(0, timeStamp + HOLD_MS - now));

/** When the pointer moved away or was lifted, as far as what it did later tells. @param {PointerEvent} down @param {PointerEvent[]} later */
export const restEnd = (down, later) => later.find((event) => event.type !== "pointermove" || hasLeft(down, event))?.timeStamp;

/** @param {Board} board @param {Arrows} arrows @param {PointerEvent[]} kept what the pointer did before this script was there */
export function bindPencil(board, arrows, kept) {
  const { grid } = board;
  /** @type {PointerEvent | undefined} */
  let down;
  let from = "";
  let isDrawing = false;
  /** Whether the finger came down on a piece that can move now. */
  let isOnMover = false;
  let isClickToCome = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** The space under the pointer. @param {PointerEvent} event */
  const under = (event) => board.under(event)?.dataset.at ?? "";
  /** @param {string} to */
  const note = (to) => (to && to !== from ? [from, to] : [from]);
  const stop = () => {
    clearTimeout(timer);
    down = undefined;
    isDrawing = false;
  };
  const begin = () => {
    const begun = down;
    // The right button of a mouse ends a drag.
    if (!isOnMover) grid.dispatchEvent(new PointerEvent("pointercancel", { isPrimary: true }));
    down = begun;
    isDrawing = true;
    if (down?.pointerType === "mouse") grid.setPointerCapture(down.pointerId);
    arrows.draw(note(from));
  };

  const listeners = {
    /** @param {PointerEvent} event @param {number} [now] */
    pointerdown(event, now = performance.now()) {
      stop();
      isClickToCome = false;
      from = mayDraw(event) ? under(event) : "";
      if (!from) return;
      isOnMover = event.pointerType !== "mouse" && board.cells.get(from)?.classList.contains("mover") === true;
      down = event;
      const ms = restMs(event, now);
      if (ms) timer = setTimeout(begin, ms);
      else begin();
    },
    /** @param {PointerEvent} event */
    pointermove(event) {
      if (isDrawing && !isOnMover) arrows.draw(note(under(event)));
      else if (down && hasLeft(down, event)) {
        if (isDrawing) arrows.draw();
        stop();
      }
    },
    /** @param {PointerEvent} event */
    pointerup(event) {
      if (isDrawing) {
        const to = under(event);
        isClickToCome = event.pointerType !== "mouse";
        if (to) arrows.toggle(note(to));
        else arrows.draw();
      }
      stop();
    },
    pointercancel() {
      if (isDrawing) arrows.draw();
      stop();
    },
  };
  const types = /** @type {(keyof typeof listeners)[]} */ (Object.keys(listeners));
  for (const type of types) grid.addEventListener(type, listeners[type]);
  // A finger that dragged or tapped before this script was there did not rest until now.
  kept.forEach((event, n) => listeners[/** @type {keyof typeof listeners} */ (event.type)](event, restEnd(event, kept.slice(n + 1))));
  // The click of a finger that was lifted has come already.
  if (!down) isClickToCome = false;

  // While a finger draws, the page does not scroll, the match is not looked back through, and no tap follows.
  grid.addEventListener("touchmove", (event) => { if (isDrawing) event.preventDefault(); }, { passive: false });
  grid.addEventListener("touchend", (event) => { if (isClickToCome) event.stopPropagation(); });
  grid.addEventListener("click", (event) => {
    const space = event.target instanceof Element && event.target.closest("button");
    if (isClickToCome) {
      isClickToCome = false;
      event.preventDefault();
      event.stopPropagation();
    } else if (space instanceof HTMLElement && !board.pieceAt(space.dataset.at ?? "")) arrows.clear();
  }, true);
}
