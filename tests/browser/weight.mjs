// The weight of first visits: bytes as they come over the wire, scripts among them, requests, other hosts, and what moves while a page loads.

import { createServer } from "node:http";

import { start } from "./games.mjs";
import { settled } from "./pointer.mjs";
import { countShifts } from "./window.mjs";

/** What a first load of a page may take: everything, and its scripts, in bytes; and how many requests. */
const MOST = { bytes: 60_000, scripts: 16_384, requests: 10 };
/** How far a page may move while it loads. */
const SHIFT_AT_LOAD = 0.01;
const QUIET_MS = 500;
const PAGES = ["/", "/play", "/play/chess", "/rules/chess", "/rules/morabaraba", "/login", "/signup"];
/** In the middle of a footer, where the line pauses for this long. */
const PAUSE_AT = '<form class="theme"';
const PAUSE_MS = 500;
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

/** The site at another address, from which pages come in two pieces. */
async function inPieces(url) {
  const server = createServer(async (request, response) => {
    const answer = await fetch(url + request.url, { headers: { Accept: request.headers.accept ?? "*/*" } });
    const body = Buffer.from(await answer.arrayBuffer());
    const kind = answer.headers.get("content-type") ?? "";
    const at = kind.startsWith("text/html") ? body.indexOf(PAUSE_AT) : -1;
    response.writeHead(answer.status, { "content-type": kind });
    if (at > 0) {
      response.write(body.subarray(0, at));
      await new Promise((done) => { setTimeout(done, PAUSE_MS); });
    }
    response.end(body.subarray(Math.max(at, 0)));
  });
  await new Promise((done) => { server.listen(0, "127.0.0.1", () => done(undefined)); });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, stop: () => new Promise((done) => { server.close(done); server.closeAllConnections(); }) };
}

/** The tests, with what run.mjs lends them. */
export async function weight({ test, check, visit, passCaptcha, url, phone }) {
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
  await test("a page that comes in two pieces stays where it is", async () => {
    const slow = await inPieces(url);
    try {
      await visit(phone, async (page) => {
        await countShifts(page);
        const coming = page.goto(`${slow.url}/login`);
        await page.waitForTimeout(PAUSE_MS / 2);
        const isHalf = await page.evaluate((rest) => Boolean(document.querySelector(".foot") && !document.querySelector(rest)), "form.theme");
        check(isHalf, "the footer came whole, or not at all");
        await coming;
        await settled(page);
        const shifts = await page.evaluate(() => globalThis.shifts);
        check(!shifts.length, `moved: ${shifts.flatMap(({ what }) => what).join(" | ")}`);
      });
    } finally {
      await slow.stop();
    }
  });
}
