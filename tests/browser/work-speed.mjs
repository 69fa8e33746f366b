// Time of the captcha's work in this browser: milliseconds per try in one idle worker, and what follows for the tries of 95 visitors of
// 100; exits with 1 if a device takes longer than it may. Usage, on an idle machine: npm --prefix tests/browser run work-speed

import { openBrowser, startSite } from "./site.mjs";

/** 95 of 100 visitors need no more tries than this for eight numbers of 128 tries each (docs/captcha-defence.md). */
const MOST_TRIES = 1680;
const WARM_UP_TRIES = 80;
const COUNTED_TRIES = 800;
/** Devices by how much slower they are than this one, with their workers, and the seconds that they may take. */
const DEVICES = [["this machine, two workers", 1, 2, 5], ["four times slower, two workers", 4, 2, 20], ["four times slower, four workers", 4, 4, 10]];

/** The milliseconds of a try in one worker. @param {import("playwright-core").Page} page */
const perTry = (page) => page.evaluate(([warmUp, counted]) => new Promise((done, failed) => {
  const address = new URL("work-worker.js", document.querySelector("script[type=module]").src).href;
  const policy = globalThis.trustedTypes.createPolicy("rookery", { createScriptURL: () => address });
  const worker = new Worker(policy.createScriptURL(""), { type: "module" });
  let tried = 0;
  let since = 0;
  worker.addEventListener("error", (event) => failed(new Error(event.message)));
  worker.addEventListener("message", ({ data }) => {
    tried += data.tried ?? 0;
    if (!since && tried >= warmUp) [since, tried] = [performance.now(), 0];
    else if (since && tried >= counted) {
      worker.terminate();
      done((performance.now() - since) / tried);
    }
  });
  worker.postMessage({ seed: "a".repeat(26), bound: 0, first: 0, stride: 1 });
}), [WARM_UP_TRIES, COUNTED_TRIES]);

const site = await startSite();
const browser = await openBrowser({ whole: true });
try {
  const page = await browser.newPage();
  await page.goto(site.url);
  const ms = await perTry(page);
  console.log(`${browser.version()}: ${ms.toFixed(2)} ms a try in one worker`);
  console.log("| device | s for 1,680 tries | mark |\n|---|---|---|");
  for (const [device, slower, workers, mark] of DEVICES) {
    const seconds = ms * slower * MOST_TRIES / workers / 1000;
    console.log(`| ${device} | ${seconds.toFixed(1)} | ${mark} |`);
    if (seconds > mark) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await site.stop();
}
