// The ghost of a piece: where a tap would set a new one, the mouse or the focus shows it beforehand.

import { after, begins, paint, shape } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../tests/browser/types").Piece} Piece */

/** The piece that a first tap with this token would set; none where it takes up or moves one. @param {Board} board @param {string} token */
export function added({ prefix, view }, token) {
  const move = prefix.length ? undefined : view.moves.find((legal) => begins(legal, [token]));
  return move && after(view.pieces, move, 1, view).find(({ id }) => view.pieces.every((piece) => piece.id !== id));
}

/** @param {Board} board */
export function bindGhost(board) {
  /** @type {SVGElement | undefined} */
  let ghost;
  /** The space that shows it, and not that it can be played. @type {HTMLElement | undefined} */
  let seen;
  const hide = () => {
    ghost?.remove();
    if (seen) delete seen.dataset.ghost;
    ghost = seen = undefined;
  };
  /** @param {EventTarget | null} target */
  const show = (target) => {
    hide();
    const cell = target instanceof Element && target.closest("button");
    const piece = cell instanceof HTMLButtonElement && added(board, cell.value);
    if (!piece) return;
    seen = cell;
    seen.dataset.ghost = "";
    const { c, r } = board.seen(piece.at);
    ghost = shape("g", { class: "pieces ghost" });
    ghost.append(shape("use", { class: paint(board.view, piece.side), href: `#p-${piece.kind}`, x: c * 100, y: r * 100, width: 100, height: 100 }));
    board.figures.after(ghost);
  };
  const { grid } = board;
  grid.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") show(event.target); });
  grid.addEventListener("focusin", (event) => { if (event.target instanceof Element && event.target.matches(":focus-visible")) show(event.target); });
  for (const type of ["pointerleave", "focusout", "click"]) grid.addEventListener(type, hide);
}
