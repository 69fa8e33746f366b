// A chain of captures, shown hop by hop: the other side's, or one met while looking through the match. The view says its effects.

import { after } from "./board.js";
import { hopMs, isCalm } from "./motion.js";

/** @typedef {import("../tests/browser/types").Piece} Piece */
/** @typedef {import("../tests/browser/types").View} View */
/** @typedef {Pick<import("./board.js").Board, "view" | "pieces" | "placed" | "place">} Board */

/** Where pieces stand, as one text. @param {Piece[]} pieces */
const standing = (pieces) => pieces.map(({ id, at, side, kind }) => [id, at, side, kind].join(" ")).sort().join();

/** What is to be seen, one after the other, from the shown pieces to those of a view: all hops of its last move, if they lead from one to the other. @param {Piece[]} shown @param {View} view */
export function hops(shown, view) {
  const { last, pieces } = view;
  if (!last?.fx || standing(shown) === standing(pieces)) return [pieces];
  const { fx } = last;
  const seen = fx.flatMap((step, n) => (step.length ? [after(shown, { fx }, n + 1, view)] : []));
  return seen.length && standing(seen[seen.length - 1]) === standing(pieces) ? seen : [pieces];
}

/**
 * Shows the position of the board's view. It counts from now on; the drawing comes after it hop by hop, until something else is put in place.
 * @param {Board} board @param {(sound: string | undefined) => void} hear
 */
export async function showPosition(board, hear) {
  const { pieces } = board.view;
  const seen = isCalm() ? [pieces] : hops(board.pieces, board.view);
  const ms = hopMs(seen.length);
  for (const now of seen) {
    hear(board.place(now, ms));
    board.pieces = pieces;
    const { placed } = board;
    if (now === seen[seen.length - 1]) return;
    await new Promise((done) => { setTimeout(done, ms); });
    if (board.placed !== placed) return;
  }
}
