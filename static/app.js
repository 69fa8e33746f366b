// A match on the page: taps and drags become moves, news become views. Without this script the same form posts each tap.

import { markMove, writeBeside } from "./beside.js";
import { Board, after, begins, called, fill, paths } from "./board.js";
import { bindDrag } from "./drag.js";
import { bindGhost } from "./ghost.js";
import { showPosition } from "./hops.js";
import { bindKeys } from "./keys.js";
import { PACE, STEP_MS, hopMs, isCalm } from "./motion.js";
import { News } from "./news.js";
import { data, element, load, make, painted, tell, wait, write } from "./page.js";
import { bindReplay, linkSteps, placeOf, showAddress } from "./replay.js";
import { SoundSwitch } from "./sound-switch.js";
import { canFinish, next, tap } from "./walk.js";

/** @typedef {import("../tests/browser/types").View} View */

/** Shortest delay before a reply is shown; the view may ask for a longer one. */
const SHORTEST_MS = 250;
/** A refusal gives its place back to the task after this time. */
const REFUSAL_MS = 8000;
/** The statuses of what the rules of the game or of the match do not allow. */
const RULED = [409, 422];
/** A running analysis whose script failed to load is reloaded after this time; after it, a match that has not come may also be started again. */
const RELOAD_MS = 5000;
/** Time limit for a request: a hint may keep the engine busy for a while. */
const ACT_MS = 30_000;
/** A request that takes longer is said aloud. */
const ALOUD_MS = 700;
const HINTING = "hinting";
const POINTER = /** @type {const} */ (["pointerdown", "pointermove", "pointerup", "pointercancel"]);

/** The line of the status. At the end of a match its first words are a heading. @param {View} view */
function writeStatus({ say, outcome = "", facts = "" }) {
  const place = element("board-status");
  if (!place || (place.textContent === say && Boolean(facts) === place.childElementCount > 0)) return;
  place.replaceChildren(...facts ? [make("strong", outcome), make("span", ": "), make("span", facts)] : [say]);
}

class Table {
  /** @param {HTMLElement} root @param {HTMLFormElement} form */
  constructor(root, form) {
    this.form = form;
    this.typed = /** @type {HTMLFormElement | null} */ (element("board-typed"));
    /** The element around the board, whose classes tell the style sheet the state of the match. */
    this.frame = root.closest(".table");
    this.words = data("board-words");
    this.board = new Board(root, data("board-view"), this.words);
    /** The request that is not answered yet. @type {AbortController | undefined} */
    this.request = undefined;
    /** Whether it is one that is waited for: a hint is given up for anything else. */
    this.isBusy = false;
    /** Whether a whole move stands on the board that the server has not answered yet. */
    this.isSending = false;
    this.isDragged = false;
    /** The timer that removes a refusal. @type {ReturnType<typeof setTimeout> | undefined} */
    this.refused = undefined;
    /** The own move that was sent last, in words. @type {string | undefined} */
    this.own = undefined;
    this.ownPly = 0;
    this.ownUntil = 0;
    this.news = new News(this);
    /** What stands beside the board. @type {View} */
    this.written = this.board.view;
    this.isLive = form.hasAttribute("data-live");
    /** The newest view, where an earlier position is shown. @type {View} */
    this.present = this.board.view;
    this.title = document.title;
    this.sounds = new SoundSwitch(/** @type {HTMLButtonElement | null} */ (element("board-sounds")));
    /** The hint for this position. @type {{ path: string[], say: string, ply?: number } | undefined} */
    this.hint = undefined;
    // These are loaded when they are first needed.
    /** @type {Promise<import("./arrows.js").Arrows> | undefined} */
    this.drawing = undefined;
    /** @type {import("./premove.js").Premove | undefined} */
    this.premove = undefined;
    /** Whether the last hop of what is shown has been drawn: a result waits for it. */
    this.isSeen = true;
    /** @type {import("./promotion.js").Picker | undefined} */
    this.picker = undefined;
    /** @type {Promise<import("./menu.js").Menu> | undefined} */
    this.menu = undefined;
    /** What keeps the analysis in step. @type {((view: View) => void) | undefined} */
    this.analysed = undefined;
    /** The half-made move to return to after the server was asked why another move is not legal. @type {string[]} */
    this.asked = [];
    /** Whether moves may be tried where the match is over. */
    this.mayTry = false;
    /** @type {Promise<typeof import("./turn-icon.js")> | undefined} */
    this.icon = undefined;
  }

  get view() { return this.board.view; }

  get isTurn() { return this.view.status === "playing" && this.view.moves.length > 0 && !this.isSending; }

  /** The view that a premove is for: behind a move that is being sent. */
  get ahead() { return this.isSending && this.premove ? this.premove.behind(this.view, this.board.prefix) : this.view; }

  /** Whether the half-made move has changed something on the board. */
  get hasMoved() {
    const { prefix } = this.board;
    return this.view.moves.some((move) => begins(move, prefix) && move.fx.slice(0, prefix.length).some((fx) => fx.length));
  }

  start() {
    bindKeys(this.board, this);
    // A page that Back brings up again is as it was when it was left.
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted && this.isLive) this.news.refresh();
      else if (persisted) location.reload();
    });
    if (!this.isLive) {
      // As in once.js, which would be more to load: a second tap must not start a second match.
      this.form.addEventListener("submit", (event) => {
        if (event.timeStamp < this.ownUntil) event.preventDefault();
        else this.ownUntil = event.timeStamp + RELOAD_MS;
      });
      return;
    }
    this.board.prefix = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("prefix")).value.split(",").filter((token) => token);
    this.board.pieces = this.preview(this.board.prefix.length);
    this.show();
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("click", (event) => this.clicked(event));
    bindDrag(this.board, this);
    bindGhost(this.board);
    element("board-acts")?.addEventListener("toggle", () => { this.loadMenu().catch(() => {}); }, true);
    this.typed?.addEventListener("submit", (event) => {
      event.preventDefault();
      // The browser's own error page would say less about a lost connection.
      this.loadMenu().then((menu) => menu.typed(), () => (navigator.onLine ? this.typed?.submit() : this.refuse(this.words.notSent, true)));
    });
    for (const form of document.querySelectorAll("#board-acts form[data-act]")) {
      const name = form.getAttribute("data-act") ?? "";
      form.addEventListener("submit", (event) => { event.preventDefault(); this.act(name); });
    }
    const flip = element("board-flip");
    if (this.board.mayTurn) flip?.removeAttribute("hidden");
    flip?.addEventListener("click", () => this.turn());
    addEventListener("online", () => { this.refuse(""); if (this.view.status === "playing") this.say(this.words.online); this.news.refresh(); });
    addEventListener("offline", () => { if (this.view.status === "playing") this.refuse(this.words.offline, true); });
    document.addEventListener("visibilitychange", () => { this.news.listen(); this.showTurn(); });
    this.board.grid.addEventListener("turned", () => {
      this.frame?.classList.toggle("swapped");
      this.show();
    });
    this.bindPencil();
    bindReplay(this);
    const analysis = element("analysis");
    if (analysis) load("./analysis.js").then(({ bindAnalysis }) => bindAnalysis(this), () => {
      if (analysis.dataset.state === "running") setTimeout(() => location.reload(), RELOAD_MS);
      // What stands beside the board is about what stands on it, which may be a move that was tried.
      else this.analysed = (view) => { showAddress(placeOf(view), view.played.length); setTimeout(() => location.reload()); };
    });
    this.news.listen();
  }

  // What did not come is asked for again the next time.
  loadMenu() { return this.menu ??= load("./menu.js").then(({ Menu }) => new Menu(this), (why) => { this.menu = undefined; throw why; }); }

  arrows() { return this.drawing ??= load("./arrows.js").then(({ Arrows }) => new Arrows(this.board), (why) => { this.drawing = undefined; throw why; }); }

  /** Loads the pencil at the first pointer that may draw, and buffers the pointer's events until it is loaded. */
  bindPencil() {
    const { grid } = this.board;
    /** @type {PointerEvent[]} */
    const kept = [];
    /** @param {PointerEvent} event */
    const keep = async (event) => {
      if (!kept.length && (event.type !== "pointerdown" || (event.pointerType === "mouse" && event.button !== 2))) return;
      if (kept.push(event) > 1) return;
      try {
        const [{ bindPencil }, arrows] = await Promise.all([load("./pencil.js"), this.arrows()]);
        for (const type of POINTER) grid.removeEventListener(type, keep);
        bindPencil(this.board, arrows, kept);
      } catch {
        kept.length = 0;
      }
    };
    for (const type of POINTER) grid.addEventListener(type, keep);
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Forgets what was said and drawn about a position. */
  forget() {
    this.hint = undefined;
    tell("board-hint", HINTING, "");
    this.drawing?.then((arrows) => arrows.clear(), () => {});
  }

  /** Shows an earlier position, or the present one again. @param {View} view */
  lookAt(view) {
    this.board.view = view;
    this.forget();
    this.to([]);
    this.refuse("");
    this.say([view.last?.say, view.aloud ?? view.say].filter((text) => text).join(" "));
    this.analysed?.(view);
    // It may be the first to tell of a reply.
    if (view.version > this.present.version) this.news.hear(view.version);
  }

  /** @param {string} text */
  say(text) { write("board-live", ""); requestAnimationFrame(() => write("board-live", text)); }

  /** Shows why something was not done. A refusal by the rules is not a fault and disappears; a failed request is a fault (`isFault`) and stays. @param {string} text */
  refuse(text, isFault = false) {
    clearTimeout(this.refused);
    if (text && !isFault) this.refused = setTimeout(() => this.refuse(""), REFUSAL_MS);
    element("board-refusal")?.classList.toggle("bad", isFault);
    tell("board-refusal", "refusing", text);
  }

  turn() {
    if (!this.board.mayTurn) return;
    this.board.turn();
    this.say(this.words.turned);
  }

  clear() {
    // A move that is being sent is not taken back by this.
    if (this.isSending && !this.board.ahead.length) return;
    this.premove?.forget();
    if (this.isSending) this.show();
    else this.to([]);
    this.say(this.words.cleared);
  }

  /** The pieces after so many tokens of the half-made move. @param {number} count */
  preview(count) {
    const move = this.view.moves.find((legal) => begins(legal, this.board.prefix));
    return after(this.view.pieces, count ? move : undefined, count, this.view);
  }

  /** Goes to another half-made move, or shows the position; returns when all of it is seen. @param {string[]} prefix */
  to(prefix) {
    this.board.prefix = prefix;
    this.isSending = false;
    this.isSeen = this.written.status !== "playing";
    const seen = prefix.length ? this.sounds.play(this.board.place(this.preview(prefix.length), STEP_MS)) : showPosition(this.board, (sound) => this.sounds.play(sound));
    this.show();
    if (prefix.length) this.loadPremove();
    return Promise.resolve(seen).then(() => {
      if (this.board.prefix !== prefix) return;
      this.isSeen = true;
      if (this.view.status !== "playing") this.showBeside();
    });
  }

  /** Loads premoves; called once a move takes two taps, because only then can there be any. */
  async loadPremove() {
    if (!this.premove) await load("./premove.js").then(({ Premove }) => { this.premove ??= new Premove(); }, () => {});
  }

  /** A tap during the opponent's turn, while the own move is on its way, or while an earlier position is shown. @param {string} token */
  async tapAhead(token) {
    const { isSending } = this;
    await this.loadPremove();
    // The answer came first: what was meant to be ahead of it is none of the player's next taps.
    if (isSending && !this.isSending) return;
    // The reply came first.
    if (this.view.moves.length && !isSending) this.tap(token);
    else if (this.premove?.tap(this.ahead, token)) {
      this.show();
      this.say(this.task() || this.words.cleared);
    } else this.whyNot();
  }

  /** Says why what was asked for cannot be done in what is shown. @param {string} [act] */
  whyNot(act) {
    const { isTurn, words, view: { me, ply, say, status } } = this;
    if (me === null || status !== "playing" || (isTurn && act !== "takeback")) this.say(say);
    else this.refuse(isTurn ? words.noTakeback : ply < this.present.played.length ? words.notPresent : words.notYourTurn);
  }

  /** @param {Event} event */
  clicked(event) {
    const button = event.target instanceof Element && event.target.closest("button");
    const link = event.target instanceof Element && event.target.closest("a");
    if (link) { event.preventDefault(); this.clear(); }
    if (!button) return;
    event.preventDefault();
    // The end of a drag is no tap, nor is the second of two on the last space of a move.
    if (this.isDragged || (button.value === this.board.prefix.at(-1) && event.timeStamp < this.ownUntil + SHORTEST_MS)) { this.isDragged = false; return; }
    if (button.name === "path") this.send(button.value.split(","));
    else this.tap(button.value);
  }

  /** @param {string} token */
  tap(token) {
    if (this.isBusy && !this.isSending) { this.refuse(this.words.awaited); return; }
    this.refuse("");
    if (this.isSending || !this.view.moves.length) {
      this.tapAhead(token);
      return;
    }
    const { step, tokens } = tap(this.board.paths, this.board.prefix, token);
    if (step === "complete") this.send(tokens);
    else if (step === "not-legal") {
      if (!this.hasMoved) this.to([]);
      this.why(tokens);
    }
    else if (step === "kept") this.refuse(this.task());
    else {
      this.to(tokens);
      this.say(step === "cleared" ? this.words.cleared : this.task());
    }
  }

  task() {
    const ahead = this.premove?.task(this.ahead, this.words) ?? "";
    if (ahead || this.isSending) return ahead;
    for (let n = this.board.prefix.length; n >= 0; n--) {
      const words = this.view.tasks[this.board.prefix.slice(0, n).join(",")];
      if (words) return words;
    }
    return "";
  }

  /** Asks the server why a path is not legal; the answer is its refusal. @param {string[]} path */
  async why(path) {
    // After the answer, the move that was begun is shown again.
    this.asked = this.board.prefix;
    await this.move(path);
    this.asked = [];
  }

  /** Sends a move of the match, or one that is tried where the match is over. @param {string[] | string} path @param {string} [busy] */
  move(path, busy) {
    const { ply, hash, status } = this.view;
    if (status === "playing") return this.post("moves", { ply, hash, path }, busy);
    const { ply: from, line } = placeOf(this.view);
    return this.post("variation", { from, line, ply, hash, path }, busy);
  }

  /** Plays a whole move: shows it at once, sends it, and takes it back where it does not arrive. @param {string[]} path */
  async send(path) {
    if (this.isBusy) return;
    const { board, view } = this;
    const move = view.moves.find((legal) => paths(legal).some((other) => other.join() === path.join()));
    const from = path.length && board.prefix.every((token, i) => path[i] === token) ? board.prefix.length : 0;
    const ms = hopMs(path.length - from);
    this.forget();
    this.premove?.forget();
    this.picker?.hide();
    this.own = move?.say;
    this.ownPly = view.ply + 1;
    this.ownUntil = performance.now() + ms * (path.length - from);
    const sent = this.move(path, this.words.sending);
    board.prefix = path;
    this.isSending = this.isBusy;
    this.showTask();
    for (let n = from + 1; n <= path.length; n++) {
      // A refusal may come before the last hop.
      if (!this.isSending) break;
      this.sounds.play(board.place(after(view.pieces, move, n, view), ms));
      if (n < path.length) await wait(ms);
    }
    await sent;
  }

  /** @param {string} name */
  act(name) {
    if (name === "hint" && this.hint) { this.hinted(this.hint); return; }
    const form = /** @type {HTMLFormElement | null} */ (document.querySelector(`#board-acts form[data-act=${name}]`));
    // A second takeback meant for the same position takes back nothing.
    if (form && !form.hidden) this.post(name, name === "takeback" ? { ply: this.view.ply } : {});
    else this.whyNot(name);
  }

  /** Posts, says so until there is an answer, and shows that. @param {string} act @param {object} body @param {string} [busy] */
  async post(act, body, busy = this.words.asking) {
    const isHint = act === "hint";
    if (this.isBusy) this.refuse(this.words.awaited);
    if (this.isBusy || (isHint && this.request)) return;
    this.request?.abort();
    const request = this.request = new AbortController();
    this.isBusy = !isHint;
    setTimeout(() => request.abort(), ACT_MS);
    write("board-status", busy);
    const aloud = setTimeout(() => this.say(busy), ALOUD_MS);
    // A tap is seen before its request costs time.
    await painted();
    try {
      const answer = await fetch(`/games/${this.view.id}/${act}`, {
        method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: JSON.stringify(body),
        signal: request.signal,
      }).finally(() => clearTimeout(aloud));
      await this.receive(answer);
    } catch {
      if (this.request === request) this.restore(["moves", "variation"].includes(act) ? this.words.notSent : this.words.notReached);
    }
    if (this.request !== request) return;
    this.request = undefined;
    this.isBusy = false;
    this.news.catchUp();
  }

  /** @param {Response} answer */
  async receive(answer) {
    const body = await answer.json();
    // Logging in or a captcha comes first, and leads back here.
    const page = /** @type {Record<string, string>} */ ({ "log-in": "/login", verify: "/verify" })[body.error?.code];
    if (page) {
      this.restore("");
      location.assign(`${page}?next=/games/${this.view.id}`);
      return;
    }
    const refusal = typeof body.error === "string" ? body.error : body.error?.say;
    if (body.hint) this.hinted(body.hint);
    else if (body.v === 1) await this.changed(body, refusal);
    else this.restore(refusal ?? this.words.notSent, !RULED.includes(answer.status));
  }

  /** A hint, for the present position alone, has two steps, the second without another request. @param {{ path: string[], say: string, ply?: number }} hint */
  async hinted(hint) {
    const { view } = this;
    if (view !== this.present || (hint.ply ?? view.ply) !== view.ply) { this.show(); return; }
    const isFirst = this.hint !== hint;
    this.hint = hint;
    this.refuse("");
    this.show();
    const arrows = await this.arrows().catch(() => undefined);
    if (this.hint !== hint) return;
    const words = arrows?.hint(hint.path, isFirst, this.words.hintPiece) || fill(this.words.hint, { move: hint.say });
    tell("board-hint", HINTING, words);
    this.say(words);
    this.board.focus(this.board.cells.get(hint.path[0]));
  }

  /** @param {string} refusal */
  restore(refusal, isFault = true) {
    this.to(this.asked);
    this.refuse(refusal, isFault);
  }

  /** Shows a newer view. @param {View} view @param {string} [refusal] */
  async changed(view, refusal, isTold = Boolean(refusal)) {
    const { present } = this;
    // A refusal or an event shows the present match even if its version is lower, as after a restored backup.
    const isOld = () => view.version < this.present.version && !(isTold && this.present === present);
    if (isOld()) return;
    if (view.ply === this.ownPly && view.status === "playing") write("board-status", view.say);
    // The player's own move comes to its end first, and a reply leaves a moment to see it.
    const until = this.ownUntil + (view.ply > this.ownPly && !isCalm() ? (view.pause_ms ?? SHORTEST_MS) * PACE : 0);
    if (!refusal) await wait(Math.max(0, until - performance.now()));
    // A newer one may have come meanwhile.
    if (isOld()) return;
    const before = this.view;
    // Where a reply comes with the answer, the own move has not been said yet.
    const own = this.isSending && view.ply > this.ownPly ? this.own : "";
    const isNews = view.version !== this.present.version;
    if (isNews) this.forget();
    const { path, begun, missed } = this.premove?.meet(view, this.words) ?? {};
    // A page with an analysis is laid out for a finished match: if the match goes on, it is reloaded.
    if (this.analysed && isNews) { location.reload(); return; }
    this.board.view = view;
    if (!view.variation) {
      this.present = view;
      // An earlier position was shown.
      if (isNews && location.search) showAddress(placeOf(view), view.played.length);
    }
    const seen = this.to(refusal && view.hash === before.hash ? this.asked : []);
    if (view.variation && !refusal) this.analysed?.(view);
    this.refuse(refusal ?? "");
    if (before.status === "playing" && view.status !== "playing") seen.then(() => setTimeout(() => this.sounds.play("end"), SHORTEST_MS * PACE));
    if ((isNews || view.variation) && !refusal) this.say([own, view.last?.say, missed, ...this.singledOut(before), view.aloud ?? view.say].filter((text) => text).map((text) => text?.replace(/[^.!?…]$/, "$&.")).join(" "));
    this.news.listen();
    // The request that brought this view has to be over first.
    if (path) setTimeout(() => this.send(path));
    // A piece selected during the opponent's turn stays selected.
    else if (begun && view === this.view) seen.then(() => { if (view === this.view && !this.board.prefix.length) this.to(begun); });
  }

  /** What the position singles out and the one before did not, with its spaces. @param {View} before */
  singledOut({ marks = [] }) {
    /** @type {Map<string, string[]>} */
    const places = new Map();
    for (const { at, kind, say } of this.view.marks ?? []) {
      // Points that are counted may be dozens, and the result has their sum.
      if (kind.startsWith("area-")) continue;
      if (!marks.some((mark) => mark.at === at && mark.kind === kind)) places.set(say, [...(places.get(say) ?? []), called(this.view, at)]);
    }
    // A result may name its line itself.
    return [...places].map(([what, at]) => ({ what, places: at.join(", ") })).filter(({ places }) => !this.view.say.includes(places)).map(({ what, places }) => fill(this.words.marked, { what: what[0].toUpperCase() + what.slice(1), places }));
  }

  /** Puts everything around the board in step with the view. */
  show() {
    const { board, view } = this;
    board.ahead = this.premove?.shown(this.ahead) ?? [];
    board.mark();
    const { ply: from, line } = placeOf(view);
    for (const form of [this.form, this.typed]) for (const [name, value] of Object.entries({ ply: view.ply, hash: view.hash, prefix: board.prefix.join(), from, line })) {
      const field = form?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = String(value);
    }
    if (this.typed) this.typed.hidden = !view.moves.length;
    if (!this.isSending) writeStatus(view);
    this.showTurn();
    element("board-status")?.classList.toggle("mine", this.isTurn);
    write("board-effort", view.effort ?? "");
    this.showTask();
    this.showBeside();
    this.menu?.then((menu) => menu.show(), () => {});
  }

  /** What is to be done, and the choices that are no spaces of the board: none while a move is on its way. */
  showTask() {
    const { board, view, words } = this;
    const task = this.task();
    write("board-task", task);
    const legal = this.isSending ? [] : next(board.paths, board.prefix);
    const place = element("board-choices");
    const hadFocus = [place, this.picker?.root, board.grid].some((part) => part?.contains(document.activeElement));
    const isChoice = legal.length > 0 && legal.every((token) => token in view.choices);
    const onBoard = this.picker?.show(legal, task) ?? [];
    if (!this.picker && view.moves.some(({ path }) => view.figures?.[path[path.length - 1]])) this.loadPicker();
    const choices = legal.filter((token) => token in view.choices && !onBoard.includes(token)).map((token) => make("button", view.choices[token], { value: token }));
    if (!this.isSending && canFinish(board.paths, board.prefix)) choices.push(make("button", words.finish, { name: "path", value: board.prefix.join() }));
    if (board.ahead.length || (!this.isSending && board.prefix.length)) choices.push(make("a", words.clear, { class: "button quiet", href: `/games/${view.id}` }));
    place?.replaceChildren(...choices);
    // A choice offered in addition to taps on the board, such as a pass, does not displace the list of moves.
    const isChoosing = choices.length > 0 && (isChoice || board.prefix.length + board.ahead.length > 0);
    this.frame?.classList.toggle("choosing", isChoosing);
    this.frame?.classList.toggle("offering", choices.length > 0 && !isChoosing);
    // Where no space goes on, the keyboard goes on to the choices, and from them back to the board.
    if (isChoice && !onBoard.length) place?.scrollIntoView({ block: "nearest" });
    if (onBoard.length) this.picker?.focus();
    else if (hadFocus && isChoice) place?.querySelector("button")?.focus();
    else if (hadFocus && !board.grid.contains(document.activeElement)) board.focusStop();
  }

  /** Title and, in a tab that is not seen, icon say when it is the player's turn. */
  showTurn() {
    const { isTurn } = this;
    document.title = isTurn ? fill(this.words.titleTurn, { title: this.title }) : this.title;
    if (document.hidden) this.icon = load("./turn-icon.js");
    this.icon?.then(({ mark }) => mark(isTurn && document.hidden), () => {});
  }

  /** Loads the picker, which shows choices of pieces on the board. */
  loadPicker() {
    load("./promotion.js").then(({ Picker }) => {
      this.picker ??= new Picker(this.board, () => this.clear());
      if (this.board.prefix.length) this.show();
    }, () => {});
  }

  showBeside() {
    const { board, view } = this;
    const focused = document.activeElement;
    const result = document.querySelector(".result");
    if (result instanceof HTMLElement && view.status !== "playing") {
      result.dataset.end = view.end;
      // The ending is animated only for a viewer who saw the match end.
      if (this.written.status === "playing") result.dataset.fresh = "";
    }
    if (view !== this.written) writeBeside(view);
    this.written = view;
    [...element("board-players")?.children ?? []].forEach((line, side) => line.classList.toggle("turn", side === view.turn && view.status === "playing"));
    const { ply, line } = placeOf(view);
    const isPlaying = view.status === "playing";
    const isOver = !isPlaying && this.isSeen;
    const isPresent = ply === view.played.length && !line;
    markMove(ply, isOver);
    linkSteps(view);
    this.frame?.classList.toggle("earlier", !isPresent);
    const isPlayer = view.me !== null;
    this.frame?.classList.toggle("over", isOver);
    this.frame?.classList.toggle("won", isOver && view.end === "won");
    this.frame?.classList.toggle("broken-off", isOver && !view.facts);
    document.body.classList.toggle("fresh", isOver && result instanceof HTMLElement && "fresh" in result.dataset);
    // What changes the match is for its present position, as on the page without scripts.
    const offered = /** @type {Record<string, boolean>} */ ({ takeback: isPresent && view.aids.takeback, hint: isPresent && view.aids.hint, draw: isPresent && view.aids.draw, resign: isPresent && isPlaying && isPlayer, result: isOver, rematch: true, next: isPlayer && view.result?.winner === view.me });
    for (const act of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".table [data-act]"))) act.hidden = !offered[act.dataset.act ?? ""];
    // If the focused control stays hidden, not only for a moment, the focus goes to what is around it: the next Enter presses nothing.
    requestAnimationFrame(() => {
      const around = focused?.closest("[hidden]")?.parentElement;
      if (around && around.tabIndex < 0) around.tabIndex = -1;
      around?.focus({ preventScroll: true });
    });
    if (!isPlaying) load("./result.js").catch(() => {});
    const draw = document.querySelector("#board-acts [data-act=draw] span");
    if (draw) draw.textContent = view.claim ? this.words.claim : this.words.draw;
  }
}

const root = element("board");
const form = element("board-form");
if (root && form instanceof HTMLFormElement) new Table(root, form).start();
