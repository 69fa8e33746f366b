// Holds static/scrypt.js to the test vectors of RFC 7914 (section 12) and to OpenSSL: node tests/browser/scrypt.mjs
import assert from "node:assert/strict";
import { randomBytes, scryptSync } from "node:crypto";

import { load } from "./modules.mjs";

const { scrypt, value } = await load("scrypt.js");
const bytes = (text) => new TextEncoder().encode(text);
const hex = (key) => Buffer.from(key).toString("hex");

for (const [password, salt, n, r, p, key] of [
  ["", "", 16, 1, 1, "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"],
  ["password", "NaCl", 1024, 8, 16, "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"],
  ["pleaseletmein", "SodiumChloride", 16384, 8, 1, "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"],
]) assert.equal(hex(scrypt(bytes(password), bytes(salt), n, r, p, 64)), key);

for (const length of [0, 1, 31, 55, 56, 63, 64, 65, 119, 200]) {
  const [password, salt] = [randomBytes(length), randomBytes(200 - length)];
  assert.equal(hex(scrypt(password, salt, 16, 2, 3, length + 1)), scryptSync(password, salt, length + 1, { N: 16, r: 2, p: 3 }).toString("hex"), `${length} bytes`);
}

const since = performance.now();
const TRIES = 64;
for (let number = 0; number < TRIES; number++) {
  assert.equal(value(number, "seed"), scryptSync(String(number), "seed", 32, { N: 1024, r: 8, p: 1 }).readUInt32BE(), `number ${number}`);
}
console.log(`scrypt: the published vectors, ${TRIES} numbers as OpenSSL has them, ${((performance.now() - since) / (2 * TRIES)).toFixed(1)} ms each`);
