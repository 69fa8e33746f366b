// The choice of a piece on the board: a column of squares on the file of the last tap, from there inward, while it is asked for.

/** @typedef {import("./board.js").Board} Board */

/** The rows of so many squares, from this row inward; none where the board has fewer. @param {number} row @param {number} rows @param {number} count */
export function column(row, rows, count) {
  if (count > rows) return [];
  const isDown = row * 2 < rows;
  const first = isDown ? Math.min(row, rows - count) : Math.max(row, count - 1);
  return Array.from({ length: count }, (_, n) => (isDown ? first + n : first - n));
}

export class Picker {
  /** @param {Board} board @param {() => void} cancel */
  constructor(board, cancel) {
    this.board = board;
    // It is a grid of the same rows and columns over the spaces.
    this.root = document.createElement("div");
    this.root.className = "grid picker";
    this.root.setAttribute("role", "group");
    this.root.addEventListener("click", (event) => { if (event.target instanceof Element && !event.target.closest("button")) cancel(); });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.root.isConnected || event.defaultPrevented) return;
      event.preventDefault();
      cancel();
    });
  }

  /** Puts the choices on the board, or none; returns whether they stand there. @param {HTMLButtonElement[]} buttons @param {string} label */
  show(buttons, label) {
    const { board, root } = this;
    const at = board.prefix[board.prefix.length - 1];
    const { c, r } = board.spaces.has(at) ? board.seen(at) : { c: 0, r: 0 };
    const rows = board.spaces.has(at) && buttons.length ? column(r, board.view.board.rows, buttons.length) : [];
    root.replaceChildren(...rows.map((row, n) => {
      const [line, place] = [document.createElement("div"), document.createElement("div")];
      line.className = `r${row + 1}`;
      place.className = `c${c + 1}`;
      place.append(buttons[n]);
      line.append(place);
      return line;
    }));
    root.setAttribute("aria-label", label);
    if (rows.length) board.grid.after(root);
    else this.hide();
    return rows.length > 0;
  }

  /** Takes the choices off the board, and the keyboard back to it. */
  hide() {
    if (!this.root.isConnected) return;
    this.root.remove();
    this.board.focus([...this.board.cells.values()].find((cell) => cell.tabIndex === 0));
  }
}
