// The board on the page: draws pieces, marks spaces, moves pieces. It knows no rules; the view says what is legal.

import { arrive, centre, drawRow, glide, leave, turnOver } from "./motion.js";
import { next, tap } from "./walk.js";

/** @typedef {import("../tests/browser/types").Piece} Piece */
/** @typedef {import("../tests/browser/types").Space} Space */
/** @typedef {import("../tests/browser/types").Move} Move */
/** @typedef {import("../tests/browser/types").View} View */

const SVG = "http://www.w3.org/2000/svg";
const TARGETS_MARKED_AT_FIRST = 12;
/** The same where some free spaces are no targets, so that the marks tell the player something. */
const CHOICES_MARKED_AT_FIRST = 24;
const PIECES_MARKED_AT_FIRST = 4;
/** The states of a space that are drawn under its piece, the lowest first. */
const HIGHLIGHTS = ["last", "selected", "ahead", "check"];

/** Fills in `{name}`. @param {string} text @param {Record<string, string>} values */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

/** A part of a drawing. @template {keyof SVGElementTagNameMap} Name @param {Name} name @param {Record<string, string | number>} attributes */
export function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Sets or removes an attribute only if its value changes: browsers recompute styles for every write. @param {Element} part @param {string} name @param {string | null} value */
const change = (part, name, value) => {
  if (part.getAttribute(name) === value) return;
  if (value === null) part.removeAttribute(name);
  else part.setAttribute(name, value);
};

/** Shifts a part of a drawing by so many cells. @param {Element | undefined} part @param {"x" | "y"} axis @param {number} cells */
const shift = (part, axis, cells) => part?.setAttribute(axis, String(Number(part.getAttribute(axis)) + cells * 100));

/** Where an arrow begins and ends beyond the centres of its spaces, and how far its head reaches back and aside; web/board/art/mod.rs has the same. */
const [AIM_START, AIM_END, AIM_HEAD] = [12, 34, 24];

/** An arrow between two places, as an SVG path. @param {{ c: number, r: number }} from @param {{ c: number, r: number }} to */
export function aimPath(from, to) {
  const length = Math.hypot(to.c - from.c, to.r - from.r) || 1;
  const [x, y] = [(to.c - from.c) / length, (to.r - from.r) / length];
  /** @param {{ c: number, r: number }} place @param {number} along @param {number} [aside] */
  const beside = ({ c, r }, along, aside = 0) => `${Math.round(c * 100 + 50 + x * along - y * aside)},${Math.round(r * 100 + 50 + y * along + x * aside)}`;
  return `M${beside(from, AIM_START)}L${beside(to, AIM_END)}L${beside(to, AIM_END - AIM_HEAD, -AIM_HEAD)}L${beside(to, AIM_END)}L${beside(to, AIM_END - AIM_HEAD, AIM_HEAD)}`;
}

/** The class of a side's pieces. @param {View} view @param {number} side */
export const paint = (view, side) => `${view.sides[side].tone} side${side}`;

/** What players call a space. @param {View} view @param {string} at */
export const called = ({ board }, at) => board.spaces.find(({ id }) => id === at)?.label ?? at;

/** All paths of a move, the usual one first. @param {Move} move */
export const paths = (move) => [move.path, ...(move.also ?? [])];

/** Whether a move may begin with these tokens. @param {Move} move @param {string[]} prefix */
export const begins = (move, prefix) => paths(move).some((path) => prefix.every((token, i) => path[i] === token));

/** The pieces after the first `count` steps of a move. @param {Piece[]} pieces @param {Pick<Move, "fx"> | undefined} move @param {number} count @param {View} view */
export function after(pieces, move, count, view) {
  let now = pieces.map((piece) => ({ ...piece }));
  for (const fx of (move?.fx ?? []).slice(0, count).flat()) {
    const piece = now.find((other) => other.id === fx.p);
    if (fx.t === "add") {
      const name = now.find((other) => other.side === fx.side && other.kind === fx.kind)?.name ?? view.sides[fx.side].name;
      now.push({ id: fx.p, at: fx.at, side: fx.side, kind: fx.kind, name });
    } else if (fx.t === "remove") now = now.filter((other) => other.id !== fx.p);
    else if (piece && fx.t === "move") piece.at = fx.to;
    else if (piece && fx.t === "turn") piece.side = fx.side;
    else if (piece && fx.t === "morph") piece.kind = fx.kind;
  }
  return now;
}

/** Lengths of a row that won: the radius of its rings, and how far its stroke goes beyond its outer centres. */
const RING = 45;
const BEYOND = 36;

/**
 * The parts of a row that won, from its first place to its last: a stroke that goes under all pieces and a little beyond them; where these
 * are behind the board or fill its points, a ring round each and links from ring to ring. None where the places do not lie in one line.
 * @param {{ x: number, y: number }[]} places @param {boolean} isChain @returns {["line" | "circle", Record<string, number>][]}
 */
export function winningRow(places, isChain) {
  const [first, last] = [places[0], places[places.length - 1]];
  if (!first || !places.every(({ x, y }) => (x - first.x) * (last.y - first.y) === (y - first.y) * (last.x - first.x))) return [];
  const length = Math.hypot(last.x - first.x, last.y - first.y) || 1;
  /** @param {{ x: number, y: number }} from @param {number} start @param {{ x: number, y: number }} to @param {number} end @returns {["line", Record<string, number>]} */
  const line = (from, start, to, end) => {
    const [dx, dy] = [(last.x - first.x) / length, (last.y - first.y) / length];
    return ["line", { x1: Math.round(from.x + dx * start), y1: Math.round(from.y + dy * start), x2: Math.round(to.x + dx * end), y2: Math.round(to.y + dy * end) }];
  };
  if (!isChain) return [line(first, -BEYOND, last, BEYOND)];
  return places.flatMap((place, n) => [...n ? [line(places[n - 1], RING, place, -RING)] : [], ["circle", { cx: place.x, cy: place.y, r: RING }]]);
}

export class Board {
  /** @param {HTMLElement} root @param {View} view @param {Record<string, string>} words */
  constructor(root, view, words) {
    this.view = view;
    this.words = words;
    /** @type {string[]} */
    this.prefix = [];
    /** The spaces of a premove. @type {string[]} */
    this.ahead = [];
    /** @type {Piece[]} */
    this.pieces = view.pieces;
    /** Counts how often they were put in place. */
    this.placed = 0;
    this.isTurned = "turned" in root.dataset;
    this.grid = /** @type {HTMLElement} */ (root.querySelector(".grid"));
    this.art = /** @type {SVGSVGElement} */ (root.querySelector(".art"));
    this.figures = /** @type {SVGGElement} */ (root.querySelector(".pieces"));
    this.highlights = /** @type {SVGGElement} */ (root.querySelector(".highlights"));
    /** Whether the pieces are behind the board. */
    this.isBehind = this.art.matches(".behind");
    /** @type {Map<string, HTMLButtonElement>} */
    this.cells = new Map();
    for (const cell of /** @type {NodeListOf<HTMLButtonElement>} */ (this.grid.querySelectorAll("button"))) this.cells.set(cell.dataset.at ?? "", cell);
    /** @type {Map<string, Space>} */
    this.spaces = new Map(view.board.spaces.map((space) => [space.id, space]));
  }

  get paths() {
    return this.view.moves.flatMap(paths);
  }

  /** The marks of the position, or those of a half-made move where it has some. */
  get marks() {
    const { marks = [], marks_ahead: ahead = {} } = this.view;
    return ahead[this.prefix.join(",")] ?? marks;
  }

  /** Column and row as seen. @param {string} id */
  seen(id) {
    const { cols, rows } = this.view.board;
    const space = /** @type {Space} */ (this.spaces.get(id));
    return this.isTurned ? { c: cols - 1 - space.c, r: rows - 1 - space.r } : { c: space.c, r: space.r };
  }

  /** @param {string} at */
  pieceAt(at) {
    return this.pieces.find((piece) => piece.at === at);
  }

  /** The space under the pointer. @param {PointerEvent} event */
  under(event) {
    const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("button[data-at]");
    return hit instanceof HTMLButtonElement && this.grid.contains(hit) ? hit : undefined;
  }

  /** Puts the pieces in place; those that change do so within `ms`. Returns what that sounds like. @param {Piece[]} pieces @param {number} ms */
  place(pieces, ms) {
    this.pieces = pieces;
    this.placed += 1;
    /** @type {string | undefined} */
    let sound;
    /** @type {Map<string | null, SVGElement>} */
    const gone = new Map([.../** @type {NodeListOf<SVGElement>} */ (this.figures.querySelectorAll("use[data-p]"))].map((figure) => [figure.getAttribute("data-p"), figure]));
    const arrival = this.art?.dataset.arrival ?? "set";
    const fallen = (this.view.marks ?? []).filter((mark) => mark.falls).map((mark) => mark.at);
    const come = pieces.find((piece) => !gone.has(String(piece.id)));
    const from = come && this.seen(come.at);
    for (const piece of pieces) {
      const { c, r } = this.seen(piece.at);
      let figure = gone.get(String(piece.id));
      gone.delete(String(piece.id));
      if (!figure) {
        figure = shape("use", { "data-p": piece.id, width: 100, height: 100 });
        this.figures.append(figure);
        arrive(figure, arrival, r * 100, ms);
        sound ??= arrival;
      } else {
        const x = Number(figure.getAttribute("x")) - c * 100;
        const y = Number(figure.getAttribute("y")) - r * 100;
        if (x || y) {
          this.figures.append(figure);
          glide(figure, x, y, ms);
          sound ??= "set";
        }
      }
      figure.removeAttribute("transform");
      change(figure, "x", String(c * 100));
      change(figure, "y", String(r * 100));
      change(figure, "href", `#p-${piece.kind}`);
      figure.toggleAttribute("data-fallen", fallen.includes(piece.at));
      if (fallen.includes(piece.at)) centre(figure);
      // A disc that is turning over still needs it.
      else if (!figure.dataset.shown) figure.removeAttribute("transform-origin");
      const shown = paint(this.view, piece.side);
      // While a disc turns over, its class is still the old one.
      const before = figure.dataset.shown ?? figure.getAttribute("class");
      if (!before) figure.setAttribute("class", shown);
      else if (before !== shown) {
        turnOver(figure, shown, from ? Math.max(Math.abs(from.c - c), Math.abs(from.r - r)) : 0, ms);
        sound = "turn";
      }
    }
    for (const figure of gone.values()) {
      figure.removeAttribute("data-p");
      leave(figure, ms);
      sound = "take";
    }
    return sound;
  }

  /** Says at every space what stands there and what a tap would do, and marks it. */
  mark() {
    const { words, view, marks: marked, paths: all } = this;
    const legal = new Set(next(all, this.prefix));
    const pieces = new Map(this.pieces.map((piece) => [piece.at, piece]));
    const landings = this.landings();
    const most = legal.size < view.board.spaces.length - view.pieces.length ? CHOICES_MARKED_AT_FIRST : TARGETS_MARKED_AT_FIRST;
    const unmarked = this.prefix.length || legal.size <= PIECES_MARKED_AT_FIRST ? [] : legal.size <= most ? ["own"] : ["own", "can", "take"];
    /** Where the keyboard comes in: at what is selected, at what can be played, at the last move. @type {(HTMLButtonElement | undefined)[]} */
    const stops = [];
    for (const [at, cell] of this.cells) {
      const piece = pieces.get(at);
      const isNext = legal.has(cell.value);
      const isSelected = this.prefix.includes(cell.value);
      // A space that taps for another (any cell of a column) is marked only where the piece comes to stand.
      const isMeant = isNext && (cell.value === at || landings.has(`${cell.value} ${at}`));
      // Later in a move, an own piece is a target, such as the rook to castle with.
      const isOwn = piece?.side === view.turn;
      const use = !isMeant ? "" : !piece || (isOwn && this.prefix.length) ? "can" : isOwn ? "own" : "take";
      // A token that is next goes on, so that a board with hundreds of moves is not searched for each of its spaces.
      const step = isNext ? "" : tap(all, this.prefix, cell.value).step;
      const leads = isNext || !["not-legal", "cleared", "kept"].includes(step);
      const states = [isSelected && "selected", use, view.last?.squares.includes(at) && "last", this.ahead.includes(at) && "ahead"].filter((state) => state);
      const shown = states.filter((state) => !unmarked.includes(/** @type {string} */ (state)));
      const marks = marked.filter((mark) => mark.at === at);
      if (marks.length) shown.push(...marks.map((mark) => mark.kind), "marked");
      [isSelected, use, at === view.last?.squares.at(-1), true].forEach((is, rank) => { if (is) stops[rank] ??= cell; });
      if (isOwn && (use === "own" || step === "restarted" || this.carries(cell.value, piece))) shown.push("mover");
      change(cell, "class", shown.join(" "));
      change(cell, "aria-label", [this.spaces.get(at)?.label ?? at, piece?.name ?? words.empty, ...marks.map((mark) => mark.say), ...states.map((state) => words[/** @type {string} */ (state)])].join(", "));
      change(cell, "aria-pressed", isSelected ? "true" : null);
      // Of a premove, any space may be the second.
      const isAhead = view.premoves && (piece?.side === view.me || this.ahead.length === 1);
      change(cell, "aria-disabled", isSelected || leads || isAhead ? null : "true");
    }
    if (!this.grid.contains(document.activeElement)) this.stop(stops.find((cell) => cell));
    this.highlight();
    this.markRow();
    this.aim();
  }

  /** Singles out spaces under their pieces, unless these are behind the board; web/board/part.rs does the same. */
  highlight() {
    if (this.isBehind) return;
    this.highlights.replaceChildren(...[...this.cells].flatMap(([at, { classList }]) => {
      const { c, r } = this.seen(at);
      return HIGHLIGHTS.filter((kind) => classList.contains(kind)).map((kind) => shape("rect", { class: kind, x: c * 100 + 2, y: r * 100 + 2, width: 96, height: 96 }));
    }));
  }

  /** Arrows that lead to marked spaces; web/board/art/mod.rs draws the same. */
  aim() {
    const aims = this.marks.flatMap(({ at, from }) => (from ? ["casing", "shaft"] : []).map((name) => shape("path", { class: name, d: aimPath(this.seen(from ?? at), this.seen(at)) })));
    this.art.querySelector(".aims")?.remove();
    if (!aims.length) return;
    const layer = shape("g", { class: "aims" });
    layer.append(...aims);
    this.art.append(layer);
  }

  /** The row that won, if its spaces lie in one line; web/board/art.rs draws the same. */
  markRow() {
    const places = (this.view.marks ?? []).filter((mark) => mark.kind === "line").map((mark) => this.seen(mark.at))
      .map(({ c, r }) => ({ x: c * 100 + 50, y: r * 100 + 50 })).sort((a, b) => a.x - b.x || a.y - b.y);
    const known = this.art.querySelector(".row");
    const isChain = this.isBehind || this.view.board.kind === "points";
    const drawn = winningRow(places, isChain);
    this.art.classList.toggle("rowed", drawn.length > 0);
    if (!drawn.length) {
      known?.remove();
      return;
    }
    const row = known ?? shape("g", { class: "row" });
    row.replaceChildren(...drawn.map(([name, attributes]) => shape(name, { pathLength: 100, ...attributes })));
    if (known) return;
    if (isChain) this.art.append(row);
    else this.figures.before(row);
    drawRow(row);
  }

  /** Where the next tap puts pieces: its token and the space, with a blank between them. */
  landings() {
    const step = this.prefix.length;
    return new Set(this.view.moves.flatMap((move) => {
      const places = (move.fx[step] ?? []).flatMap((fx) => fx.t === "add" ? [fx.at] : fx.t === "move" ? [fx.to] : []);
      const taps = places.length ? paths(move).filter((path) => this.prefix.every((token, i) => path[i] === token)) : [];
      return taps.flatMap((path) => places.map((at) => `${path[step]} ${at}`));
    }));
  }

  /** Whether the half-made move, which includes this token, continues with this piece: it is selected, or between two hops. @param {string} token @param {Piece} piece */
  carries(token, piece) {
    const step = this.prefix.length;
    return this.prefix.includes(token) && this.view.moves.some((move) => begins(move, this.prefix) && (move.fx[step] ?? []).find((fx) => fx.t === "move")?.p === piece.id);
  }

  /** Whether the board may be turned: not if pieces fall, which gives it a top and a bottom. */
  get mayTurn() { return this.art.dataset.arrival !== "fall"; }

  /** Turns the board by 180 degrees: rows, spaces in their rows, lines, names and pieces. */
  turn() {
    const focused = document.activeElement;
    this.isTurned = !this.isTurned;
    const { cols, rows, kind } = this.view.board;
    for (const row of [...this.grid.children].reverse()) {
      this.grid.append(row);
      row.append(...[...row.children].reverse());
    }
    for (const [at, cell] of this.cells) {
      const { c, r } = this.seen(at);
      const space = /** @type {HTMLElement} */ (cell.parentElement);
      space.className = `c${c + 1}`;
      space.setAttribute("aria-colindex", String(c + 1));
      const row = /** @type {HTMLElement} */ (space.parentElement);
      row.className = `r${r + 1}`;
      row.setAttribute("aria-rowindex", String(r + 1));
    }
    const ground = this.figures.parentElement?.querySelector(".ground");
    if (ground?.hasAttribute("transform")) ground.removeAttribute("transform");
    else ground?.setAttribute("transform", `rotate(180 ${cols * 50} ${rows * 50})`);
    for (const axis of ["file", "rank"]) {
      const names = [...this.grid.parentElement?.querySelectorAll(`.coords .${axis}`) ?? []];
      const texts = names.map((name) => name.textContent).reverse();
      names.forEach((name, i) => { name.textContent = texts[i]; });
    }
    const numbers = this.grid.parentElement?.querySelectorAll(".coords .number") ?? [];
    this.view.board.spaces.filter(({ label }) => label).map(({ id }) => this.seen(id)).forEach(({ c, r }, n) => {
      // Shifted by whole cells from the opposite place: only the server knows where in its square a number stands.
      shift(numbers[n], "x", 2 * c + 1 - cols);
      shift(numbers[n], "y", 2 * r + 1 - rows);
    });
    this.place(this.pieces, 0);
    if (focused instanceof HTMLElement && this.grid.contains(focused)) focused.focus();
    this.grid.dispatchEvent(new Event("turned"));
    return kind;
  }

  /** Moves the grid's one tab stop. @param {HTMLButtonElement | undefined} cell */
  stop(cell) {
    for (const other of this.cells.values()) change(other, "tabindex", other === cell ? "0" : "-1");
  }

  /** Takes the keyboard to the grid's tab stop. */
  focusStop() {
    this.focus([...this.cells.values()].find((cell) => cell.tabIndex === 0));
  }

  /** @param {HTMLButtonElement | undefined} cell */
  focus(cell) {
    if (!cell) return;
    this.stop(cell);
    cell.focus();
  }
}
