// One of the threads that try numbers for a proof of work: every `stride`-th from `first` on, until one solves it.

import { solves } from "./scrypt.js";

addEventListener("message", (/** @type {MessageEvent<{ seed: string, tries: number, first: number, stride: number }>} */ { data }) => {
  for (let nonce = data.first; ; nonce += data.stride) {
    if (solves(data.seed, data.tries, nonce)) {
      postMessage({ nonce });
      return;
    }
    postMessage({});
  }
});
