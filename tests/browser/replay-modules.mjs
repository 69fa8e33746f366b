// The addresses of positions, in the match and in variations of it. Run by: node tests/browser/replay-modules.mjs
import assert from "node:assert/strict";

import { load } from "./modules.mjs";

globalThis.location = /** @type {any} */ ({ pathname: "/games/abc" });
const { address, before, placeOf } = await load("replay.js");

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
console.log("addresses of positions: as they should be");
