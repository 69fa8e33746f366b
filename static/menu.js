// The menu of a match: moves that are typed, and the position as text. Loaded when it is first opened; until then it is as the server wrote it.

import { element, load, make, write } from "./page.js";

/** @typedef {{ board: import("./board.js").Board, words: Record<string, string>, isBusy: boolean, refuse(text: string): void, send(path: string[]): Promise<void>, move(path: string, busy: string): Promise<void> | undefined }} Table */

export class Menu {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    // Resigning is asked about first; the answer that is pressed twice is sent once.
    load("./once.js").catch(() => {});
    this.hash = table.board.view.hash;
    document.addEventListener("click", (event) => {
      if (event.target instanceof Node) this.close((part) => !part.contains(/** @type {Node} */ (event.target)));
    });
    // However it is closed: the next time it may be opened by the pointer.
    element("board-acts")?.addEventListener("toggle", ({ target }) => {
      if (target instanceof HTMLDetailsElement && !target.open) delete target.dataset.fromBoard;
    }, true);
    element("board-acts")?.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.leave(this.close((part) => part.contains(document.activeElement)));
    });
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#board-acts [data-close]"))) {
      button.hidden = false;
      button.addEventListener("click", () => this.leave(this.close((part) => part.contains(button))));
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

  /** The focus goes back to where it came from. @param {HTMLDetailsElement | undefined} part that was closed */
  leave(part) {
    if (!part) return;
    if ("fromBoard" in part.dataset) this.table.board.focusStop();
    else part.querySelector("summary")?.focus();
  }

  /** Plays the move that is typed. What was not taken stays in the box, with the reason. */
  async typed() {
    const { board, words, isBusy } = this.table;
    const { view } = board;
    this.table.refuse(isBusy ? words.awaited : "");
    if (isBusy) return;
    const box = /** @type {HTMLInputElement} */ (element("board-move"));
    // As typed first, then in lower case: in chess, b and B mean different things.
    const same = [(/** @type {string} */ text) => text, (/** @type {string} */ text) => text.toLowerCase()];
    const text = box.value.trim();
    const move = same.map((as) => view.moves.find(({ path, alt }) => [path.join(), ...alt].some((other) => as(other) === as(text)))).find((found) => found);
    // A refusal brings a view of the same position.
    const isTaken = () => board.view.ply !== view.ply || board.view.hash !== view.hash;
    const stop = [...board.cells.values()].find((cell) => cell.tabIndex === 0);
    if (!move) await this.table.move(box.value, words.sending);
    if (!move && !isTaken()) {
      // The board was shown anew; Escape leads back to where one came from, and who is there already stays.
      if (!board.grid.contains(document.activeElement)) board.stop(stop);
      const refusal = element("board-refusal");
      // What the rules do not allow is not sent again; what did not arrive is.
      if (refusal && !refusal.classList.contains("bad")) {
        const why = refusal.textContent ?? "";
        box.setCustomValidity(why);
        box.oninvalid = null;
        box.reportValidity();
        // Whoever presses Enter again hears it again.
        box.oninvalid = () => { if (box.validity.customError) this.table.refuse(why); };
        box.addEventListener("input", () => box.setCustomValidity(""), { once: true });
      }
      box.select();
      return;
    }
    this.close(() => true);
    board.focusStop();
    if (move) await this.table.send(move.path);
    if (isTaken() && box.value.trim() === text) box.value = "";
  }

  /** Puts the menu in step with the view. */
  show() {
    const { board } = this.table;
    const { view } = board;
    // Text that was not a move may be one in another position.
    if (view.hash !== this.hash) /** @type {HTMLInputElement | null} */ (element("board-move"))?.setCustomValidity("");
    this.hash = view.hash;
    element("board-moves")?.replaceChildren(...view.moves.map((move) => make("option", move.say, { value: move.alt[0] ?? move.path.join() })));
    load("./standing.js").then(({ standing }) => element("board-standings")?.replaceChildren(...[0, 1].map((side) => make("p", standing(board, side)))), () => {});
    const { moved = "", unmoved = "" } = element("board-resign")?.dataset ?? {};
    write("board-resign", view.aids.takeback ? moved : unmoved);
    write("board-text", view.text);
    write("board-position", view.position);
  }
}
