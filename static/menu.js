// The menu of a match: moves that are typed, and the position as text. Loaded when it is first opened; until then it is as the server wrote it.

import { standing } from "./board.js";
import { element, write } from "./page.js";
import { placeOf } from "./replay.js";

/** @typedef {{ board: import("./board.js").Board, words: Record<string, string>, refuse(text: string): void, send(path: string[]): void, move(path: string, busy: string): void }} Table */

export class Menu {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.form = /** @type {HTMLFormElement | null} */ (element("board-typed"));
    document.addEventListener("click", (event) => {
      if (event.target instanceof Node) this.close((part) => !part.contains(/** @type {Node} */ (event.target)));
    });
    element("board-acts")?.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close((part) => part.contains(document.activeElement))?.querySelector("summary")?.focus();
    });
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#board-acts [data-close]"))) {
      button.hidden = false;
      button.addEventListener("click", () => this.close((part) => part.contains(button))?.querySelector("summary")?.focus());
    }
    this.show();
  }

  /** Closes the open part of the toolbar if it is meant, and returns it. @param {(part: HTMLDetailsElement) => boolean} isMeant */
  close(isMeant) {
    const open = /** @type {HTMLDetailsElement | null} */ (document.querySelector("#board-acts > details[open]"));
    if (!open || !isMeant(open)) return undefined;
    open.open = false;
    return open;
  }

  /** Plays the move that is typed. */
  typed() {
    const { board, words } = this.table;
    const { view } = board;
    const box = /** @type {HTMLInputElement} */ (element("board-move"));
    // As it stands before in small letters: at chess, b and B are two things.
    const same = [(/** @type {string} */ text) => text, (/** @type {string} */ text) => text.toLowerCase()];
    const text = box.value.trim();
    const move = same.map((as) => view.moves.find(({ path, alt }) => [path.join(), ...alt].some((other) => as(other) === as(text)))).find((found) => found);
    this.close(() => true);
    board.focusStop();
    this.table.refuse("");
    if (move) this.table.send(move.path);
    else this.table.move(box.value, words.sending);
    box.value = "";
  }

  /** Puts the menu in step with the view. */
  show() {
    const { board } = this.table;
    const { view } = board;
    if (this.form) {
      this.form.hidden = !view.moves.length;
      for (const [name, value] of Object.entries({ ply: view.ply, hash: view.hash, line: placeOf(view).line, from: placeOf(view).ply })) {
        const field = this.form.elements.namedItem(name);
        if (field instanceof HTMLInputElement) field.value = String(value);
      }
    }
    element("board-moves")?.replaceChildren(...view.moves.map((move) => Object.assign(document.createElement("option"), { value: move.alt[0] ?? move.path.join(), textContent: move.say })));
    element("board-standings")?.replaceChildren(...[0, 1].map((side) => Object.assign(document.createElement("p"), { textContent: standing(board, side) })));
    write("board-text", view.text);
    write("board-position", view.position);
    const { ply } = placeOf(view);
    for (const id of ["board-picture", "share-picture"]) element(id)?.setAttribute("href", `/games/${view.id}.png${ply === view.played.length ? "" : `?ply=${ply}`}`);
  }
}
