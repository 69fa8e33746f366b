// The keyboard on the board: arrows, and letters while a space has the focus.

import { begins, called, fill } from "./board.js";
import { element, load } from "./page.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{ say(text: string): void, clear(): void, turn(): void, why(tokens: string[]): void, act(name: string): void, whyNot(): void }} Acts */

const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** The next existing space in a direction as seen. @param {Board} board @param {string} from @param {[number, number]} step */
function neighbour(board, from, [dc, dr]) {
  const here = board.seen(from);
  const ahead = [...board.cells.keys()].map((at) => ({ at, ...board.seen(at) }))
    .filter(({ c, r }) => (dc ? r === here.r && (c - here.c) * dc > 0 : c === here.c && (r - here.r) * dr > 0))
    .sort((a, b) => (a.c - b.c) * dc + (a.r - b.r) * dr);
  return ahead[0]?.at;
}

/** The end of the row, or with Ctrl of the board. @param {Board} board @param {string} from @param {boolean} isLast @param {boolean} isWhole */
function end(board, from, isLast, isWhole) {
  const here = board.seen(from);
  const row = [...board.cells.keys()].map((at) => ({ at, ...board.seen(at) })).filter(({ r }) => isWhole || r === here.r).sort((a, b) => a.r - b.r || a.c - b.c);
  return row[isLast ? row.length - 1 : 0]?.at;
}

/** Opens what hides an element and focuses it; Escape then returns to the board. If it cannot be used now, nothing changes and the result is false. @param {string} id */
function goTo(id) {
  const place = element(id);
  if (!place || place.closest("[hidden]")) return false;
  for (let part = /** @type {HTMLElement | null} */ (place); part; part = part.parentElement) {
    if (!(part instanceof HTMLDetailsElement)) continue;
    part.open = true;
    part.dataset.fromBoard = "";
  }
  (place.querySelector("summary") ?? place).focus();
  return true;
}

/** @param {Board} board @param {Acts} acts */
export function bindKeys(board, acts) {
  const { words } = board;
  // Without this script each space that can be played is a stop of the keyboard; with it there is one, and arrows go on.
  board.stop([...board.cells.values()].find((cell) => "stop" in cell.dataset));
  /** Says where the pieces of sides stand, and what else there is to say. @param {number[]} sides @param {string[]} more */
  const read = (sides, ...more) => load("./standing.js").then(({ standing }) => acts.say([...sides.map((side) => standing(board, side)), ...more].join(". ")), () => {});
  /** @type {Record<string, (at: string, event: KeyboardEvent) => void>} */
  const letters = {
    l: () => acts.say(board.view.last?.say ?? words.noLast),
    p: (_, event) => read([(board.view.me ?? 0) ^ (event.shiftKey ? 1 : 0)]),
    o: () => {
      const side = board.view.sides[1 - (board.view.me ?? 0)];
      acts.say(`${fill(words.opponent, { player: side.player, side: side.name })} ${board.view.say}`);
    },
    m: (at) => {
      const token = board.cells.get(at)?.value ?? at;
      const path = board.prefix.includes(token) ? board.prefix : [...board.prefix, token];
      // They are all of one side, which need not be named.
      const side = `${board.view.sides[board.view.turn].name}: `;
      const says = board.view.moves.filter((move) => begins(move, path)).map((move) => move.say.replace(side, ""));
      const place = called(board.view, at);
      const moves = says.join("; ");
      // A piece that is put down is named by its place.
      if (moves) acts.say(moves.startsWith(place) ? moves : fill(words.moves, { place, moves }));
      // Asking about a path that is a whole move would play it; so might asking about any path if there are no legal moves to compare it
      // with.
      else if (!board.view.moves.length || board.paths.some((legal) => legal.join() === path.join())) acts.say(fill(words.noMoves, { place: called(board.view, path[path.length - 1]) }));
      else acts.why(path);
    },
    b: () => read([0, 1], board.view.say),
    h: () => acts.act("hint"),
    u: () => acts.act("takeback"),
    f: () => acts.turn(),
    "?": () => { if (!goTo("board-keys")) acts.whyNot(); },
    "/": () => { if (!goTo("board-move")) acts.whyNot(); },
  };
  /** Whether the focus came here by a pointer: then the arrow keys are not for moving from space to space. */
  let isPointed = false;
  board.grid.addEventListener("pointerdown", () => { isPointed = true; });
  board.grid.addEventListener("focusout", ({ relatedTarget }) => { isPointed &&= relatedTarget instanceof Node && board.grid.contains(relatedTarget); });
  board.grid.addEventListener("keydown", (event) => {
    const at = event.target instanceof HTMLElement && event.target.dataset.at;
    if (!at || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    const letter = event.ctrlKey ? undefined : letters[event.key.toLowerCase()];
    // In a finished match the arrow keys then still step through the moves.
    if (step && isPointed && board.view.status !== "playing") return;
    if (step) board.focus(board.cells.get(neighbour(board, at, step) ?? at));
    else if (event.key === "Home" || event.key === "End") board.focus(board.cells.get(end(board, at, event.key === "End", event.ctrlKey) ?? at));
    else if (event.key === "Escape") acts.clear();
    else if (letter) letter(at, event);
    // Who holds Enter down, such as at the last of the steps, means no move.
    else if (!event.repeat || event.key !== "Enter") return;
    event.preventDefault();
  });
  board.grid.addEventListener("focusin", (event) => {
    for (const cell of board.cells.values()) cell.tabIndex = cell === event.target ? 0 : -1;
  });
}
