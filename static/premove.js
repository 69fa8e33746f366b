// A premove: two taps made while it is the opponent's turn, kept in the browser until it is known whether they are one legal move.

import { after, begins, called, fill, paths } from "./board.js";

/** @typedef {import("../tests/browser/types").View} View */
/** @typedef {import("../tests/browser/types").Move} Move */

/** The spaces after another tap: the first is an own piece, and a tap on it takes all back. @param {string[]} spaces @param {string} at @param {boolean} isOwn */
export function tapped(spaces, at, isOwn) {
  if (spaces.length === 1 && spaces[0] !== at) return [spaces[0], at];
  return isOwn && spaces[0] !== at ? [at] : [];
}

/** The one legal path from the first space to the second; where a choice or several ways are open there is none. @param {Move[]} moves @param {string[]} spaces */
export function match(moves, [from, to]) {
  const fitting = moves.flatMap(paths).filter((path) => path[0] === from && path[path.length - 1] === to);
  return fitting.length === 1 ? fitting[0] : undefined;
}

export class Premove {
  constructor() {
    /** @type {string[]} */
    this.spaces = [];
    this.ply = -1;
  }

  /** The view after a move that is being sent, as far as a premove needs it. @param {View} view @param {string[]} path @returns {View} */
  behind(view, path) {
    const move = view.moves.find((legal) => paths(legal).some((other) => other.join() === path.join()));
    return {
      ...view, ply: view.ply + 1, played: [...view.played, ""], moves: [], pieces: after(view.pieces, move, path.length, view),
      // As in the views of such games: their moves begin at own pieces and go on from there.
      premoves: path.length > 1 && view.pieces.some((piece) => piece.at === path[0] && piece.side === view.me),
    };
  }

  /** Whether one may be made in what is shown: the present position, with the opponent to move. @param {View} view */
  isOpen({ premoves, status, me, moves, ply, played }) {
    return premoves === true && status === "playing" && me !== null && !moves.length && ply === played.length;
  }

  /** What is chosen in what is shown. @param {View} view */
  shown(view) {
    return this.isOpen(view) && this.ply === view.ply ? this.spaces : [];
  }

  /** Takes a tap; returns whether it changed anything. @param {View} view @param {string} at */
  tap(view, at) {
    if (!this.isOpen(view)) return false;
    const before = this.shown(view);
    this.spaces = tapped(before, at, view.pieces.some((piece) => piece.at === at && piece.side === view.me));
    this.ply = view.ply;
    return before.length + this.spaces.length > 0;
  }

  /** What is chosen, in words, if anything is. @param {View} view @param {Record<string, string>} words */
  task(view, words) {
    const [from, to] = this.shown(view);
    return from ? fill(to ? words.premove : words.premoveFrom, { from: called(view, from), to: called(view, to ?? "") }) : "";
  }

  forget() {
    this.spaces = [];
  }

  /**
   * Meets the newest view. Returns a path to play, a piece that stays selected, a text why the premove was not possible, or nothing.
   * @param {View} view @param {Record<string, string>} words @returns {{ path?: string[], begun?: string[], missed?: string }}
   */
  meet(view, words) {
    const kept = this.spaces;
    const [from, to] = kept;
    const isReply = view.ply === this.ply + 1 && view.moves.length > 0;
    if (this.shown(view).length) return {};
    this.forget();
    if (!isReply) return {};
    if (kept.length === 1) return view.moves.some((move) => begins(move, kept)) ? { begun: kept } : {};
    if (!kept.length) return {};
    const path = match(view.moves, kept);
    return path ? { path } : { missed: fill(words.premoveMissed, { from: called(view, from), to: called(view, to) }) };
  }
}
