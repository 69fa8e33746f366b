// The part of an analysis' script that needs no page. Run by: node tests/browser/analysis-modules.mjs
import assert from "node:assert/strict";

import { load } from "./modules.mjs";

const { share } = await load("analysis.js");

// The bar is of the side below, whichever that is, in tenths of a percent.
assert.equal(share(0.5, 0), 50);
assert.equal(share(0.317, 0), 31.7);
assert.equal(share(0.317, 1), 68.3);
assert.equal(share(0, 0), 0);
assert.equal(share(0, 1), 100);
console.log("shares of the bar: as they should be");
