// The choice of a piece on the board: a column of squares on the file of the last tap, from there inward, while it is asked for.

import { paint, shape } from "./board.js";

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
    /** Whether the choices go down from the first. */
    this.isDown = true;
    this.root.addEventListener("keydown", (event) => this.walk(event));
    this.root.addEventListener("click", (event) => { if (event.target instanceof Element && !event.target.closest("button")) cancel(); });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.root.isConnected || event.defaultPrevented) return;
      event.preventDefault();
      cancel();
    });
  }

  /** Puts those tokens on the board that a figure stands for, if there is room; returns them. @param {string[]} legal @param {string} label */
  show(legal, label) {
    const { board, root } = this;
    const at = board.prefix[board.prefix.length - 1];
    const { figures = {} } = board.view;
    const tokens = board.spaces.has(at) ? legal.filter((token) => token in figures) : [];
    const { c, r } = tokens.length ? board.seen(at) : { c: 0, r: 0 };
    const rows = column(r, board.view.board.rows, tokens.length);
    this.isDown = rows[0] < rows[1];
    root.replaceChildren(...rows.map((row, n) => {
      const [line, place] = [document.createElement("div"), document.createElement("div")];
      line.className = `r${row + 1}`;
      place.className = `c${c + 1}`;
      place.append(this.button(tokens[n], figures[tokens[n]]));
      line.append(place);
      return line;
    }));
    root.setAttribute("aria-label", label);
    if (rows.length) board.grid.after(root);
    else this.hide();
    return rows.length ? tokens : [];
  }

  /** @param {string} token @param {{ side: number, kind: string }} figure what stands for it */
  button(token, { side, kind }) {
    const { view } = this.board;
    const [button, name] = [document.createElement("button"), document.createElement("span")];
    button.value = token;
    name.textContent = view.choices[token];
    const svg = shape("svg", { class: "pieces", viewBox: "0 0 100 100", "aria-hidden": "true" });
    svg.append(shape("use", { class: paint(view, side), href: `#p-${kind}`, width: 100, height: 100 }));
    button.append(svg, name);
    return button;
  }

  focus() {
    this.root.querySelector("button")?.focus();
  }

  /** Arrows go from choice to choice as they are seen; those across do nothing, rather than leave the position. @param {KeyboardEvent} event */
  walk(event) {
    const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: 0, ArrowRight: 0 }[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const buttons = [...this.root.querySelectorAll("button")];
    buttons[buttons.findIndex((button) => button === document.activeElement) + (this.isDown ? step : -step)]?.focus();
  }

  /** Takes the choices off the board, and the keyboard back to it. */
  hide() {
    if (!this.root.isConnected) return;
    this.root.remove();
    this.board.focusStop();
  }
}
