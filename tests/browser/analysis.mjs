// The analysis of a lost match: asked for and looked through by mouse, by keys and without scripts; the better move on the board, three
// lines, a match that begins from there; and how it stands in windows and colours.

import { begun, start } from "./games.mjs";
import { settled, tapOn, tapSpace } from "./pointer.mjs";
import { countShifts, everyQuarter, fewShifts } from "./window.mjs";

const TURN_MS = 5000;
const SEARCH_MS = 60_000;
const LOADS = 150;
/** The fool's mate before White's second move: the pawn on g2 must stay. */
const FOOLISH = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
const SIZES = [[1280, 720], [1024, 768], [390, 844], [844, 390], [320, 640]];
const COLOURS = /** @type {const} */ ([["light", {}], ["dark", { colorScheme: "dark" }], ["forced colours", { forcedColors: "active" }]]);
const done = (page) => page.waitForSelector("#analysis[data-state=done]", { timeout: SEARCH_MS });

/** Plays the foolish move, waits for the reply, and gives up. Resolves to the address of the match. */
async function lost(page, url, hasTouch = false) {
  await begun(page, url, "chess", FOOLISH);
  await tapSpace(page, "g2", hasTouch);
  await tapSpace(page, "g4", hasTouch);
  await page.waitForFunction(() => document.querySelectorAll("#board-played li").length > 1 || !document.querySelector(".result").hidden, undefined, { timeout: TURN_MS });
  if (await page.locator(".result").isHidden()) {
    const address = new URL(page.url()).pathname;
    await page.evaluate((path) => fetch(`${path}/resign`, { method: "POST", headers: { Accept: "application/json" } }), address);
    await page.goto(url + address);
  }
  // Right after the end, what goes to another place is out of sight for a moment.
  await page.waitForFunction(() => document.querySelector(".acts")?.getAnimations({ subtree: true }).every(({ playState }) => playState !== "running"));
  return new URL(page.url()).pathname;
}

/** A lost match that has been analysed, on its page. */
async function analysed(page, url, hasTouch = false) {
  const address = await lost(page, url, hasTouch);
  await Promise.all([page.waitForEvent("load"), page.click(".analyse button")]);
  await done(page);
  return address;
}

/** Waits until these moves are the variation on the board. */
const tried = (page, moves) => page.waitForFunction((text) => document.querySelector("#analysis-tried")?.textContent === text, moves, { timeout: TURN_MS });
/** What the page says about the move on the board. */
const remark = (page) => page.innerText("#analysis-remark");

/** The tests, with what run.mjs lends them. */
export async function analysis({ test, check, visit, passCaptcha, noSidewaysScroll, violations, url, phone }) {
  await test("a lost match is analysed by mouse", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await lost(page, url);
    await tapOn(page, ".analyse button");
    await done(page);
    await countShifts(page);
    await page.reload();
    await settled(page);
    check((await page.innerText("#board-played li:first-child .given")).startsWith("??"), "the foolish move is not marked");
    check(await page.locator("#analysis-graph a").count() === await page.locator("#board-played li").count() + 1, "the graph lacks positions");
    await tapOn(page, "#analysis-graph a[data-ply='1']");
    await page.waitForFunction(() => document.querySelector("#analysis-remark")?.textContent?.includes("Blunder. Better was"), undefined, { timeout: TURN_MS });
    await page.waitForSelector(".notes .hint", { state: "attached", timeout: TURN_MS });
    check((await page.innerText("#analysis-value")).includes("A win for Black in one move"), await page.innerText("#analysis-value"));
    check(await page.isVisible("#analysis-exact"), "a forced mate is not called exact");
    const dark = await page.$eval("#analysis-bar .up", (bar) => bar.getAttribute("height"));
    check(dark === "0", `White's share of the bar is ${dark}`);
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => document.querySelector("#analysis-remark")?.textContent === "" && !document.querySelector(".notes .hint"), undefined, { timeout: TURN_MS });
    await tapOn(page, "#analysis-more button");
    await page.waitForFunction(() => document.querySelectorAll("#analysis-lines li").length === 3, undefined, { timeout: SEARCH_MS });
    check(await page.locator("#analysis-more").evaluate((form) => getComputedStyle(form).visibility === "hidden"), "the three lines are asked for again");
    // A move of a line leads to its position, without a page load.
    await page.evaluate(() => { document.body.dataset.kept = ""; });
    await tapOn(page, "#analysis-lines li:nth-child(2) a:nth-child(2)");
    await page.waitForFunction(() => new URLSearchParams(location.search).get("line")?.split(" ").length === 2, undefined, { timeout: TURN_MS });
    await page.waitForFunction(() => document.querySelector("#analysis-tried")?.textContent?.split(" ").length === 2, undefined, { timeout: SEARCH_MS });
    for (const moves of [1, 0]) {
      await page.keyboard.press("ArrowLeft");
      await page.waitForFunction((count) => (new URLSearchParams(location.search).get("line") ?? "").split(" ").filter((move) => move).length === count, moves, { timeout: TURN_MS });
    }
    await page.waitForFunction(() => document.querySelectorAll("#analysis-lines li").length === 3, undefined, { timeout: TURN_MS });
    check(await page.evaluate(() => document.body.dataset.kept === ""), "a line loads a page");
    const met = await everyQuarter(page);
    check(!met.length, met.slice(0, 3).join("; "));
    const moved = await fewShifts(page);
    await Promise.all([page.waitForURL((address) => !address.search && address.hash === ""), tapOn(page, "#analysis-play button")]);
    check(await page.locator(".result").isHidden() && await page.locator("button[data-at=f3]").getAttribute("aria-label").then((label) => label.includes("white pawn")), "the new match begins elsewhere");
    return moved;
  }));
  await test("a match from an analysed position begins from the one on the board", () => visit({}, async (page, noise) => {
    await passCaptcha(page, url);
    const address = await analysed(page, url);
    // The page of a finished analysis may be seen before its scripts run.
    await page.goto(url + address);
    await page.waitForLoadState("networkidle");
    const last = await page.locator("#board-played li").count();
    const told = (ply) => (asked) => asked.pathname === `${address}/analysis` && asked.search === `?ply=${ply}`;
    // What is known of the position does not come.
    await page.route(told(last - 1), () => undefined);
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((ply) => location.search === `?ply=${ply}`, last - 1, { timeout: TURN_MS });
    const position = await page.evaluate(async ([path, ply]) => (await (await fetch(`${path}?ply=${ply}`, { headers: { Accept: "application/json" } })).json()).position, [address, last - 1]);
    const start = await page.inputValue("#analysis-play input[name=start]");
    check(start === position, `the match would begin from ${start}, the board shows ${position}`);
    await page.waitForFunction(() => document.getElementById("analysis-value").textContent === "", undefined, { timeout: TURN_MS });
    // It fails.
    const busy = "The server is busy right now.";
    await page.route(told(last - 2), (route) => route.fulfill({ status: 503, json: { error: { code: "busy", say: busy } } }));
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((text) => document.getElementById("board-refusal").textContent === text, busy, { timeout: TURN_MS });
    noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("503")));
  }));
  await test("where the script of an analysis does not come each step loads its page", () => visit({}, async (page, noise) => {
    await passCaptcha(page, url);
    const address = await analysed(page, url);
    await page.route(/\/analysis\.js/, (route) => route.abort());
    await page.goto(url + address);
    const before = String(await page.locator("#board-played li").count() - 1);
    await page.waitForLoadState("networkidle");
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((ply) => document.getElementById("analysis-remark")?.dataset.ply === ply, before, { timeout: TURN_MS });
    // A move that is tried is not lost.
    await page.goto(`${url}${address}?ply=0`);
    await page.waitForLoadState("networkidle");
    for (const at of ["g1", "h3"]) await tapSpace(page, at);
    await tried(page, "Nh3");
    check(new URL(page.url()).search === "?from=0&line=g1%2Ch3", page.url());
    noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("ERR_FAILED")));
  }));
  await test("a lost match is analysed by keys", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await lost(page, url);
    await page.keyboard.press("ArrowLeft");
    await page.waitForURL(/\?ply=/);
    const { search } = new URL(page.url());
    await page.focus(".analyse button");
    await page.keyboard.press("Enter");
    await done(page);
    check(new URL(page.url()).search === search, `the analysis begins at ${page.url()} and not at ${search}`);
    await page.focus("#board-played");
    // The first stop of the graph is its marked move.
    for (let n = 0; n < 40 && !await page.evaluate(() => document.activeElement?.closest("#analysis-graph")); n += 1) await page.keyboard.press("Tab");
    check(await page.evaluate(() => document.activeElement?.getAttribute("data-ply")) === "1", "the keyboard does not come to the marked move");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#analysis-remark")?.textContent?.includes("Better was"), undefined, { timeout: TURN_MS });
    await page.focus("#analysis-more button");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelectorAll("#analysis-lines li").length === 3, undefined, { timeout: SEARCH_MS }).catch(async () => { throw new Error(await page.innerText("#analysis")); });
  }));
  await test("a lost match is analysed without scripts", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    const address = await lost(page, url);
    const state = await page.context().storageState();
    return visit({ javaScriptEnabled: false, storageState: state }, async (plain) => {
      await plain.goto(url + address);
      await plain.click(".analyse button");
      // The page would load again by itself; here nobody waits for it.
      for (let n = 0; n < LOADS && await plain.locator("#analysis[data-state=running]").count(); n += 1) {
        check(await plain.locator("noscript meta[http-equiv=refresh], meta[http-equiv=refresh]").count() === 1, "the page does not load again by itself");
        await plain.waitForTimeout(300);
        await plain.goto(url + address);
      }
      await plain.click("#analysis-graph a[data-ply='1']");
      check((await remark(plain)).includes("Blunder. Better was"), await remark(plain));
      await plain.click("#analysis-more button");
      check(await plain.locator("#analysis-lines li").count() === 3, "there are not three lines");
      check(new URL(plain.url()).search === "?ply=1", plain.url());
      await Promise.all([plain.waitForURL((address) => address.searchParams.get("line")?.split(" ").length === 2), plain.click("#analysis-lines li:nth-child(2) a:nth-child(2)")]);
      check((await plain.innerText("#analysis-tried")).split(" ").length === 2, "the moves of a line lead elsewhere");
      await plain.goBack();
      await plain.click(".as-table summary");
      check(await plain.locator(".as-table tbody tr").count() > 2, "the table lacks positions");
      await plain.click("#analysis-play button");
      await plain.waitForURL((at) => at.pathname !== address);
    });
  }));
  for (const [how, options] of /** @type {[string, any][]} */ ([["mouse", {}], ["finger", phone]])) {
    await test(`a variation is tried by ${how}, and left again`, () => visit({ ...options }, async (page) => {
      const hasTouch = how === "finger";
      await passCaptcha(page, url);
      const address = await analysed(page, url, hasTouch);
      await countShifts(page);
      await page.goto(`${url}${address}?ply=0`);
      await settled(page);
      check((await page.innerText("#analysis-try")).includes("try a variation"), "the page does not say that moves may be tried");
      for (const [at, to, moves] of [["g1", "h3", "Nh3"], ["d8", "h4", "Nh3 Qh4+"]]) {
        await tapSpace(page, at, hasTouch);
        await tapSpace(page, to, hasTouch);
        await tried(page, moves);
        // Black's queen gives check, and White has few ways out.
        await page.waitForFunction(() => document.querySelectorAll("#analysis-lines li").length > 0 && document.querySelector("#analysis-value")?.textContent?.match(/even|better|winning|wins/), undefined, { timeout: SEARCH_MS });
      }
      check(await page.innerText("#board-status") === "Variation: White to move.", await page.innerText("#board-status"));
      check((await page.title()).startsWith("Chess"), await page.title());
      check(await page.locator("#board-played li [aria-current]").count() === 0, "a move of the match is marked as shown");
      const moved = await fewShifts(page);
      await page.reload();
      await settled(page);
      await tried(page, "Nh3 Qh4+");
      await tapOn(page, "[data-step=back]", hasTouch);
      await tried(page, "Nh3");
      check(await page.locator("button[data-at=d8]").getAttribute("aria-label").then((label) => label.includes("black queen")), "the queen is not back");
      // Played again, it has its address again.
      await tapSpace(page, "d8", hasTouch);
      await tapSpace(page, "h4", hasTouch);
      await page.waitForFunction(() => location.search === "?from=0&line=g1%2Ch3+d8%2Ch4", undefined, { timeout: TURN_MS });
      await tapOn(page, "#analysis-variation a", hasTouch);
      await page.waitForFunction(() => document.querySelector("#analysis-variation")?.hasAttribute("hidden") && location.search === "?ply=0", undefined, { timeout: TURN_MS });
      check(await page.locator("button[data-at=g1]").getAttribute("aria-label").then((label) => label.includes("white knight")), "the knight is not back");
      return moved;
    }));
  }
  await test("lines that are refused, or do not arrive, are told of on the page", () => visit({}, async (page, noise) => {
    await passCaptcha(page, url);
    const address = await analysed(page, url);
    await page.goto(`${url}${address}?ply=0`);
    await settled(page);
    await page.evaluate(() => { document.body.dataset.kept = ""; });
    const told = async (words) => {
      await page.waitForFunction((text) => document.getElementById("board-refusal").textContent.startsWith(text), words, { timeout: TURN_MS });
      check(await page.isVisible("#board-refusal"), `"${words}" is not seen`);
      check(await page.evaluate(() => document.body.dataset.kept === ""), `"${words}" loads a page`);
    };
    await page.context().setOffline(true);
    await tapOn(page, "#analysis-more button");
    await told("The server cannot be reached.");
    await page.context().setOffline(false);
    await page.locator("#board-refusal").waitFor({ state: "hidden", timeout: TURN_MS });
    await page.route("**/lines", (route) => route.fulfill({ status: 503, json: { error: { code: "busy", say: "The server is busy right now." } } }));
    await tapOn(page, "#analysis-more button");
    await told("The server is busy right now.");
    await page.unroute("**/lines");
    // A refusal comes with the view of the match.
    const view = await page.evaluate(() => JSON.parse(document.getElementById("board-view").textContent));
    await page.route("**/lines", (route) => route.fulfill({ status: 422, json: { ...view, error: { code: "refused", say: "Not now." } } }));
    for (const at of ["g1", "h3"]) await tapSpace(page, at);
    await told("Not now.");
    check(await page.isVisible("#analysis-more button") && await page.locator("#analysis-lines[aria-busy]").count() === 0, "the page waits for lines that do not come");
    noise.splice(0, noise.length, ...noise.filter((line) => !/ERR_INTERNET_DISCONNECTED|503|422/.test(line)));
  }));
  await test("a variation is tried without scripts", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    const address = await analysed(page, url);
    const state = await page.context().storageState();
    return visit({ javaScriptEnabled: false, storageState: state }, async (plain) => {
      await plain.goto(`${url}${address}?ply=0`);
      for (const at of ["g1", "h3", "d8", "h4"]) await plain.click(`button[data-at=${at}]`);
      check(await plain.innerText("#analysis-tried") === "Nh3 Qh4+", await plain.innerText("#analysis"));
      check(await plain.innerText("#board-status") === "Variation: White to move.", await plain.innerText("#board-status"));
      await plain.click("#analysis-more button");
      check(await plain.locator("#analysis-lines li").count() > 0 && (await plain.innerText("#analysis-value")).length > 0, "the engine has not looked at the variation");
      // The page is the answer to a form, and its links lead to the match.
      await plain.click("[data-step=back]");
      check(await plain.innerText("#analysis-tried") === "Nh3", await plain.innerText("#analysis"));
      await plain.click("#analysis-variation a");
      check(new URL(plain.url()).search === "?ply=0", plain.url());
    });
  }));
  for (const [name, more] of COLOURS) {
    await test(`an analysis in ${name} keeps the rules`, () => visit({ ...more }, async (page) => {
      await passCaptcha(page, url);
      const address = await analysed(page, url);
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.goto(`${url}${address}?ply=1`);
        await page.waitForSelector(".notes .hint", { state: "attached" });
        await noSidewaysScroll(page);
        if (width > 320) {
          const met = await everyQuarter(page);
          check(!met.length, `at ${width} by ${height}: ${met.slice(0, 3).join("; ")}`);
        }
        await violations(page);
      }
    }));
  }
  await test("an analysis on a phone", () => visit(phone, async (page) => {
    await passCaptcha(page, url);
    await analysed(page, url, true);
    await tapOn(page, "#analysis-graph a[data-ply='1']", { hasTouch: true });
    await page.waitForFunction(() => document.querySelector("#analysis-remark")?.textContent?.includes("Better was"), undefined, { timeout: TURN_MS });
    await page.evaluate(() => scrollTo(0, 0));
    const bar = await page.locator("#analysis-bar").boundingBox();
    const board = await page.locator(".table .box").boundingBox();
    check(bar.y >= board.y + board.height - 1 && bar.height < 8, "the bar does not lie under the board");
  }));
  await test("a pass that can be tried covers no step, and the board keeps its size", () => visit(phone, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "go", "1");
    // The reply may stand on one of two points.
    for (const [n, points] of [["e5"], ["c3", "g7"]].entries()) {
      const free = await page.evaluate((ids) => ids.find((id) => document.querySelector(`button[data-at=${id}]:not([aria-disabled=true])`)), points);
      await tapSpace(page, free, true);
      await page.waitForFunction((plies) => document.querySelectorAll("#board-played li").length === plies && document.getElementById("board-status").classList.contains("mine"), 2 * n + 2, { timeout: TURN_MS });
    }
    await page.evaluate(async () => { await fetch(`${location.pathname}/resign`, { method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: "{}" }); });
    await page.reload();
    await Promise.all([page.waitForEvent("load"), page.click(".analyse button")]);
    await done(page);
    const width = () => page.$eval(".table .box", (box) => box.getBoundingClientRect().width);
    const [before, ply] = [await width(), () => page.evaluate(() => new URLSearchParams(location.search).get("from") ?? new URLSearchParams(location.search).get("ply"))];
    for (const [step, at] of [["back", "3"], ["back", "2"], ["forward", "3"]]) {
      await page.waitForSelector("#board-choices button", { timeout: TURN_MS });
      await tapOn(page, `.steps [data-step=${step}]`, { hasTouch: true });
      await page.waitForFunction((to) => document.querySelectorAll("#board-played li")[to - 1]?.querySelector("[aria-current]"), Number(at), { timeout: TURN_MS });
      check(await width() === before, `the board is ${await width()} px wide after a step ${step}, and ${before} before it`);
    }
    check(await ply() === "3", `the address is that of ply ${await ply()}`);
  }));
}
