// Arrows and circles over the board: the hint's, and those that a player draws. A note is one space (a circle) or two (an arrow).

import { called, fill, shape } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../tests/browser/types").Fx} Fx */
/** @typedef {{ x: number, y: number }} Point */

/** Lengths of an arrow, where a space is 100 wide: from the centres of its spaces to its ends, and its own. */
const FROM_CENTRE = 24;
const TO_CENTRE = 12;
const HEAD = 36;
const HALF_HEAD = 21;
const HALF_SHAFT = 7;
const RADIUS = 43;

/** The outline of an arrow between the centres of two spaces: along one side of the shaft to the head, and back. @param {Point} from @param {Point} to @returns {Point[]} */
export function arrowOutline(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = length - TO_CENTRE;
  /** So far along the arrow, and so far to its right. @param {number} along @param {number} aside */
  const at = (along, aside) => ({ x: from.x + dx * along - dy * aside, y: from.y + dy * along + dx * aside });
  const right = [at(FROM_CENTRE, HALF_SHAFT), at(tip - HEAD, HALF_SHAFT), at(tip - HEAD, HALF_HEAD)];
  const left = [at(tip - HEAD, -HALF_HEAD), at(tip - HEAD, -HALF_SHAFT), at(FROM_CENTRE, -HALF_SHAFT)];
  return [...right, at(tip, 0), ...left];
}

/** The list with the note, or without it if it was there. @param {string[][]} notes @param {string[]} note */
export function toggled(notes, note) {
  const others = notes.filter((other) => other.join() !== note.join());
  return others.length < notes.length ? others : [...notes, note];
}

/**
 * What a hint draws: an arrow to where its piece comes to stand, and a circle on each other space of its path.
 * @param {string[]} path @param {Fx[][]} fx @param {number | undefined} mover the piece on the path's first space
 * @param {(token: string) => boolean} isSpace
 */
export function hintNotes(path, fx, mover, isSpace) {
  const places = path.flatMap((token, n) => {
    if (isSpace(token)) return [token];
    // The tap may be for another space than the piece comes to, such as any of a column.
    return (fx[n] ?? []).flatMap((change) => (change.t === "add" && isSpace(change.at) ? [change.at] : []));
  });
  const way = fx.flat().flatMap((change) => (change.t === "move" && change.p === mover ? [change.to] : []));
  const goal = way[way.length - 1];
  if (!goal) return places.map((place) => [place]);
  return [[places[0], goal], ...places.slice(1).filter((place) => !way.includes(place)).map((place) => [place])];
}

export class Arrows {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** What the player drew. @type {string[][]} */
    this.own = [];
    /** @type {string[][]} */
    this.hinted = [];
    this.layer = shape("g", { class: "notes" });
    board.art.append(this.layer);
    board.grid.addEventListener("turned", () => this.draw());
  }

  /** Draws everything. @param {string[]} [begun] a note that is being drawn */
  draw(begun) {
    this.layer.replaceChildren(
      ...this.hinted.map((note) => this.figure(note, "hint")),
      ...(begun ? toggled(this.own, begun) : this.own).map((note) => this.figure(note, "own")),
    );
  }

  /** @param {string[]} note @param {string} name */
  figure([from, to], name) {
    /** @param {string} id */
    const centre = (id) => {
      const { c, r } = this.board.seen(id);
      return { x: c * 100 + 50, y: r * 100 + 50 };
    };
    const { x, y } = centre(from);
    if (!to) return shape("circle", { class: name, cx: x, cy: y, r: RADIUS });
    const points = arrowOutline({ x, y }, centre(to)).map((point) => `${Math.round(point.x)},${Math.round(point.y)}`);
    return shape("polygon", { class: name, points: points.join(" ") });
  }

  /**
   * Draws a hint: first only where the move begins, then all of it. Returns the words of a first step that names a piece.
   * @param {string[]} path @param {boolean} isFirst @param {string} words with `{piece}` and `{place}`
   */
  hint(path, isFirst, words) {
    const { board } = this;
    const [from] = path;
    const piece = board.pieceAt(from);
    const isPart = isFirst && path.length > 1 && piece !== undefined;
    const move = board.view.moves.find((legal) => legal.path.join() === path.join());
    this.hinted = isPart ? [[from]] : hintNotes(path, move?.fx ?? [], piece?.id, (token) => board.spaces.has(token));
    this.draw();
    return isPart ? fill(words, { piece: piece.name, place: called(board.view, from) }) : "";
  }

  /** Draws a note of the player, or wipes it where it is drawn already. @param {string[]} note */
  toggle(note) {
    this.own = toggled(this.own, note);
    this.draw();
  }

  clear() {
    this.own = [];
    this.hinted = [];
    this.draw();
  }
}
