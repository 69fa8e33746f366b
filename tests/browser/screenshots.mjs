// Screenshots of every page in eight views: `npm run screenshots`, with an expression for some pages only.
// They come to lie in out/screenshots/PAGE/VIEW.png, and side by side in out/screenshots/PAGE.png, to be looked at.
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

import { positioned } from "./chess.mjs";
import { begun, start } from "./games.mjs";
import { tapOn, tapSpace } from "./pointer.mjs";
import { PASSWORD, openBrowser, startSite } from "./site.mjs";

const out = fileURLToPath(new URL("out/screenshots/", import.meta.url));
const SIZES = [["desktop", 1280, 800], ["laptop", 1366, 650], ["phone", 390, 844], ["phone-on-its-side", 844, 390]];
const VIEWS = /** @type {const} */ (["light", "dark"]).flatMap((colorScheme) =>
  SIZES.map(([size, width, height]) => ({ name: `${size}-${colorScheme}`, viewport: { width: Number(width), height: Number(height) }, colorScheme })));
/** Height of a picture on the sheet with all eight. */
const SHEET_PX = 520;
/** Motion is over by then, and what the page asks for has come. */
const SETTLED_MS = 450;
/** An analysis of some ten moves is done by then. */
const ANALYSED_MS = 60_000;
const GAMES = ["chess", "checkers", "connect-four", "fanorona", "go", "gomoku", "morabaraba", "nine-mens-morris", "othello", "tic-tac-toe"];

/** Becomes the owner of a new site. */
async function becomeOwner(page, { url, setup }) {
  await page.goto(`${url}${setup}`);
  await page.fill("input[name=name]", "Owner");
  await page.fill("input[name=password]", PASSWORD);
  await Promise.all([page.waitForURL("**/admin"), page.click("form[action='/setup'] button.main")]);
}

/** Plays the match on the page up to ply `most`, or to its end, by the engine's own hints; resolves to the number of plies played. */
const hinted = (page, most) => page.evaluate(async (plies) => {
  const ask = async (/** @type {string} */ path, /** @type {object | undefined} */ body) => (await fetch(path, { method: body ? "POST" : "GET", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: body && JSON.stringify(body) })).json();
  const path = location.pathname;
  for (let view = await ask(path); ; ) {
    if (view.status !== "playing" || (view.moves.length && view.played.length >= plies)) return view.played.length;
    if (view.moves.length) {
      // A server that is busy gives no hint: any legal move will do.
      const { hint = view.moves[0] } = await ask(`${path}/hint`, {});
      await ask(`${path}/moves`, { ply: view.ply, hash: view.hash, path: hint.path });
    }
    view = await ask(path);
  }
}, most);

/** Plies after which a match of the game shows what it is like. */
const MIDDLE = /** @type {Record<string, number>} */ ({ chess: 16, checkers: 24, "connect-four": 6, fanorona: 8, go: 24, gomoku: 16, morabaraba: 26, "nine-mens-morris": 22, othello: 24, "tic-tac-toe": 2 });
/** Positions in which one move wins, for games that take long to win. */
const NEARLY_WON = /** @type {Record<string, [string, string[]]>} */ ({
  chess: ["r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", ["h5", "f7"]],
});

/** Matches of all games, each as far as its name says; resolves to their pages. */
async function matches(page, url) {
  const found = [];
  const keep = (name, more = "") => found.push([name, `${new URL(page.url()).pathname}${more}`]);
  for (const game of GAMES) {
    await start(page, url, game, "1");
    keep(`match-${game}`);
    await start(page, url, game, "1");
    const plies = await hinted(page, MIDDLE[game]);
    keep(`middle-${game}`);
    keep(`back-${game}`, `?ply=${plies - 1}`);
    if (game in NEARLY_WON) await positioned(page, url, NEARLY_WON[game][0]);
    else await start(page, url, game, "1");
    for (const at of NEARLY_WON[game]?.[1] ?? []) await tapSpace(page, at);
    await hinted(page, Infinity);
    keep(`end-${game}`);
  }
  await start(page, url, "chess", "1");
  await hinted(page, 10);
  await page.evaluate((at) => fetch(`${at}/resign`, { method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: "{}" }), new URL(page.url()).pathname);
  keep("lost-chess");
  const lost = new URL(page.url()).pathname;
  await page.evaluate((at) => fetch(`${at}/analysis`, { method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: "{}" }), lost);
  await page.goto(`${url}${lost}?ply=9`);
  await page.waitForSelector("#analysis[data-state=done]", { timeout: ANALYSED_MS });
  keep("analysed-chess", "?ply=9");
  const first = await page.evaluate(async (at) => (await (await fetch(`${at}?from=9&line=`, { headers: { Accept: "application/json" } })).json()).moves[0].path.join(), lost);
  keep("variation-chess", `?from=9&line=${first}`);
  await begun(page, url, "tic-tac-toe", "XOX/XOO/OX. x");
  await tapSpace(page, "c1");
  await page.locator(".result:not([hidden])").waitFor({ state: "attached" });
  keep("drawn-tic-tac-toe");
  return found;
}

/** Takes up the piece that has the most moves; where a move is one tap, the keyboard goes to the board. */
async function takeUp(page) {
  const at = await page.evaluate(() => {
    const { moves } = JSON.parse(document.getElementById("board-view")?.textContent ?? "");
    const counts = new Map();
    for (const { path } of moves) if (path.length > 1) counts.set(path[0], (counts.get(path[0]) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
  });
  if (at) await tapSpace(page, at);
  else {
    await page.focus("#board-form button[tabindex='0']");
    await page.keyboard.press("ArrowRight");
  }
}

/** Asks for a hint, and for the whole of it where it has two steps. */
async function askForHint(page) {
  await tapOn(page, "#board-acts form[data-act=hint] button");
  await page.locator("#board-hint:not([hidden])").waitFor();
  await page.waitForTimeout(SETTLED_MS);
  await tapOn(page, "#board-acts form[data-act=hint] button");
}

/** What comes with a tap on a match that has got to its middle, by the beginning of its name. */
const TAPPED = { "taken-up": takeUp, hint: askForHint };

const path = (page, view) => `${out}${page}/${view.name}.png`;

/** Whatever has a fixed address. */
const FIXED = [
  ...[["home", "/"], ["games", "/play"], ["sign-up", "/signup"], ["log-in", "/login"], ["verify", "/verify"], ["preferences", "/preferences"], ["imprint", "/imprint"], ["privacy", "/privacy"], ["reset", "/account/reset"], ["not-found", "/nothing-here"]].map(([name, at]) => ({ name, at, isOwner: false })),
  ...GAMES.flatMap((game) => [{ name: `new-${game}`, at: `/play/${game}`, isOwner: false }, { name: `rules-${game}`, at: `/rules/${game}`, isOwner: false }]),
  ...[["home-of-a-user", "/"], ["games-of-a-user", "/play"], ["account", "/account"], ["reading-test", "/reading-test"], ["admin", "/admin"], ["admin-users", "/admin/users"],
    ...["assets", "history", "metrics", "bench", "sites"].map((tab) => [`admin-captcha-${tab}`, `/admin/captcha/${tab}`]), ["admin-captcha", "/admin/captcha"], ["admin-look", "/admin/look"], ["admin-look-history", "/admin/look/history"]].map(([name, at]) => ({ name, at, isOwner: true })),
];

/** The owner's texts, for the pages that show them. */
async function ownersTexts(page, url) {
  await page.goto(`${url}/admin/look`);
  await page.fill("#f-imprint", "The Harbour Board Games Club\n1 Quay Street\n\nWrite to us: https://club.example/contact");
  await page.fill("#f-privacy", "We keep your name and your matches.");
  await Promise.all([page.waitForURL("**/admin/look?saved=1"), page.click("button[value=save]")]);
}

/** The address of the captcha's frame for a site that the owner adds. */
async function frameAddress(page, url) {
  await page.goto(`${url}/admin/captcha/sites`);
  await page.fill("#f-name", "Forum");
  await page.fill("#f-origins", "https://forum.example");
  await page.click("button[value=add]");
  return `/captcha/frame?site=${await page.textContent("#site-key")}`;
}

/** Opens a page in each view and takes its picture, as high as the page is. */
async function shoot(browser, name, storageState, open) {
  mkdirSync(`${out}${name}`, { recursive: true });
  for (const view of VIEWS) {
    const context = await browser.newContext({ viewport: view.viewport, colorScheme: view.colorScheme, hasTouch: view.viewport.width < 900, reducedMotion: "reduce", storageState });
    const page = await context.newPage();
    await open(page);
    await page.waitForTimeout(SETTLED_MS);
    await page.screenshot({ path: path(name, view), fullPage: true });
    await context.close();
  }
}

/** The eight pictures of a page on one sheet. */
async function sheet(browser, name) {
  const page = await browser.newPage({ viewport: { width: 2000, height: 800 } });
  mkdirSync(out, { recursive: true });
  await page.goto(pathToFileURL(out).href);
  await page.setContent(`<body style="margin:8px;background:#777;font:14px sans-serif;display:flex;flex-wrap:wrap;gap:8px">${VIEWS.map((view) =>
    `<figure style="margin:0"><figcaption>${view.name}</figcaption><img style="max-height:${SHEET_PX}px;max-width:${SHEET_PX * 1.6}px" src="${pathToFileURL(path(name, view)).href}"></figure>`).join("")}`);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${out}${name}.png`, fullPage: true });
  await page.close();
}

const wanted = new RegExp(process.argv[2] ?? "");
const site = await startSite({ ROOKERY__ACCESS__GUESTS: "open" });
let closed;
let browser;
try {
  // One that is not set up yet, and closed to strangers.
  closed = await startSite({ ROOKERY__ACCESS__SIGNUP: "closed" });
  rmSync(out, { recursive: true, force: true });
  browser = await openBrowser();
  const owner = await browser.newContext({ reducedMotion: "reduce" });
  const page = await owner.newPage();
  await becomeOwner(page, site);
  await ownersTexts(page, site.url);
  const frame = await frameAddress(page, site.url);
  const played = await matches(page, site.url);
  const state = await owner.storageState();
  await owner.close();
  const open = (address) => (tab) => tab.goto(address);
  const pages = [
    { name: "setup", state: undefined, open: open(`${closed.url}${closed.setup}`) },
    { name: "sign-up-closed", state: undefined, open: open(`${closed.url}/signup`) },
    { name: "captcha-frame", state: undefined, open: open(`${site.url}${frame}`) },
    ...FIXED.map(({ name, at, isOwner }) => ({ name, state: isOwner ? state : undefined, open: open(`${site.url}${at}`) })),
    ...played.map(([name, at]) => ({ name, state, open: open(`${site.url}${at}`) })),
    ...Object.entries(TAPPED).flatMap(([what, act]) => played.filter(([name]) => name.startsWith("middle-")).map(([name, at]) => ({ name: name.replace("middle", what), state, open: async (tab) => { await tab.goto(`${site.url}${at}`); await act(tab); } }))),
  ].filter(({ name }) => wanted.test(name));
  for (const each of pages) {
    await shoot(browser, each.name, each.state, each.open);
    await sheet(browser, each.name);
    console.log(`${out}${each.name}.png`);
  }
} finally {
  await browser?.close();
  await site.stop();
  await closed?.stop();
}
