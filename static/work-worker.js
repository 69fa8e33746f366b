// A thread of the captcha's proof of work: tries every `stride`-th number from `first` on and reports those whose value is below a
// bound. Its own answer from the server permits WebAssembly, which the pages do not need; without it the slower script works.

import "./vendor/hash-wasm/scrypt.umd.min.js";

/** Tries between two reports. */
const REPORT_EVERY = 8;

/** The first 32 bits of scrypt(number, seed), by WebAssembly. @param {number} number @param {string} seed */
async function fastValue(number, seed) {
  const key = await hashwasm.scrypt({ password: String(number), salt: seed, costFactor: 1024, blockSize: 8, parallelism: 1, hashLength: 32, outputType: "binary" });
  return new DataView(key.buffer, key.byteOffset).getUint32(0);
}

/** A number, a seed and the value that OpenSSL computes for them. */
const [KNOWN_NUMBER, KNOWN_SEED, KNOWN_VALUE] = /** @type {const} */ ([17, "aaaaaaaaaaaaaaaaaaaaaaaaaa", 0xdbb8d084]);

/** The slower way, which every browser has. */
const slowWay = async () => (await import("./scrypt.js")).value;

/** The faster way that this browser allows. */
async function way() {
  const isRight = await fastValue(KNOWN_NUMBER, KNOWN_SEED).then((fast) => fast === KNOWN_VALUE, () => false);
  return isRight ? fastValue : slowWay();
}

/** Tries numbers without end. @param {{ seed: string, bound: number, first: number, stride: number }} data */
async function work(data) {
  let valueOf = await way();
  let tried = 0;
  for (let number = data.first; ; number += data.stride) {
    let reached;
    try {
      reached = await valueOf(number, data.seed);
    } catch {
      // A browser may run out of memory for WebAssembly on the way.
      valueOf = await slowWay();
      reached = valueOf(number, data.seed);
    }
    tried += 1;
    if (reached < data.bound) postMessage({ number, value: reached });
    if (tried % REPORT_EVERY === 0) postMessage({ tried: REPORT_EVERY, next: number + data.stride });
  }
}

// Where neither way can be had, the page is told.
addEventListener("message", ({ data }) => { work(data).catch(() => postMessage({ isStuck: true })); });
