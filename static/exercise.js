// The exercise of a rules page: taps on its board, and the server's judgement of the move. Without this script each tap asks for the page.

import { Board, after, begins, paths } from "./board.js";
import { bindKeys } from "./keys.js";
import { STEP_MS, isCalm } from "./motion.js";
import { data, make } from "./page.js";
import { canFinish, next, tap } from "./walk.js";

/** @typedef {import("../tests/browser/types").View} View */

const ANSWER_MS = 10_000;

class Exercise {
  /** @param {HTMLElement} root @param {HTMLFormElement} form */
  constructor(root, form) {
    this.form = form;
    this.address = `/rules/${root.dataset.game}`;
    this.words = data("board-words");
    this.board = new Board(root, data("board-view"), this.words);
    /** The position to begin with; none where the page came with a move that is already judged. @type {View | undefined} */
    this.first = this.board.view.moves.length ? this.board.view : undefined;
    this.answer = /** @type {HTMLElement} */ (document.getElementById("exercise-answer"));
    this.again = /** @type {HTMLElement} */ (document.getElementById("exercise-again"));
    this.choices = /** @type {HTMLElement} */ (document.getElementById("exercise-choices"));
    this.isBusy = false;
  }

  start() {
    const { board, form } = this;
    bindKeys(board, this);
    // Every button has the taps before it in its value; from here on the script keeps them.
    const begun = new URLSearchParams(location.search).get("try") ?? "";
    for (const cell of board.cells.values()) cell.value = cell.value.split(",").at(-1) ?? "";
    if (this.first) {
      const taps = begun.split(",").filter((token) => token);
      if (taps.length && board.paths.some((path) => taps.every((token, n) => path[n] === token))) board.prefix = taps;
      board.pieces = this.preview();
    }
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("click", (event) => {
      const button = event.target instanceof Element && event.target.closest("button");
      if (!button) return;
      event.preventDefault();
      if (button.value) this.tap(button.value);
      else this.send(this.board.prefix);
    });
    this.again.addEventListener("click", (event) => {
      if (!this.first) return;
      event.preventDefault();
      this.reset(this.first);
    });
    if (this.first) this.show();
  }

  /** @param {View} first */
  reset(first) {
    this.board.view = first;
    this.to([]);
    this.judge("open", "");
    this.board.focusStop();
  }

  /** The pieces after the taps so far. */
  preview() {
    const { view, prefix } = this.board;
    const move = view.moves.find((legal) => begins(legal, prefix));
    return after(view.pieces, prefix.length ? move : undefined, prefix.length, view);
  }

  /** @param {string[]} prefix */
  to(prefix) {
    this.board.prefix = prefix;
    this.board.place(this.preview(), isCalm() ? 0 : STEP_MS);
    this.show();
  }

  show() {
    const { board } = this;
    board.mark();
    this.again.hidden = !board.prefix.length && board.view.moves.length > 0;
    const hadFocus = this.choices.contains(document.activeElement);
    const legal = next(board.paths, board.prefix).filter((token) => token in board.view.choices);
    const choices = legal.map((token) => make("button", board.view.choices[token], { value: token }));
    if (canFinish(board.paths, board.prefix)) choices.push(make("button", this.words.finish, { value: "" }));
    this.choices.replaceChildren(...choices);
    if (hadFocus && choices.length) this.choices.querySelector("button")?.focus();
    else if (hadFocus && board.view.moves.length) board.focusStop();
    else if (hadFocus) this.again.focus();
    if (board.prefix.length) this.judge("open", this.task());
  }

  task() {
    const { view, prefix } = this.board;
    for (let n = prefix.length; n >= 0; n--) {
      const said = view.tasks[prefix.slice(0, n).join(",")];
      if (said) return said;
    }
    return "";
  }

  /** @param {string} token */
  tap(token) {
    const { board } = this;
    if (this.isBusy) return;
    // After a wrong move the next tap is the next try.
    if (!board.view.moves.length && this.first && this.answer.dataset.judgement === "not-yet") this.reset(this.first);
    if (!board.view.moves.length) return;
    const { step, tokens } = tap(board.paths, board.prefix, token);
    if (step === "complete") this.send(tokens);
    else if (step === "not-legal") this.why(tokens);
    else {
      if (step === "cleared") this.judge("open", "");
      this.to(tokens);
    }
  }

  /** Shows a whole move, and what the server says about it. @param {string[]} path */
  async send(path) {
    const { board } = this;
    const move = board.view.moves.find((legal) => paths(legal).some((other) => other.join() === path.join()));
    board.prefix = path;
    board.place(after(board.view.pieces, move, path.length, board.view), isCalm() ? 0 : STEP_MS);
    // A comma at the end: the move stops here, although it could go on.
    await this.ask([...path, ""]);
  }

  /** Asks why a path is not legal. @param {string[]} path */
  async why(path) {
    await this.ask(path);
  }

  /** @param {string[]} path */
  async ask(path) {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      const answer = await fetch(`${this.address}?${new URLSearchParams({ try: path.join() })}`, { headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(ANSWER_MS) });
      const { judgement, say, view } = await answer.json();
      if (!view) throw new Error("no judgement");
      this.board.view = view;
      this.to([]);
      this.judge(judgement, say);
    } catch {
      this.to([]);
      this.judge("not-legal", this.words.notSent);
    } finally {
      this.isBusy = false;
    }
  }

  /** @param {string} judgement @param {string} text */
  judge(judgement, text) {
    this.answer.dataset.judgement = judgement;
    const line = document.createElement("p");
    line.textContent = text;
    this.answer.replaceChildren(...(text ? [line] : []));
  }

  /** @param {string} text */
  say(text) { this.judge(this.answer.dataset.judgement ?? "open", text); }

  turn() {
    if (!this.board.mayTurn) return;
    this.board.turn();
    this.board.mark();
  }

  clear() {
    if (this.board.view.moves.length) {
      this.to([]);
      this.judge("open", "");
    }
  }

  /** No hints or takebacks here: they exist only in matches. */
  act() {}

  /** Nor typed moves: what the keyboard asks for in vain is answered with the task. */
  whyNot() { if (this.board.view.moves.length) this.say(this.task()); }
}

const root = document.getElementById("exercise");
const form = document.getElementById("exercise-form");
if (root && form instanceof HTMLFormElement) new Exercise(root, form).start();
