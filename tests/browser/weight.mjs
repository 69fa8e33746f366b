// The weight of first visits: bytes as they come over the wire, scripts among them, requests, other hosts, and what moves while a page loads.

import { start } from "./games.mjs";
import { settled } from "./pointer.mjs";
import { countShifts } from "./window.mjs";

/** What a first load of a page may take: everything, and its scripts, in bytes; and how many requests. */
const MOST = { bytes: 60_000, scripts: 16_384, requests: 10 };
/** How far a page may move while it loads. */
const SHIFT_AT_LOAD = 0.01;
const QUIET_MS = 500;
const PAGES = ["/", "/play", "/play/chess", "/rules/chess", "/rules/morabaraba", "/login", "/signup"];
const GAMES = ["chess", "checkers", "othello", "connect-four", "fanorona", "go", "gomoku", "tic-tac-toe", "morabaraba", "nine-mens-morris"];

/** Loads a page as somebody does who has never been here, and says what came until the network was quiet. The stream of events, which does not end, is a request without a length. */
async function loaded(page, address) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  const kinds = new Map();
  const found = { bytes: 0, scripts: 0, requests: 0, elsewhere: /** @type {string[]} */ ([]) };
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (request.url.startsWith("data:")) return;
    kinds.set(requestId, type);
    found.requests += 1;
    if (new URL(request.url).origin !== new URL(address).origin) found.elsewhere.push(request.url);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    found.bytes += encodedDataLength;
    if (kinds.get(requestId) === "Script") found.scripts += encodedDataLength;
  });
  await page.goto(address);
  for (let before = -1; before !== found.requests; ) {
    before = found.requests;
    await page.waitForTimeout(QUIET_MS);
  }
  await settled(page);
  await session.detach();
  return found;
}

/** The tests, with what run.mjs lends them. */
export async function weight({ test, check, visit, passCaptcha, url }) {
  const light = async (page, address) => {
    const { bytes, scripts, requests, elsewhere } = await loaded(page, address);
    const shifts = await page.evaluate(() => globalThis.shifts);
    const shift = shifts.reduce((sum, { value }) => sum + value, 0);
    const said = `${bytes} bytes, ${scripts} of scripts, ${requests} requests, moved by ${shift.toFixed(4)}`;
    check(await page.evaluate(() => [...document.fonts].some(({ family, status }) => family === "Display" && status === "loaded")), "the face of headings has not come");
    check(elsewhere.length === 0, `asks other hosts: ${elsewhere}`);
    check(bytes <= MOST.bytes && scripts <= MOST.scripts && requests <= MOST.requests, said);
    check(shift <= SHIFT_AT_LOAD, `${said}: ${shifts.flatMap(({ what }) => what).join(" | ")}`);
    return said;
  };
  for (const path of PAGES) {
    await test(`the first load of ${path} is light`, () => visit({}, async (page) => {
      await countShifts(page);
      return light(page, url + path);
    }));
  }
  for (const game of GAMES) {
    await test(`the first load of a match of ${game} is light`, () => visit({}, async (page) => {
      await countShifts(page);
      await passCaptcha(page, url);
      await start(page, url, game, "1");
      return light(page, page.url());
    }));
  }
}
