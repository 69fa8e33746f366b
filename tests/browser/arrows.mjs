// Arrows and circles on the board: the hint in two steps, and what a player draws by the right button or by a finger that rests.

import { castling, positioned } from "./chess.mjs";
import { start } from "./games.mjs";
import { settled, space, spot, tapOn, tapSpace } from "./pointer.mjs";

/** A hint is the search of the best level: on a busy machine it takes its time. */
const TURN_MS = 15_000;
const REST_MS = 650;
const HINT = "#board-acts [data-act=hint] button";

const posts = (page) => {
  const sent = [];
  page.on("request", (request) => { if (request.method() === "POST") sent.push(new URL(request.url()).pathname.split("/").pop()); });
  return sent;
};
/** What is drawn: kinds with their places in the window. */
const notes = (page) => page.$$eval("#board-form .notes > *", (figures) => figures.map((figure) => {
  const { x, y, width, height } = figure.getBoundingClientRect();
  return { kind: `${figure.tagName} ${figure.getAttribute("class")}`, x, y, right: x + width, bottom: y + height };
}));
const kinds = async (page) => (await notes(page)).map(({ kind }) => kind).join();
const wait = (page, wanted) => page.waitForFunction((text) => [...document.querySelectorAll("#board-form .notes > *")].map((figure) => `${figure.tagName} ${figure.getAttribute("class")}`).join() === text, wanted, { timeout: TURN_MS });

/** The right button of the mouse from one space to another. */
async function rightDrag(page, from, to) {
  const [a, b] = [await spot(page, space(from), [0.3, 0.6]), await spot(page, space(to), [0.7, 0.4])];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up({ button: "right" });
}

/** That a note reaches from one space to the other and does not stick out of them. */
async function spans(page, note, from, to, check) {
  const [a, b] = await page.evaluate((wanted) => wanted.map((selector) => document.querySelector(selector).getBoundingClientRect().toJSON()), [space(from), space(to)]);
  const inside = note.x >= Math.min(a.left, b.left) && note.right <= Math.max(a.right, b.right) && note.y >= Math.min(a.top, b.top) && note.bottom <= Math.max(a.bottom, b.bottom);
  const isLong = Math.max(note.right - note.x, note.bottom - note.y) > Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) * 0.5;
  check(inside && isLong, `${JSON.stringify(note)} does not lead from ${from} ${JSON.stringify(a)} to ${to} ${JSON.stringify(b)}`);
}

/** The tests, with what run.mjs lends them. */
export async function arrows({ test, check, visit, passCaptcha, url, phone }) {
  const body = (options, act) => visit(options, async (page, noise) => {
    await passCaptcha(page, url);
    const done = await act(page);
    // The tap on an empty square that is no move.
    noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("422")));
    return done;
  });
  await test("a hint shows its piece first, then its way, with one request", () => body({}, async (page) => {
    await positioned(page, url, castling);
    // What was refused before makes room for it.
    await tapSpace(page, "d5");
    await page.waitForSelector("#board-refusal:not([hidden])");
    const sent = posts(page);
    await tapOn(page, HINT);
    await wait(page, "circle hint");
    check(await page.isVisible("#board-hint"), "the hint is drawn and not said");
    const first = await page.innerText("#board-hint");
    const [, piece, from] = /the (.+) on (\w\d)$/.exec(first) ?? [];
    check(piece, `the first step says ${first}`);
    check((await page.getAttribute(space(from), "aria-label")).includes(piece), `on ${from} stands no ${piece}`);
    await spans(page, (await notes(page))[0], from, from, check);
    await tapOn(page, HINT);
    await wait(page, "polygon hint");
    const second = await page.innerText("#board-hint");
    check(second !== first && second.startsWith("Hint – "), `the second step says ${second}`);
    check(sent.join() === "hint", `sent: ${sent}`);
    // By its keys, the hint is the same one.
    await page.focus(space(from));
    await page.keyboard.press("h");
    await wait(page, "polygon hint");
    check(sent.join() === "hint", `sent: ${sent}`);
    await tapSpace(page, "e1");
    check(await kinds(page) === "polygon hint", "the arrow goes before the move");
    await tapSpace(page, "g1");
    await wait(page, "");
    await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2 && document.getElementById("board-status").classList.contains("mine"));
    await tapOn(page, HINT);
    await wait(page, "circle hint");
    check(sent.join() === "hint,moves,hint", `sent: ${sent}`);
    return `${first}; ${second}`;
  }));
  await test("a hint is drawn as soon as what draws it can be had", () => visit({}, async (page, noise) => {
    await passCaptcha(page, url);
    await positioned(page, url, castling);
    await page.route(/\/arrows\.js/, (route) => route.abort(), { times: 1 });
    await tapOn(page, HINT);
    await page.waitForSelector("#board-hint:not([hidden])", { timeout: TURN_MS });
    check(await kinds(page) === "", `drawn is ${await kinds(page)}`);
    await tapOn(page, HINT);
    await wait(page, "polygon hint");
    noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("ERR_FAILED")));
  }));
  /** Holds back the answers to an act until `go` is called. @param {string} act */
  const heldBack = async (page, act) => {
    let go = () => {};
    const gone = new Promise((done) => { go = () => done(undefined); });
    await page.route(`**/${act}`, async (route) => {
      await gone;
      // The page may have given it up.
      await route.continue().catch(() => {});
    });
    return () => go();
  };
  await test("a move gives up the hint that is still looked for", () => body({}, async (page) => {
    await positioned(page, url, castling);
    const sent = posts(page);
    const go = await heldBack(page, "hint");
    await tapOn(page, HINT);
    await page.waitForFunction(() => document.getElementById("board-status").textContent.startsWith("One moment"));
    // A second tap begins no second search.
    await tapOn(page, HINT);
    await tapSpace(page, "e1");
    await tapSpace(page, "g1");
    await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2 && document.getElementById("board-status").classList.contains("mine"), undefined, { timeout: TURN_MS });
    check(sent.join() === "hint,moves", `sent: ${sent}`);
    go();
    await page.waitForTimeout(200);
    check(await kinds(page) === "" && await page.isHidden("#board-refusal"), "what was given up is answered");
    // Another one can be had.
    await tapOn(page, HINT);
    await wait(page, "circle hint");
  }));
  await test("a tap while a move is taken back is told what is awaited", () => body({}, async (page) => {
    await positioned(page, url, castling);
    await tapSpace(page, "e1");
    await tapSpace(page, "g1");
    await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2 && document.getElementById("board-status").classList.contains("mine"), undefined, { timeout: TURN_MS });
    const go = await heldBack(page, "takeback");
    await tapOn(page, "#board-acts [data-act=takeback] button");
    for (const tap of [() => tapSpace(page, "a1"), () => tapOn(page, HINT)]) {
      await tap();
      await page.waitForFunction(() => document.getElementById("board-refusal").textContent.includes("has not been answered yet"));
      await page.evaluate(() => { document.getElementById("board-refusal").textContent = ""; });
    }
    check(await page.locator("#board-form [aria-pressed=true]").count() === 0, "a piece is taken up meanwhile");
    go();
    await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 0);
    check(await page.isHidden("#board-refusal"), "the answer outlives what it is about");
  }));
  await test("a hint of one tap marks where the piece lands", () => body({}, async (page) => {
    await start(page, url, "connect-four", "1");
    await tapOn(page, HINT);
    await wait(page, "circle hint");
    const [note] = await notes(page);
    const bottom = await page.$eval(space("d1"), (cell) => cell.getBoundingClientRect().bottom);
    check(Math.abs(note.bottom - bottom) < 20, `the mark ends at ${note.bottom}, the lowest row at ${bottom}`);
    return page.innerText("#board-hint");
  }));
  await test("the right button draws arrows and circles, and wipes them", () => body({}, async (page) => {
    await positioned(page, url, castling);
    const sent = posts(page);
    await page.evaluate(() => document.addEventListener("contextmenu", (event) => { globalThis.menus = [...globalThis.menus ?? [], event.defaultPrevented]; event.preventDefault(); }));
    await rightDrag(page, "b2", "f6");
    await wait(page, "polygon own");
    await spans(page, (await notes(page))[0], "b2", "f6", check);
    await rightDrag(page, "h7", "h7");
    await wait(page, "polygon own,circle own");
    await spans(page, (await notes(page))[1], "h7", "h7", check);
    const over = await page.evaluate(() => getComputedStyle(document.querySelector(".notes")).pointerEvents);
    check(over === "none" && await page.$eval(".notes", (layer) => Boolean(layer.closest("[aria-hidden=true]"))), "the drawing takes taps or is read out");
    await page.focus(space("e1"));
    await page.keyboard.press("f");
    await settled(page);
    await spans(page, (await notes(page))[0], "b2", "f6", check);
    await rightDrag(page, "b2", "f6");
    await wait(page, "circle own");
    await rightDrag(page, "a1", "a8");
    await wait(page, "circle own,polygon own");
    await tapSpace(page, "c4");
    await wait(page, "");
    await rightDrag(page, "a1", "a8");
    await wait(page, "polygon own");
    check(sent.length <= 1, `drawing sent ${sent}`);
    for (const at of ["e1", "g1"]) await tapSpace(page, at);
    await wait(page, "");
    // Only on the board the browser's own menu stays away.
    await page.locator("h1").click({ button: "right" });
    const menus = await page.evaluate(() => globalThis.menus);
    check(menus.length > 2 && menus.slice(0, -1).every((is) => is) && !menus.at(-1), `menus were kept away: ${menus}`);
  }));
  for (const [scheme, contrast, forced] of [["light", "no-preference", "none"], ["dark", "no-preference", "none"], ["dark", "no-preference", "active"]]) {
    await test(`what is drawn stands out, ${scheme}${forced === "active" ? ", forced colours" : ""}`, () => body({ colorScheme: scheme, forcedColors: forced, contrast }, async (page) => {
      await positioned(page, url, castling);
      await rightDrag(page, "b2", "f6");
      await wait(page, "polygon own");
      const [stroke, light, dark] = await page.evaluate(() => {
        const luminance = (text) => {
          const numbers = text.match(/[\d.]+(?:e-?\d+)?/g).slice(0, 3).map((n) => (text.startsWith("color(") ? Number(n) : n / 255));
          const [r, g, b] = numbers.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        return [[".notes .own", "stroke"], ["#board-form .sq0", "fill"], ["#board-form .sq1", "fill"]].map(([selector, name]) => luminance(getComputedStyle(document.querySelector(selector))[name].replace("color(srgb ", "color(")));
      });
      const against = [light, dark].map((ground) => (Math.max(stroke, ground) + 0.05) / (Math.min(stroke, ground) + 0.05));
      check(Math.max(...against) >= 3 && Math.min(...against) >= 1.5, `contrast with light and dark squares ${against.map((n) => n.toFixed(2))}`);
      return against.map((n) => n.toFixed(1)).join(" and ");
    }));
  }
  await test("a finger that taps and drags before the pencil is there draws nothing", () => body(phone, async (page) => {
    await positioned(page, url, castling);
    const sent = posts(page);
    let come = () => {};
    const later = new Promise((done) => { come = done; });
    await page.route("**/pencil.js", async (route) => {
      await later;
      await route.continue();
    });
    const session = await page.context().newCDPSession(page);
    const finger = (type, point) => session.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
    await tapSpace(page, "e1", true);
    await page.waitForSelector("#board-form [aria-pressed=true]");
    const [e1, g1] = [await spot(page, space("e1")), await spot(page, space("g1"))];
    await finger("touchStart", e1);
    for (let n = 1; n <= 4; n += 1) await finger("touchMove", { x: e1.x + ((g1.x - e1.x) * n) / 5, y: e1.y });
    await page.waitForTimeout(REST_MS);
    const [script] = await Promise.all([page.waitForResponse("**/pencil.js"), come()]);
    await script.finished();
    await page.waitForTimeout(200);
    check(await kinds(page) === "", `drawn is ${await kinds(page)}`);
    await finger("touchMove", g1);
    await finger("touchEnd");
    await page.waitForFunction(() => document.querySelector("#board-played li")?.textContent.trim() === "O-O", undefined, { timeout: TURN_MS });
    check(await kinds(page) === "" && sent.join() === "moves", `drawn is ${await kinds(page)}, sent ${sent}`);
  }));
  await test("a finger that has rested on a piece drags it", () => body(phone, async (page) => {
    await positioned(page, url, castling);
    const sent = posts(page);
    const session = await page.context().newCDPSession(page);
    const finger = (type, point) => session.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
    const [e1, e2] = [await spot(page, space("e1")), await spot(page, space("e2"))];
    await finger("touchStart", e1);
    await page.waitForTimeout(REST_MS);
    await wait(page, "circle own");
    for (let n = 1; n <= 5; n += 1) await finger("touchMove", { x: e1.x, y: e1.y + ((e2.y - e1.y) * n) / 5 });
    await wait(page, "");
    await finger("touchEnd");
    await page.waitForFunction(() => document.querySelector("#board-played li")?.textContent.trim() === "Ke2", undefined, { timeout: TURN_MS });
    check(await kinds(page) === "" && sent.join() === "moves", `drawn is ${await kinds(page)}, sent ${sent}`);
  }));
  await test("a finger that rests draws a circle, or an arrow where it goes on from a space without a piece to move", () => body(phone, async (page) => {
    await positioned(page, url, castling);
    const sent = posts(page);
    const session = await page.context().newCDPSession(page);
    const finger = (type, point) => session.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
    const isSelected = () => page.locator("#board-form [aria-pressed=true]").count();
    const [e1, d4, d6] = [await spot(page, space("e1")), await spot(page, space("d4")), await spot(page, space("d6"))];
    await finger("touchStart", e1);
    await page.waitForTimeout(REST_MS);
    await wait(page, "circle own");
    await finger("touchEnd");
    await page.waitForTimeout(100);
    check(await kinds(page) === "circle own" && await isSelected() === 0, `after a rest: ${await kinds(page)}, ${await isSelected()} selected`);
    await finger("touchStart", d4);
    await page.waitForTimeout(REST_MS);
    for (let n = 1; n <= 5; n += 1) await finger("touchMove", { x: d4.x, y: d4.y + ((d6.y - d4.y) * n) / 5 });
    await finger("touchEnd");
    await wait(page, "circle own,polygon own");
    await spans(page, (await notes(page))[1], "d4", "d6", check);
    check(await isSelected() === 0 && sent.length === 0, `drawing selected or sent: ${sent}`);
    await finger("touchStart", e1);
    await page.waitForTimeout(REST_MS);
    await finger("touchEnd");
    await wait(page, "polygon own");
    // A short tap is a tap, as ever.
    await tapSpace(page, "e1", true);
    check(await isSelected() === 1, "a tap no longer selects");
  }));
}
