// The parts of a match's script that need no page: premoves, arrows, the pencil's pointer, the column of a promotion.
// Run by: node tests/browser/board-modules.mjs
import assert from "node:assert/strict";

import { load } from "./modules.mjs";

const [{ arrowOutline, hintNotes, toggled }, { aimPath, winningRow }, { Premove, match, tapped }, { mayDraw, restEnd, restMs }, { hasLeft }, { column }, { added }, { standing }] =
  await Promise.all(["arrows.js", "board.js", "premove.js", "pencil.js", "drag.js", "promotion.js", "ghost.js", "standing.js"].map(load));

const moves = (...paths) => paths.map((path) => ({ path: path.split(",") }));
const pieces = (side, ...places) => places.map((at, id) => ({ id, at, side }));
/** A view of a match: `moves` are there only where the player is to move. */
const view = (ply, legal, more = {}) => ({ ply, played: Array(ply).fill("-"), moves: moves(...legal), pieces: pieces(0, "e2", "g1", "a7"), turn: 0, me: 0, status: "playing", board: { spaces: [] }, premoves: !legal.length, ...more });

// A first tap that sets a piece has a ghost; one that takes a piece up has none, nor has a move that is half made.
{
  const legal = [{ path: ["d3"], fx: [[{ t: "add", p: 9, at: "d3", side: 0, kind: "disc" }]] }, { path: ["e2", "e4"], fx: [[{ t: "move", p: 0, to: "e4" }]] }];
  const table = { prefix: [], view: { ...view(0, []), moves: legal, sides: [{ name: "Dark" }, { name: "Light" }] } };
  assert.deepEqual(added(table, "d3"), { id: 9, at: "d3", side: 0, kind: "disc", name: "Dark" });
  assert.equal(added(table, "e2"), undefined);
  assert.equal(added(table, "a1"), undefined);
  assert.equal(added({ ...table, prefix: ["d3"] }, "d3"), undefined);
}

// Where the pieces of a side stand: the side is named once, numbers are in their order, and one kind needs no name.
{
  const sides = [{ name: "White" }, { name: "Black" }];
  const words = { standing: "{side}: {places}", none: "none" };
  const spaces = new Map([["a3", { label: "9" }], ["c3", { label: "10" }]]);
  const named = (side, name, ...places) => places.map((at, id) => ({ id, at, side, name }));
  const said = (...standings) => [0, 1].map((side) => standing({ pieces: standings.flat(), spaces, view: { sides }, words }, side));
  assert.deepEqual(said(named(0, "white knight", "g1", "b1"), named(0, "white king", "e1"), named(1, "black king", "e8")), ["White: king e1; knight b1, g1", "Black: e8"]);
  assert.deepEqual(said(named(0, "white man", "c3", "a3")), ["White: 9, 10", "Black: none"]);
}

// An arrow ends short of the target's centre, on the line between both, with a head wider than its shaft and the same on both sides.
for (const [from, to] of [[{ x: 50, y: 50 }, { x: 150, y: 50 }], [{ x: 450, y: 650 }, { x: 450, y: 450 }], [{ x: 650, y: 50 }, { x: 550, y: 250 }]]) {
  const points = arrowOutline(from, to);
  assert.equal(points.length, 7);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const along = points.map(({ x, y }) => (x - from.x) * ux + (y - from.y) * uy);
  const aside = points.map(({ x, y }) => (y - from.y) * ux - (x - from.x) * uy);
  assert.ok(Math.abs(aside[3]) < 1e-9 && along[3] === Math.max(...along), "the fourth point is the tip");
  assert.ok(along[3] < length - 5 && along[3] > length - 25, `the tip is ${length - along[3]} from the target's centre`);
  assert.ok(along[0] > 10 && along[0] < along[1], "the shaft begins outside the centre and ends at the head");
  for (let n = 0; n < 3; n += 1) assert.ok(Math.abs(aside[n] + aside[6 - n]) < 1e-9 && Math.abs(along[n] - along[6 - n]) < 1e-9, "both sides are alike");
  assert.ok(Math.abs(aside[2]) > 2 * Math.abs(aside[1]), "the head is wider than the shaft");
}

// The same note again wipes it; an arrow has a direction.
assert.deepEqual(toggled([["e2", "e4"], ["d4"]], ["d4"]), [["e2", "e4"]]);
assert.deepEqual(toggled([["e2", "e4"]], ["e4", "e2"]), [["e2", "e4"], ["e4", "e2"]]);

// A row that won: a stroke beyond both ends; behind the board, rings joined by links that begin and end at them; nothing for places that bend.
const row = (...places) => places.map(([c, r]) => ({ x: c * 100 + 50, y: r * 100 + 50 }));
assert.deepEqual(winningRow(row([0, 0], [1, 0], [2, 0]), false), [["line", { x1: 14, y1: 50, x2: 286, y2: 50 }]]);
const chain = winningRow(row([0, 3], [1, 2], [2, 1], [3, 0]), true);
assert.deepEqual(chain.map(([name]) => name), ["circle", "line", "circle", "line", "circle", "line", "circle"]);
for (const [n, [, link]] of [...chain.entries()].filter(([n]) => n % 2)) {
  const [before, after] = [chain[n - 1][1], chain[n + 1][1]];
  assert.ok(Math.abs(Math.hypot(link.x1 - before.cx, link.y1 - before.cy) - before.r) < 1 && Math.abs(Math.hypot(link.x2 - after.cx, link.y2 - after.cy) - after.r) < 1, "a link goes from ring to ring");
}
assert.deepEqual(winningRow(row([0, 0], [1, 0], [1, 1]), false), []);
assert.deepEqual(winningRow([], true), []);

// An arrow from e3 to g3: from beside the stone's centre to beyond that of the last space, with both sides of its head.
assert.equal(aimPath({ c: 4, r: 2 }, { c: 6, r: 2 }), "M462,250L684,250L660,226L684,250L660,274");

// Hints of a move, a chain, a mill with its shot, a shot from the hand, a disc in a column, a promotion, a pass.
const isSpace = (token) => /^[a-h][1-8]$/.test(token);
const step = (p, to) => [{ t: "move", p, to }];
assert.deepEqual(hintNotes(["e2", "e4"], [[], step(1, "e4")], 1, isSpace), [["e2", "e4"]]);
assert.deepEqual(hintNotes(["c3", "e5", "g7"], [[], step(4, "e5"), step(4, "g7")], 4, isSpace), [["c3", "g7"]]);
assert.deepEqual(hintNotes(["a4", "a1", "f6"], [[], step(2, "a1"), [{ t: "remove", p: 9 }]], 2, isSpace), [["a4", "a1"], ["f6"]]);
assert.deepEqual(hintNotes(["a1", "f6"], [[{ t: "add", p: 3, at: "a1", side: 0, kind: "cow" }], [{ t: "remove", p: 9 }]], undefined, isSpace), [["a1"], ["f6"]]);
assert.deepEqual(hintNotes(["d"], [[{ t: "add", p: 3, at: "d2", side: 0, kind: "disc" }]], undefined, isSpace), [["d2"]]);
assert.deepEqual(hintNotes(["a7", "a8", "=Q"], [[], step(5, "a8"), [{ t: "morph", p: 5, kind: "queen" }]], 5, isSpace), [["a7", "a8"]]);
assert.deepEqual(hintNotes(["#pass"], [[]], undefined, isSpace), []);

// A premove: an own piece, then where it goes.
for (const [spaces, at, isOwn, expected] of [
  [[], "e2", true, ["e2"]], [[], "e5", false, []], [["e2"], "e4", false, ["e2", "e4"]], [["e2"], "g1", true, ["e2", "g1"]], [["e2"], "e2", true, []],
  [["e2", "e4"], "e2", true, []], [["e2", "e4"], "g1", true, ["g1"]], [["e2", "e4"], "h5", false, []],
]) assert.deepEqual(tapped(spaces, at, isOwn), expected, `a tap on ${at} after ${spaces}`);

// Exactly one legal path from the first space to the last.
assert.deepEqual(match(moves("e2,e4", "e2,e3"), ["e2", "e4"]), ["e2", "e4"]);
assert.equal(match(moves("e2,e3"), ["e2", "e4"]), undefined);
assert.equal(match(moves("a7,a8,=Q", "a7,a8,=N"), ["a7", "a8"]), undefined, "a promotion is a choice");
assert.equal(match(moves("c3,e5,g3", "c3,a5,g3"), ["c3", "g3"]), undefined, "two ways are a choice");
assert.deepEqual(match([{ path: ["e1", "g1"], also: [["e1", "h1"]] }], ["e1", "h1"]), ["e1", "h1"], "the king onto its rook");

const WORDS = { premove: "{from} to {to}", premoveFrom: "from {from}", premoveMissed: "{from} to {to}: no" };
/** A premove from e2 to e4 while the opponent has to move, at ply 1. */
function chosen() {
  const premove = new Premove();
  assert.equal(premove.tap(view(1, []), "e5"), false, "no piece of the player");
  assert.ok(premove.tap(view(1, []), "e2") && premove.tap(view(1, []), "e4"));
  return premove;
}
assert.deepEqual(chosen().shown(view(1, [])), ["e2", "e4"]);
assert.equal(chosen().task(view(1, []), WORDS), "e2 to e4");
assert.equal(chosen().task(view(0, []), WORDS), "");
assert.deepEqual(chosen().meet(view(2, ["e2,e4", "g1,f3"]), WORDS), { path: ["e2", "e4"] });
assert.deepEqual(chosen().meet(view(2, ["g1,f3"]), WORDS), { missed: "e2 to e4: no" });
// News without a move, such as an offer, leaves it; it is played after that.
const patient = chosen();
assert.deepEqual(patient.meet(view(1, []), WORDS), {});
assert.deepEqual(patient.meet(view(2, ["e2,e4"]), WORDS), { path: ["e2", "e4"] });
assert.deepEqual(patient.meet(view(4, ["e2,e4"]), WORDS), {}, "once");
// Taken back or over: forgotten without a word.
for (const later of [view(0, ["e2,e4"]), view(2, [], { status: "won" }), view(4, ["e2,e4"])]) {
  const premove = chosen();
  assert.deepEqual(premove.meet(later, WORDS), {});
  assert.deepEqual(premove.meet(view(2, ["e2,e4"]), WORDS), {});
}
// A piece alone stays in the hand where it can move.
for (const [legal, met] of /** @type {const} */ ([["e2,e4", { begun: ["e2"] }], ["d2,d4", {}]])) {
  const half = new Premove();
  half.tap(view(1, []), "e2");
  assert.deepEqual(half.meet(view(2, [legal]), WORDS), met);
  assert.deepEqual(half.meet(view(4, [legal]), WORDS), {}, "once");
}
// While the own move is on its way a premove is for the position behind it, where its piece has moved.
{
  const own = { ...view(2, []), moves: [{ path: ["e2", "e4"], fx: [[], [{ t: "move", p: 0, to: "e4" }]] }] };
  const early = new Premove();
  const ahead = early.behind(own, ["e2", "e4"]);
  assert.deepEqual([ahead.ply, ahead.pieces[0].at, early.isOpen(ahead), early.isOpen(own)], [3, "e4", true, false]);
  assert.ok(early.tap(ahead, "g1") && early.tap(ahead, "f3"));
  assert.deepEqual(early.meet(view(3, []), WORDS), {}, "the answer to the own move leaves it");
  assert.deepEqual(early.meet(view(4, ["g1,f3"]), WORDS), { path: ["g1", "f3"] });
  for (const [what, path] of [["one tap", ["d3"]], ["a piece that is put down", ["d3", "a7"]]]) assert.equal(early.isOpen(early.behind(own, path)), false, what);
}
// Not while looking back, for a spectator, at the end, or where moves take one tap.
const open = chosen();
assert.equal(open.isOpen(view(1, [])), true);
for (const [what, closed] of [["looking back", { played: ["-", "-", "-"] }], ["a spectator", { me: null }], ["the end", { status: "drawn" }]]) {
  assert.equal(open.isOpen(view(1, [], closed)), false, what);
  assert.deepEqual(open.shown(view(1, [], closed)), [], what);
}
assert.equal(open.isOpen(view(1, [], { premoves: undefined })), false, "a game of one tap");

// The pencil: a mouse draws by its right button at once, a finger after half a second without moving.
const pointer = (more) => ({ pointerType: "touch", button: 0, isPrimary: true, timeStamp: 1000, clientX: 100, clientY: 100, ...more });
const mouse = (button) => pointer({ pointerType: "mouse", button });
assert.deepEqual([mouse(0), mouse(1), mouse(2), pointer({}), pointer({ isPrimary: false })].map(mayDraw), [false, false, true, true, false]);
assert.equal(restMs(mouse(2), 1000), 0);
assert.equal(restMs(pointer({}), 1100), 400, "the time before the script was there counts");
assert.equal(restMs(pointer({}), 2000), 0);
// What it did before the script was there: a trembling finger still rests, one that moved away or was lifted does not.
const did = (type, timeStamp, clientX = 100) => pointer({ type, timeStamp, clientX });
assert.equal(restEnd(pointer({}), []), undefined);
assert.equal(restEnd(pointer({}), [did("pointermove", 1100, 102)]), undefined);
assert.equal(restEnd(pointer({}), [did("pointermove", 1100, 102), did("pointermove", 1150, 120), did("pointerup", 1900)]), 1150);
assert.equal(restEnd(pointer({}), [did("pointerup", 1080), did("pointerdown", 1600)]), 1080);
assert.equal(hasLeft(pointer({}), pointer({ clientX: 103, clientY: 102 })), false);
assert.equal(hasLeft(pointer({}), pointer({ clientX: 108 })), true);

// A promotion's column goes inward from the row of the last tap, and fits the board.
assert.deepEqual(column(0, 8, 4), [0, 1, 2, 3]);
assert.deepEqual(column(7, 8, 4), [7, 6, 5, 4]);
assert.deepEqual(column(3, 8, 6), [2, 3, 4, 5, 6, 7]);
assert.deepEqual(column(4, 8, 6), [5, 4, 3, 2, 1, 0]);
assert.deepEqual(column(0, 3, 4), []);
console.log("premoves, arrows, pencil and promotions: as they should be");
