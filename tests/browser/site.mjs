// A site of its own for the tests: the built program on a free port, with data in a folder that goes at the end.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const START_MS = 10_000;

/** Chromium without windows, which draws the same pages for half the processor's time; where it is missing, the whole one. */
const LIGHT = ["/usr/bin/chromium-headless-shell"];
/** Chromium as people have it: with gestures, menus and a cache of pages to go back to. */
const WHOLE = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * Opens Chromium: `$CHROMIUM`, or what distributions install.
 * @param {{ whole?: boolean, args?: string[] }} [wanted] `whole`: not the one without windows; `args`: further arguments
 */
export function openBrowser({ whole = false, args = [] } = {}) {
  const executablePath = [process.env.CHROMIUM, ...(whole ? [] : LIGHT), ...WHOLE].find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("there is no Chromium: install the package `chromium`, or name it in CHROMIUM");
  // Root has no sandbox; the pages are our own.
  return chromium.launch({ executablePath, args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), ...args] });
}

/** What every captcha of this site takes. */
export const ANSWER = "lighthouse";
/** The password of everybody here. */
export const PASSWORD = "a long way to the shore";

function program() {
  const wanted = process.env.ROOKERY_BIN ? [process.env.ROOKERY_BIN] : ["release", "debug"].map((kind) => join(root, "target", kind, "rookery"));
  const found = wanted.find((path) => existsSync(path));
  if (!found) throw new Error(`there is no ${wanted.join(" and no ")}: build it first (cargo build --release)`);
  return found;
}

/** How long a form has to be open before it is taken from a browser without scripts. */
const WAIT_S = 1;

/** Types the captcha's answer; without scripts the wait comes after it. @param {import("playwright-core").Page} page */
export async function answerCaptcha(page, answer = ANSWER) {
  await page.fill("input[name=answer]", answer);
  if (await page.locator("noscript .notice").count()) await new Promise((done) => { setTimeout(done, WAIT_S * 1000 + 100); });
}

/**
 * Starts the site; resolves to its address, the first admin's link and a way to stop it.
 * @param {Record<string, string>} [more] variables of the environment beside those that every test needs
 * @param {string} [listen] where it listens
 */
export async function startSite(more = {}, listen = "127.0.0.1:0") {
  const data = mkdtempSync(join(tmpdir(), "rookery-browser-"));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROOKERY_")));
  const child = spawn(program(), ["serve", "--listen", listen, "--data", join(data, "data")], {
    cwd: data,
    env: { ...env, ROOKERY__CAPTCHA__TEST_ANSWER: ANSWER, ROOKERY__LIMITS__REQUESTS_PER_SECOND: "10000", ROOKERY__LIMITS__CAPTCHA_IMAGES_PER_MINUTE: "10000", ROOKERY__LIMITS__CAPTCHA_IMAGES_PER_MINUTE_AND_SESSION: "10000", ROOKERY__LIMITS__CAPTCHA_CHALLENGES_PER_MINUTE: "0", ROOKERY__LIMITS__CAPTCHA_CHALLENGES_PER_MINUTE_AND_ADDRESS: "600", ROOKERY__LIMITS__SESSIONS_PER_MINUTE: "600", ROOKERY__CAPTCHA__DEFENCE__FILL_S: "0", ROOKERY__CAPTCHA__DEFENCE__WORK_TRIES: "8", ROOKERY__CAPTCHA__DEFENCE__WAIT_S: String(WAIT_S), ROOKERY__CAPTCHA__DEFENCE__ADAPTIVE: "false", ROOKERY__CAPTCHA__DEFENCE__RANGE_WITHOUT_SCRIPTS: "1000", ROOKERY__CAPTCHA__DEFENCE__SITE_WITHOUT_SCRIPTS: "1000", ROOKERY__LIMITS__GAMES_PER_MINUTE: "10000", ROOKERY__ENGINE__BUILD_TABLES: "false", ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let log = "";
  child.stdout.on("data", (text) => { printed += text; });
  child.stderr.on("data", (text) => { log += text; });
  const ended = new Promise((done) => { child.on("exit", done); });
  const stop = async () => {
    child.kill("SIGTERM");
    await Promise.race([ended, new Promise((done) => { setTimeout(done, 6000).unref(); })]);
    child.kill("SIGKILL");
    rmSync(data, { recursive: true, force: true });
  };
  const since = Date.now();
  for (;;) {
    const setup = printed.match(/(https?:\/\/[^/\s]+)(\/setup\?token=\S+)/);
    if (setup) return { url: setup[1], setup: setup[2], stop, log: () => log };
    if (child.exitCode !== null || Date.now() - since > START_MS) {
      await stop();
      throw new Error(`the site did not start: ${printed}${log}`);
    }
    await new Promise((done) => { setTimeout(done, 20); });
  }
}
