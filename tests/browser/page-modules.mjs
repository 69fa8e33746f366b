// The parts of a match's script that act on a page, with stand-ins for what they use of it: motion, hops, sounds, keys, the menu's typed moves, news.
// Run by: node tests/browser/page-modules.mjs
import assert from "node:assert/strict";

import { load } from "./modules.mjs";

/** Animations asked for, in order, each with what ends it. */
const asked = [];
/** Whether the visitor wants less motion. */
let isReduced = false;

class HTMLElement {}
class HTMLDetailsElement extends HTMLElement {}
Object.assign(globalThis, { HTMLElement, HTMLDetailsElement, matchMedia: () => ({ matches: isReduced }) });

/** A piece of a drawing. @param {Record<string, string>} attributes */
function figure(attributes = {}) {
  const made = {
    dataset: /** @type {Record<string, string>} */ ({}), isRemoved: false,
    getAttribute: (name) => attributes[name] ?? null,
    setAttribute: (name, value) => { attributes[name] = value; },
    remove: () => { made.isRemoved = true; },
    animate: (frames, options) => {
      let end = () => {};
      const finished = new Promise((done) => { end = () => done(undefined); });
      asked.push({ frames, options, end });
      return { finished };
    },
  };
  return made;
}

const settled = () => new Promise((done) => { setImmediate(done); });
const { arrive, glide, leave, turnOver } = await load("motion.js");

// A piece falls from above the board, wherever it lands; a stroke is drawn; any other piece appears.
for (const [arrival, y, first] of [["fall", 0, { transform: "translateY(-110px)" }], ["fall", 500, { transform: "translateY(-610px)" }], ["drawn", 0, { strokeDashoffset: "200px" }], ["set", 0, { opacity: 0 }]]) {
  asked.length = 0;
  arrive(figure(), arrival, y, 200);
  assert.equal(asked.length, 1);
  for (const [property, value] of Object.entries(first)) assert.equal(asked[0].frames[0][property], value, String(arrival));
}

// A disc shows its other side at half of the turn.
{
  asked.length = 0;
  const disc = figure({ class: "dark side0", x: "0", y: "0" });
  turnOver(disc, "light side1", 0, 200);
  await settled();
  assert.equal(disc.getAttribute("class"), "dark side0", "half of the turn is not over");
  asked[0].end();
  await settled();
  assert.deepEqual([disc.getAttribute("class"), asked.length], ["light side1", 2], "and the second half begins");
}

// It shows the newest side where it is turned again meanwhile, though the first turn ends last.
{
  asked.length = 0;
  const disc = figure({ class: "dark side0", x: "200", y: "300" });
  turnOver(disc, "light side1", 2, 200);
  assert.equal(disc.getAttribute("class"), "dark side0", "not before the turn");
  assert.equal(disc.getAttribute("transform-origin"), "250 350", "it turns about its middle");
  assert.equal(asked[0].options.delay, 120, "the third of the wave");
  turnOver(disc, "dark side0", 0, 200);
  asked[1].end();
  await settled();
  asked[0].end();
  await settled();
  assert.equal(disc.getAttribute("class"), "dark side0");
  assert.equal(disc.dataset.shown, undefined);
}

// A piece that leaves is gone when it has faded.
{
  const taken = figure({ x: "0", y: "0" });
  asked.length = 0;
  leave(taken, 200);
  await settled();
  assert.equal(taken.isRemoved, false);
  asked[0].end();
  await settled();
  assert.equal(taken.isRemoved, true);
}

// With reduced motion nothing comes or turns, and what glides or leaves takes no time.
{
  isReduced = true;
  asked.length = 0;
  arrive(figure(), "fall", 0, 200);
  const disc = figure({ class: "dark side0" });
  turnOver(disc, "light side1", 0, 200);
  assert.deepEqual([asked.length, disc.getAttribute("class")], [0, "light side1"]);
  glide(figure(), 100, 0, 200);
  leave(figure(), 200);
  assert.deepEqual(asked.map(({ options }) => options.duration), [0, 0]);
  isReduced = false;
}

const { hops, showPosition } = await load("hops.js");
/** A man on g7 that takes f6, d4 and b2 and is crowned as it sets out for a1. */
const man = (id, at, side, kind = "man") => ({ id, at, side, kind, name: "" });
const chain = [[], [{ t: "move", p: 0, to: "e5" }, { t: "remove", p: 1 }], [{ t: "move", p: 0, to: "c3" }, { t: "remove", p: 2 }], [{ t: "morph", p: 0, kind: "crowned" }, { t: "move", p: 0, to: "a1" }, { t: "remove", p: 3 }]];
const atFirst = [man(0, "g7", 0), man(1, "f6", 1), man(2, "d4", 1), man(3, "b2", 1), man(4, "h2", 1)];
const atLast = [man(4, "h2", 1), man(0, "a1", 0, "crowned")];
const chained = { last: { path: ["g7", "e5", "c3", "a1"], say: "", squares: [], fx: chain }, pieces: atLast, sides: [{ name: "Black" }, { name: "White" }] };
const seenOf = (positions) => positions.map((pieces) => pieces.map(({ at }) => at).sort().join(" "));
const allHops = ["b2 d4 e5 h2", "b2 c3 h2", "a1 h2"];

// A chain is seen hop by hop from the position before it; from any other, and from the one after it, only its end.
assert.deepEqual(seenOf(hops(atFirst, chained)), allHops);
assert.deepEqual(hops(atFirst, chained)[1].find(({ id }) => id === 0)?.kind, "man", "crowned on its last hop");
assert.deepEqual(seenOf(hops(atLast, chained)), ["a1 h2"], "already there");
assert.deepEqual(seenOf(hops([man(0, "g7", 0), man(4, "g3", 1)], chained)), ["a1 h2"], "from elsewhere");
assert.deepEqual(seenOf(hops(atFirst, { ...chained, last: { ...chained.last, fx: undefined } })), ["a1 h2"], "a move of one hop");
assert.deepEqual(seenOf(hops(atFirst, { ...chained, last: null })), ["a1 h2"], "no move");

/** A board that notes what is put in place. */
function noting() {
  const board = { view: chained, pieces: atFirst, placed: 0, seen: [], heard: [], place(pieces, ms) { board.pieces = pieces; board.placed += 1; board.seen.push([pieces, ms]); return "take"; } };
  return board;
}
{
  const board = noting();
  const shown = showPosition(board, (sound) => board.heard.push(sound));
  assert.deepEqual([seenOf(board.seen.map(([pieces]) => pieces)), board.pieces], [[allHops[0]], atLast], "the position counts at once");
  await shown;
  assert.deepEqual([seenOf(board.seen.map(([pieces]) => pieces)), board.heard.length], [allHops, 3]);
  const [, ms] = board.seen[0];
  assert.ok(ms > 0 && board.seen.every(([, other]) => other === ms) && ms * 3 <= 400, `${ms} ms a hop`);
}
// What is put in place meanwhile stays; where nothing may move, there is the end alone.
{
  const board = noting();
  const shown = showPosition(board, () => {});
  board.place([man(9, "c1", 1)], 160);
  await shown;
  assert.deepEqual([seenOf(board.seen.map(([pieces]) => pieces)), board.pieces[0].at], [[allHops[0], "c1"], "c1"]);
  isReduced = true;
  const calm = noting();
  await showPosition(calm, () => {});
  assert.deepEqual(seenOf(calm.seen.map(([pieces]) => pieces)), ["a1 h2"]);
  isReduced = false;
}

/** Sources that were started, with the time from start to end. */
const started = [];
class AudioNode {
  constructor() {
    this.gain = this.frequency = { setValueAtTime() {}, exponentialRampToValueAtTime(value) { assert.ok(value > 0, "an exponential ramp cannot reach zero"); } };
  }
  connect(next) { return next; }
  start(at) { this.since = at; }
  stop(at) { started.push([this.since, at]); }
}
const audio = { state: "running", sampleRate: 100, currentTime: 10, destination: new AudioNode(), resume: async () => {}, createBuffer: () => ({ getChannelData: () => new Float32Array(100) }) };
const touched = { isActive: false, hasBeenActive: false };
Object.assign(globalThis, { AudioContext: function () { return audio; }, AudioBufferSourceNode: AudioNode, BiquadFilterNode: AudioNode, OscillatorNode: AudioNode, GainNode: AudioNode });
Object.defineProperty(globalThis, "navigator", { value: { userActivation: touched }, configurable: true });
const { play } = await load("sounds.js");

// A sound from before anybody has touched the page is not kept for later; a tap is heard at once.
audio.state = "suspended";
play("set");
assert.equal(started.length, 0, "asleep");
touched.isActive = true;
play("set");
assert.equal(started.length, 2, "for a tap");
audio.state = "running";
for (const name of ["set", "fall", "drawn", "take", "turn", "end"]) {
  started.length = 0;
  play(name);
  assert.ok(started.length > 0, `${name} is heard`);
  for (const [since, until] of started) assert.ok(since >= audio.currentTime && until > since && until < audio.currentTime + 1, `${name} is over within a second`);
}
started.length = 0;
play("unheard of");
assert.equal(started.length, 0);

/** A board of three columns and two rows, a1 at the lower left, without b1. @param {boolean} isTurned */
function boardOf(isTurned) {
  const listeners = {};
  const spaces = ["a2", "b2", "c2", "a1", "c1"];
  const place = (at) => ({ c: at.charCodeAt(0) - 97, r: 2 - Number(at[1]) });
  const cells = new Map(spaces.map((at) => [at, Object.assign(new HTMLElement(), { dataset: { at }, value: at, tabIndex: -1 })]));
  const board = {
    cells, stop() {}, words: { moves: "{place}: {moves}", noMoves: "none from {place}", noLast: "none" }, prefix: [], focused: "",
    // Boards whose squares have numbers name them by those.
    view: { board: { spaces: spaces.map((id) => ({ id, ...id === "a1" && { label: "11" } })) }, moves: [{ path: ["a1", "a2"], say: "White: up" }, { path: ["c1", "c2"], say: "White: up again" }], sides: [{ name: "White" }, { name: "Black" }], turn: 0 },
    get paths() { return board.view.moves.map(({ path }) => path); },
    grid: { addEventListener: (name, listener) => { listeners[name] = listener; } },
    seen: (at) => (isTurned ? { c: 2 - place(at).c, r: 1 - place(at).r } : place(at)),
    focus: (cell) => { board.focused = cell.dataset.at; },
  };
  const heard = [];
  const press = (at, key, more = {}) => {
    let isKept = true;
    listeners.keydown({ target: cells.get(at), key, preventDefault: () => { isKept = false; }, ...more });
    return isKept;
  };
  return { board, press, heard, cells, listeners };
}

const { bindKeys } = await load("keys.js");
for (const [isTurned, at, key, more, to] of [
  [false, "a1", "ArrowRight", {}, "c1"], [false, "a1", "ArrowUp", {}, "a2"], [false, "a1", "ArrowLeft", {}, "a1"], [false, "b2", "ArrowDown", {}, "b2"],
  [false, "a1", "End", {}, "c1"], [false, "c2", "Home", {}, "a2"], [false, "a2", "End", { ctrlKey: true }, "c1"], [false, "c1", "Home", { ctrlKey: true }, "a2"],
  [true, "a1", "ArrowLeft", {}, "c1"], [true, "a1", "ArrowDown", {}, "a2"], [true, "a2", "Home", { ctrlKey: true }, "c1"],
]) {
  const { board, press } = boardOf(isTurned);
  bindKeys(board, {});
  assert.equal(press(at, key, more), false, "the page does not scroll");
  assert.equal(board.focused, to, `${key} on ${at}${isTurned ? ", turned" : ""}`);
}
{
  const { board, press, heard, cells, listeners } = boardOf(false);
  bindKeys(board, { say: (text) => heard.push(text), clear: () => heard.push("clear"), turn: () => heard.push("turn"), why: (tokens) => heard.push(tokens.join()), act: (name) => heard.push(name) });
  for (const key of ["m", "H", "u", "f", "l", "Escape"]) press("a1", key);
  press("b2", "m");
  assert.deepEqual(heard, ["11: up", "hint", "takeback", "turn", "none", "clear", "b2"]);
  assert.equal(press("a1", "x"), true, "other keys are the browser's");
  assert.equal(press("a1", "f", { ctrlKey: true }), true, "so is its search in the page");
  listeners.focusin({ target: cells.get("b2") });
  assert.deepEqual([...cells.values()].filter((cell) => cell.tabIndex === 0).map((cell) => cell.dataset.at), ["b2"], "one tab stop");
}
// A piece that is put down comes from nowhere: its place is named once.
{
  const { board, press, heard } = boardOf(false);
  board.view.moves = [{ path: ["c2"], say: "White: c2, turns 2 discs" }];
  bindKeys(board, { say: (text) => heard.push(text) });
  press("c2", "m");
  assert.deepEqual(heard, ["c2, turns 2 discs"]);
}
// Where no move can be made, nobody is asked why: a server could take the question for a move.
{
  const { board, press, heard } = boardOf(false);
  board.view.moves = [];
  bindKeys(board, { say: (text) => heard.push(text), why: (tokens) => heard.push(`asked ${tokens}`) });
  press("a1", "m");
  assert.deepEqual(heard, ["none from 11"]);
}
// Enter that is held down plays no move; pressed anew it does, and other keys go on as they are held.
{
  const { board, press } = boardOf(false);
  bindKeys(board, {});
  assert.deepEqual([["Enter", true], ["Enter", false], ["Tab", true]].map(([key, repeat]) => press("a1", key, { repeat })), [false, true, true]);
}
// On a page without a menu its keys say what can be done instead.
{
  const { board, press, heard } = boardOf(false);
  globalThis.document = /** @type {any} */ ({ getElementById: () => null });
  bindKeys(board, { whyNot: () => heard.push("not here") });
  for (const key of ["/", "?"]) press("a1", key);
  assert.deepEqual(heard, ["not here", "not here"]);
}
// What is hidden now is not opened, and the board says why.
for (const isHidden of [false, true]) {
  const { board, press, heard } = boardOf(false);
  const part = Object.assign(new HTMLDetailsElement(), { open: false, dataset: {}, parentElement: null });
  const box = Object.assign(new HTMLElement(), { parentElement: part, closest: () => (isHidden ? part : null), querySelector: () => null, focus: () => heard.push("focus") });
  globalThis.document = /** @type {any} */ ({ getElementById: (id) => (id === "board-move" ? box : null) });
  bindKeys(board, { whyNot: () => heard.push("not now") });
  press("a1", "/");
  assert.deepEqual([heard, part.open], isHidden ? [["not now"], false] : [["focus"], true]);
}

// What is said a second time is written a second time, or screen readers would not read it; what is not said any more is hidden.
{
  const written = [];
  const place = { hidden: true, parentElement: null, get textContent() { return written.at(-1) ?? ""; }, set textContent(text) { written.push(text); } };
  globalThis.document = /** @type {any} */ ({ getElementById: () => place });
  const { tell } = await load("page.js");
  for (const text of ["No.", "No.", ""]) tell("refusal", "refusing", text);
  assert.deepEqual(written, ["No.", "", "No.", ""]);
  assert.equal(place.hidden, true);
}

const { Menu } = await load("menu.js");
/**
 * The effect of typing `text` where these moves are legal: the path that is sent, or the text that the site is asked about, why the box takes it no longer, and what is left in the box.
 * `isFault`: it did not arrive; `isBusy`: another request is under way; `isOnBoard`: the keyboard is on the board again when the answer comes.
 */
async function typed(text, moves, refusal = "", { isFault = false, isBusy = false, isOnBoard = false } = {}) {
  const done = [];
  const validity = { customError: false };
  const box = {
    value: text, validity, select() {}, addEventListener() {},
    setCustomValidity: (why) => { validity.customError = Boolean(why); done.push(why); },
    // As in a browser; what was to be said of an earlier refusal is not said of this one.
    reportValidity() { this.oninvalid?.(); }, oninvalid: () => done.push("earlier"),
  };
  const places = { "board-move": box, "board-refusal": { textContent: refusal, classList: { contains: (name) => isFault && name === "bad" } } };
  globalThis.document = /** @type {any} */ ({ addEventListener() {}, getElementById: (id) => places[id] ?? null, querySelector: () => null, querySelectorAll: () => [] });
  const view = { id: "x", ply: 0, played: [], moves, text: "", position: "", aids: { takeback: false } };
  // The focus came from the second of three spaces; the first is the stop of a board that is shown anew.
  const spaces = [-1, 0, -1].map((tabIndex) => ({ tabIndex }));
  const stop = (cell) => { for (const space of spaces) space.tabIndex = space === cell ? 0 : -1; };
  const board = { view, cells: new Map(spaces.entries()), grid: { contains: () => isOnBoard }, stop, focusStop() {} };
  const ask = async (other) => {
    done.push(other);
    stop(spaces[0]);
    // A refusal brings a view of the same position.
    board.view = { ...view, ply: refusal ? 0 : 1 };
  };
  const menu = new Menu({ board, isBusy, words: { sending: "Sending", awaited: "One moment" }, refuse: (words) => { if (words) done.push(words); }, send: ask, move: ask });
  await menu.typed();
  if (refusal && !moves.some(({ path }) => done.includes(path))) assert.equal(spaces[isOnBoard ? 0 : 1].tabIndex, 0, "the keyboard comes back to where it was, or stays on the board");
  // Enter a second time, where the browser sends nothing.
  if (validity.customError) box.oninvalid();
  return [...done, box.value];
}
const legal = [{ path: ["b2", "c3"], alt: ["bxc3"] }, { path: ["f1", "c3"], alt: ["Bxc3"] }, { path: ["g1", "f3"], alt: ["Nf3"] }];
assert.deepEqual(await typed("Bxc3", legal), [["f1", "c3"], ""]);
assert.deepEqual(await typed("bxc3", legal), [["b2", "c3"], ""]);
assert.deepEqual(await typed(" nf3 ", legal), [["g1", "f3"], ""]);
assert.deepEqual(await typed("g1,f3", legal), [["g1", "f3"], ""]);
for (const isOnBoard of [false, true]) assert.deepEqual(await typed("e5", legal, "No.", { isOnBoard }), ["e5", "No.", "No.", "e5"], "the site says why not, once for each Enter, and the text stays");
assert.deepEqual(await typed("e5", legal, "Not sent.", { isFault: true }), ["e5", "e5"], "what did not arrive may be sent again");
assert.deepEqual(await typed("Nf3", legal, "Not sent.", { isFault: true }), [["g1", "f3"], "Nf3"], "and is not lost");
assert.deepEqual(await typed("Nf3", legal, "", { isBusy: true }), ["One moment", "Nf3"], "nor is what is typed during another request");
assert.deepEqual(await typed("Nf3!?", legal), ["Nf3!?", ""], "the site knows more ways to write");

const { News } = await load("news.js");
// A reply is waited for by a player in a tab that is not seen; in that of an earlier position, only while the engine thinks.
const present = { status: "playing", me: 0, moves: [], thinking: true, ply: 3, played: ["-", "-", "-"] };
for (const [what, view, isHidden, isWaiting] of /** @type {const} */ ([
  ["a player", {}, true, true], ["a spectator", { me: null }, false, true], ["a spectator elsewhere", { me: null }, true, false],
  ["the player's own turn", { thinking: false, moves: [{}] }, true, false], ["another player's turn", { thinking: false }, true, true],
  ["an earlier position", { thinking: false, ply: 1 }, true, false], ["an earlier position of a match that goes on", { ply: 1 }, true, true],
  ["the end", { status: "drawn", thinking: false }, true, false],
])) {
  globalThis.document = /** @type {any} */ ({ hidden: isHidden });
  assert.equal(new News({ present: { ...present, ...view } }).isWaiting, isWaiting, what);
}
console.log("motion, hops, sounds, keys, typed moves and news: as they should be");
