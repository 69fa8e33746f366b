// Dragging a piece: letting go of it where it may go counts as the tap. Anywhere else it slides back, and nothing has happened.

import { PACE } from "./motion.js";
import { tap } from "./walk.js";

/** @typedef {import("./board.js").Board} Board */
/**
 * What a drag asks of the match: whether it may begin, the tap that it comes to, and the half-made move that it leaves.
 * @typedef {{ isBusy: boolean, isDragged: boolean, tap(token: string): void, to(prefix: string[]): void }} Taps
 */

const DRAG_PX = 6;
const BACK_MS = 160 * PACE;
const LIFT = 1.15;

/** Whether the pointer has moved away from where it went down. @param {PointerEvent} down @param {PointerEvent} move */
export const hasLeft = (down, move) => Math.hypot(move.clientX - down.clientX, move.clientY - down.clientY) >= DRAG_PX;

/** @param {Board} board @param {Taps} taps */
export function bindDrag(board, taps) {
  const { grid } = board;
  grid.addEventListener("pointerdown", (down) => {
    const cell = down.target instanceof Element && down.target.closest("button");
    if (!down.isPrimary) return;
    taps.isDragged = false;
    if (!(cell instanceof HTMLButtonElement) || !cell.classList.contains("mover") || down.button !== 0 || taps.isBusy) return;
    const piece = board.pieceAt(cell.dataset.at ?? "");
    const figure = /** @type {SVGElement | null} */ (piece && board.figures.querySelector(`[data-p="${piece.id}"]`));
    if (!figure) return;
    const { prefix } = board;
    const scale = (board.view.board.cols * 100) / grid.clientWidth;
    /** @type {HTMLButtonElement | undefined} */
    let aim;
    /** @param {PointerEvent} event */
    const way = (event) => [event.clientX - down.clientX, event.clientY - down.clientY];
    /** @param {HTMLButtonElement | undefined} space */
    const isLegal = (space) => ["extended", "complete"].includes(tap(board.paths, board.prefix, space?.value ?? "").step);
    /** @param {HTMLButtonElement | undefined} space */
    const light = (space) => {
      aim?.classList.remove("aim");
      aim = space;
      aim?.classList.add("aim");
    };
    /** @param {PointerEvent} move */
    const drag = (move) => {
      if (!move.isPrimary) return;
      // It was let go of where the board did not hear of it.
      if (!move.buttons) return drop(move);
      if (!taps.isDragged && !hasLeft(down, move)) return;
      const [x, y] = way(move);
      if (!taps.isDragged) {
        taps.isDragged = true;
        cell.setPointerCapture(down.pointerId);
        if (!prefix.includes(cell.value)) taps.tap(cell.value);
        board.figures.append(figure);
        figure.dataset.lifted = "";
      }
      // About the piece's own middle, which stays under the pointer.
      const [left, top] = ["x", "y"].map((name) => (1 - LIFT) * (Number(figure.getAttribute(name)) + 50));
      figure.setAttribute("transform", `translate(${x * scale + left} ${y * scale + top}) scale(${LIFT})`);
      const space = board.under(move);
      light(isLegal(space) ? space : undefined);
    };
    /** @param {PointerEvent} up */
    const drop = (up) => {
      if (!up.isPrimary) return;
      grid.removeEventListener("pointermove", drag);
      grid.removeEventListener("pointerup", drop);
      grid.removeEventListener("pointercancel", drop);
      light(undefined);
      delete figure.dataset.lifted;
      if (!taps.isDragged) return;
      // From where it was let go of the piece goes on: to its new space, or back.
      if (figure.hasAttribute("transform")) way(up).forEach((d, i) => figure.setAttribute("xy"[i], String(Number(figure.getAttribute("xy"[i])) + d * scale)));
      figure.removeAttribute("transform");
      const target = up.type === "pointerup" ? board.under(up) : undefined;
      // A piece that comes down where it stood stays taken up.
      if (target === cell || taps.isBusy) board.place(board.pieces, BACK_MS);
      else if (isLegal(target)) taps.tap(target?.value ?? "");
      else taps.to(prefix);
      // The browser may send a click after the drag; it is not another tap.
      setTimeout(() => { taps.isDragged = false; });
    };
    grid.addEventListener("pointermove", drag);
    grid.addEventListener("pointerup", drop);
    grid.addEventListener("pointercancel", drop);
  });
}
