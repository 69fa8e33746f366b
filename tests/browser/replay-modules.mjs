// The addresses of positions, in the match and in variations of it. Run by: node tests/browser/replay-modules.mjs
import assert from "node:assert/strict";

import { load } from "./modules.mjs";

globalThis.location = /** @type {any} */ ({ pathname: "/games/abc" });
const { address, before, bindReplay, placeOf, showAddress } = await load("replay.js");

const last = 9;
// The last position of the match has the address of the match.
assert.equal(address({ ply: 3 }, last), "/games/abc?ply=3");
assert.equal(address({ ply: 9 }, last), "/games/abc");
assert.equal(address({ ply: 9, line: "e2,e4 e7,e5" }, last), "/games/abc?from=9&line=e2%2Ce4+e7%2Ce5");
// So it is on a page that is the answer to a form.
globalThis.location.pathname = "/games/abc/moves";
assert.equal(address({ ply: 3 }, last), "/games/abc?ply=3");
assert.equal(address({ ply: 9 }, last), "/games/abc");

// A variation of two moves is left in two steps.
const view = { ply: 5, variation: { from: 3, line: "e2,e4 e7,e5", moves: ["e4", "e5"] } };
assert.deepEqual(placeOf(view), { ply: 3, line: "e2,e4 e7,e5" });
assert.deepEqual(before(view), { ply: 3, line: "e2,e4" });
assert.deepEqual(before({ ply: 4, variation: { from: 3, line: "e2,e4", moves: ["e4"] } }), { ply: 3, line: "" });
assert.deepEqual(before({ ply: 3, variation: { from: 3, line: "", moves: [] } }), { ply: 2 });
assert.deepEqual(before({ ply: 3 }), { ply: 2 });

// A page with the little of it that looking back uses.
class Element {}
class HTMLInputElement extends Element {
  value = "http://rookery.test/games/abc";
}
const copied = new HTMLInputElement();
/** @type {Record<string, (event: any) => void>} */
const listeners = {};
/** @type {string[]} */
const shown = [];
/** What the next request is answered with. @type {() => Promise<any>} */
let told = async () => ({});
const parts = { querySelector: () => null, querySelectorAll: (wanted) => (wanted.includes("#share-link") ? [copied] : []), addEventListener: (kind, act) => { listeners[kind] = act; } };
Object.assign(globalThis, { Element, HTMLInputElement, HTMLAnchorElement: class extends Element {}, document: parts, history: { replaceState: (_state, _title, to) => { shown.push(to); } }, fetch: async () => ({ status: 200, json: () => told() }) });
globalThis.location.pathname = "/games/abc";
const moves = (count) => Array.from({ length: count }, (_, n) => `m${n}`);
const viewAt = (ply, count, version) => ({ v: 1, id: "abc", ply, version, played: moves(count), moves: [], status: "playing" });
const table = { view: viewAt(4, 5, 7), present: viewAt(4, 5, 7), mayTry: false, words: {}, lookAt: (seen) => { table.view = seen; }, refuse: (text) => assert.fail(text) };
bindReplay(table);
const forward = async () => {
  listeners.keydown({ key: "ArrowRight", target: null, preventDefault: () => {} });
  await new Promise((done) => { setTimeout(done, 10); });
};

// A reply comes while the last position is asked for: it is shown, and the address is that of the present.
told = async () => { table.present = viewAt(6, 6, 8); return viewAt(5, 5, 7); };
await forward();
assert.deepEqual([table.view.ply, table.present.version, shown.pop()], [6, 8, "/games/abc"]);
// Without news, the match of a restored backup is the present one, though its version is lower.
Object.assign(table, { view: viewAt(4, 5, 7), present: viewAt(4, 5, 7) });
told = async () => viewAt(5, 5, 3);
await forward();
assert.deepEqual([table.view.version, table.present.version, shown.pop()], [3, 3, "/games/abc"]);

// The link that people copy follows the board also where the browser does not let the address do so.
globalThis.history.replaceState = () => { throw new Error("too often"); };
showAddress({ ply: 2 }, 6);
assert.equal(copied.value, "http://rookery.test/games/abc?ply=2");
console.log("addresses of positions: as they should be");
