// Screenshots of every page in eight views: `npm run screenshots`, with an expression for some pages only.
// They come to lie in out/screenshots/PAGE/VIEW.png, and side by side in out/screenshots/PAGE.png, to be looked at.
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

import { castling, positioned } from "./chess.mjs";
import { begun, byMouse, random, start } from "./games.mjs";
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
const GAMES = ["chess", "connect-four", "morabaraba", "othello", "tic-tac-toe"];

/** Becomes the owner of a new site. */
async function becomeOwner(page, { url, setup }) {
  await page.goto(`${url}${setup}`);
  await page.fill("input[name=name]", "Owner");
  await page.fill("input[name=password]", PASSWORD);
  await Promise.all([page.waitForURL("**/admin"), page.click("form[action='/setup'] button.main")]);
}

/** Matches of all games, each as far as its name says; resolves to their pages. */
async function matches(page, url) {
  const found = [];
  const keep = (name) => found.push([name, new URL(page.url()).pathname]);
  for (const game of GAMES) {
    await start(page, url, game, "1");
    keep(`match-${game}`);
  }
  for (const [game, seed] of /** @type {const} */ ([["connect-four", 4], ["tic-tac-toe", 2]])) {
    await start(page, url, game, "1");
    await byMouse(page, random(seed));
    keep(`end-${game}`);
  }
  await positioned(page, url, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  await tapSpace(page, "a1");
  await tapSpace(page, "a8");
  await page.locator(".result:not([hidden])").waitFor({ state: "attached" });
  keep("end-chess");
  await begun(page, url, "othello", `${"O".repeat(62)}X- X`);
  keep("end-othello");
  return found;
}

/** Matches that show what comes with a tap: a piece taken up, a hint. They are opened anew for every view. */
const TAPPED = /** @type {[string, (page: import("playwright-core").Page, url: string) => Promise<unknown>][]} */ ([
  ["taken-up-chess", async (page, url) => { await positioned(page, url, castling); await tapSpace(page, "e1"); }],
  ["hint-chess", async (page, url) => {
    await start(page, url, "chess", "1");
    await tapOn(page, "#board-acts form[data-act=hint] button");
    await page.waitForTimeout(SETTLED_MS);
    await tapOn(page, "#board-acts form[data-act=hint] button");
  }],
]);

const path = (page, view) => `${out}${page}/${view.name}.png`;

/** Whatever has a fixed address. */
const FIXED = [
  ...[["home", "/"], ["games", "/play"], ["sign-up", "/signup"], ["log-in", "/login"], ["verify", "/verify"], ["reset", "/account/reset"], ["not-found", "/nothing-here"]].map(([name, at]) => ({ name, at, isOwner: false })),
  ...GAMES.flatMap((game) => [{ name: `new-${game}`, at: `/play/${game}`, isOwner: false }, { name: `rules-${game}`, at: `/rules/${game}`, isOwner: false }]),
  ...[["home-of-a-user", "/"], ["games-of-a-user", "/play"], ["account", "/account"], ["reading-test", "/reading-test"], ["admin", "/admin"], ["admin-users", "/admin/users"],
    ...["assets", "history", "metrics", "bench", "sites"].map((tab) => [`admin-captcha-${tab}`, `/admin/captcha/${tab}`]), ["admin-captcha", "/admin/captcha"]].map(([name, at]) => ({ name, at, isOwner: true })),
];

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
let browser;
try {
  rmSync(out, { recursive: true, force: true });
  browser = await openBrowser();
  const owner = await browser.newContext({ reducedMotion: "reduce" });
  const page = await owner.newPage();
  await becomeOwner(page, site);
  const played = await matches(page, site.url);
  const state = await owner.storageState();
  await owner.close();
  const pages = [
    ...FIXED.map(({ name, at, isOwner }) => ({ name, state: isOwner ? state : undefined, open: (tab) => tab.goto(`${site.url}${at}`) })),
    ...played.map(([name, at]) => ({ name, state, open: (tab) => tab.goto(`${site.url}${at}`) })),
    ...TAPPED.map(([name, open]) => ({ name, state, open: (tab) => open(tab, site.url) })),
  ].filter(({ name }) => wanted.test(name));
  for (const each of pages) {
    await shoot(browser, each.name, each.state, each.open);
    await sheet(browser, each.name);
    console.log(`${out}${each.name}.png`);
  }
} finally {
  await browser?.close();
  await site.stop();
}
