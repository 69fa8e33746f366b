// Holds static/walk.js to the table that src/web/board/walk.rs is tested with: node tests/browser/board-walk.mjs
import assert from "node:assert/strict";
import fs from "node:fs";

import { load } from "./modules.mjs";

const { next, canFinish, tap } = await load("walk.js");
const tokens = (text) => text.split(",").filter((token) => token);
let taps = 0;
for (const { name, paths, cases } of JSON.parse(fs.readFileSync(new URL("walk-cases.json", import.meta.url), "utf8"))) {
  const tree = paths.map(tokens);
  for (const { prefix, next: expected, finish, taps: table } of cases) {
    const begun = tokens(prefix);
    const place = `${name} after [${prefix}]`;
    assert.deepEqual(next(tree, begun), tokens(expected), `next of ${place}`);
    assert.equal(canFinish(tree, begun), finish, `finish of ${place}`);
    for (const [token, step, path] of table) {
      assert.deepEqual(tap(tree, begun, token), { step, tokens: tokens(path) }, `${place}, a tap on ${token}`);
      taps += 1;
    }
  }
}
console.log(`walk.js agrees with the table: ${taps} taps`);
