// scrypt (RFC 7914) in plain JavaScript: the proof of work must also run on plain http, where browsers have no crypto.subtle.

/** The fractional parts of the cube roots of the first 64 primes, 32 bits of each (FIPS 180-4, 4.2.2). */
const K = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const BLOCK_BYTES = 64;

/** @param {number} x @param {number} n */
const right = (x, n) => (x >>> n) | (x << (32 - n));

/** SHA-256. @param {Uint8Array[]} parts one after the other @returns {Uint8Array<ArrayBuffer>} */
function sha256(...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const padded = new Uint8Array(Math.ceil((length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  let at = 0;
  for (const part of parts) {
    padded.set(part, at);
    at += part.length;
  }
  padded[at] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, length * 8);
  const state = new Int32Array(START);
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += BLOCK_BYTES) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
    compress(state, w);
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** One block. @param {Int32Array} state @param {Int32Array} w the block's 16 words, and room for 48 more */
function compress(state, w) {
  for (let i = 16; i < 64; i++) {
    const [early, late] = [w[i - 15], w[i - 2]];
    const s0 = right(early, 7) ^ right(early, 18) ^ (early >>> 3);
    const s1 = right(late, 17) ^ right(late, 19) ^ (late >>> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const t1 = (h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
    const t2 = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
}

/** HMAC-SHA-256 with a fixed key. @param {Uint8Array} key @returns {(...parts: Uint8Array[]) => Uint8Array<ArrayBuffer>} */
function hmac(key) {
  const short = key.length > BLOCK_BYTES ? sha256(key) : key;
  const pad = (/** @type {number} */ byte) => Uint8Array.from({ length: BLOCK_BYTES }, (_, i) => (short[i] ?? 0) ^ byte);
  const [inner, outer] = [pad(0x36), pad(0x5c)];
  return (...parts) => sha256(outer, sha256(inner, ...parts));
}

/** PBKDF2 with one iteration, which is all that scrypt uses. @param {Uint8Array} password @param {Uint8Array} salt @param {number} bytes */
function pbkdf2(password, salt, bytes) {
  const sign = hmac(password);
  const out = new Uint8Array(Math.ceil(bytes / 32) * 32);
  const number = new DataView(new ArrayBuffer(4));
  for (let n = 0; n * 32 < bytes; n++) {
    number.setUint32(0, n + 1);
    out.set(sign(salt, new Uint8Array(number.buffer)), n * 32);
  }
  return out.slice(0, bytes);
}

/**
 * Salsa20/8 of `x` exclusive-or 16 words of `from`, back into `x`. The 16 words stand in variables: that keeps them in registers.
 * @param {Int32Array} x @param {Int32Array} from @param {number} at
 */
function salsa(x, from, at) {
  for (let i = 0; i < 16; i++) x[i] ^= from[at + i];
  let [a0, a1, a2, a3, b0, b1, b2, b3] = [x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]];
  let [c0, c1, c2, c3, d0, d1, d2, d3] = [x[8], x[9], x[10], x[11], x[12], x[13], x[14], x[15]];
  let t = 0;
  for (let round = 0; round < 8; round += 2) {
    // Columns.
    t = (a0 + d0) | 0; b0 ^= (t << 7) | (t >>> 25); t = (b0 + a0) | 0; c0 ^= (t << 9) | (t >>> 23);
    t = (c0 + b0) | 0; d0 ^= (t << 13) | (t >>> 19); t = (d0 + c0) | 0; a0 ^= (t << 18) | (t >>> 14);
    t = (b1 + a1) | 0; c1 ^= (t << 7) | (t >>> 25); t = (c1 + b1) | 0; d1 ^= (t << 9) | (t >>> 23);
    t = (d1 + c1) | 0; a1 ^= (t << 13) | (t >>> 19); t = (a1 + d1) | 0; b1 ^= (t << 18) | (t >>> 14);
    t = (c2 + b2) | 0; d2 ^= (t << 7) | (t >>> 25); t = (d2 + c2) | 0; a2 ^= (t << 9) | (t >>> 23);
    t = (a2 + d2) | 0; b2 ^= (t << 13) | (t >>> 19); t = (b2 + a2) | 0; c2 ^= (t << 18) | (t >>> 14);
    t = (d3 + c3) | 0; a3 ^= (t << 7) | (t >>> 25); t = (a3 + d3) | 0; b3 ^= (t << 9) | (t >>> 23);
    t = (b3 + a3) | 0; c3 ^= (t << 13) | (t >>> 19); t = (c3 + b3) | 0; d3 ^= (t << 18) | (t >>> 14);
    // Rows.
    t = (a0 + a3) | 0; a1 ^= (t << 7) | (t >>> 25); t = (a1 + a0) | 0; a2 ^= (t << 9) | (t >>> 23);
    t = (a2 + a1) | 0; a3 ^= (t << 13) | (t >>> 19); t = (a3 + a2) | 0; a0 ^= (t << 18) | (t >>> 14);
    t = (b1 + b0) | 0; b2 ^= (t << 7) | (t >>> 25); t = (b2 + b1) | 0; b3 ^= (t << 9) | (t >>> 23);
    t = (b3 + b2) | 0; b0 ^= (t << 13) | (t >>> 19); t = (b0 + b3) | 0; b1 ^= (t << 18) | (t >>> 14);
    t = (c2 + c1) | 0; c3 ^= (t << 7) | (t >>> 25); t = (c3 + c2) | 0; c0 ^= (t << 9) | (t >>> 23);
    t = (c0 + c3) | 0; c1 ^= (t << 13) | (t >>> 19); t = (c1 + c0) | 0; c2 ^= (t << 18) | (t >>> 14);
    t = (d3 + d2) | 0; d0 ^= (t << 7) | (t >>> 25); t = (d0 + d3) | 0; d1 ^= (t << 9) | (t >>> 23);
    t = (d1 + d0) | 0; d2 ^= (t << 13) | (t >>> 19); t = (d2 + d1) | 0; d3 ^= (t << 18) | (t >>> 14);
  }
  x[0] += a0; x[1] += a1; x[2] += a2; x[3] += a3; x[4] += b0; x[5] += b1; x[6] += b2; x[7] += b3;
  x[8] += c0; x[9] += c1; x[10] += c2; x[11] += c3; x[12] += d0; x[13] += d1; x[14] += d2; x[15] += d3;
}

/**
 * scryptBlockMix: the 2r blocks at `from[at]` into `to[into]`, those with an even number first.
 * @param {Int32Array} from @param {number} at @param {Int32Array} to @param {number} into @param {number} r @param {Int32Array} x
 */
function blockMix(from, at, to, into, r, x) {
  const last = at + (2 * r - 1) * 16;
  for (let i = 0; i < 16; i++) x[i] = from[last + i];
  for (let block = 0; block < 2 * r; block++) {
    salsa(x, from, at + block * 16);
    const place = into + ((block & 1) * r + (block >> 1)) * 16;
    for (let i = 0; i < 16; i++) to[place + i] = x[i];
  }
}

/** scryptROMix in place. @param {Int32Array} b @param {number} n @param {number} r */
function roMix(b, n, r) {
  const words = 32 * r;
  const v = new Int32Array(n * words);
  const x = new Int32Array(16);
  const mixed = new Int32Array(words);
  v.set(b);
  for (let i = 1; i < n; i++) blockMix(v, (i - 1) * words, v, i * words, r, x);
  blockMix(v, (n - 1) * words, b, 0, r, x);
  for (let i = 0; i < n; i++) {
    const at = (b[words - 16] & (n - 1)) * words;
    for (let k = 0; k < words; k++) mixed[k] = b[k] ^ v[at + k];
    blockMix(mixed, 0, b, 0, r, x);
  }
}

/**
 * The key of a password. `n` is a power of two; takes 128 · n · r bytes.
 * @param {Uint8Array} password @param {Uint8Array} salt @param {number} n @param {number} r @param {number} p @param {number} bytes
 */
export function scrypt(password, salt, n, r, p, bytes) {
  const blocks = pbkdf2(password, salt, p * 128 * r);
  const view = new DataView(blocks.buffer);
  for (let part = 0; part < p; part++) {
    const start = part * 128 * r;
    const b = Int32Array.from({ length: 32 * r }, (_, i) => view.getInt32(start + 4 * i, true));
    roMix(b, n, r);
    b.forEach((word, i) => view.setInt32(start + 4 * i, word, true));
  }
  return pbkdf2(password, blocks, bytes);
}

/** The value of a number for the proof of work: the first 32 bits of scrypt(number, seed). @param {number} number @param {string} seed */
export function value(number, seed) {
  const text = new TextEncoder();
  const key = scrypt(text.encode(String(number)), text.encode(seed), 1024, 8, 1, 32);
  return new DataView(key.buffer).getUint32(0);
}
