// A game of another crate on the site (examples/outside-game): listed, explained, drawn with its own piece and colours, played to
// its end by mouse and without scripts.
// ROOKERY_BIN names that program.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { byMouse, random, start, withoutScripts } from "./games.mjs";
import { picturesOfMatch } from "./pictures.mjs";
import { answerCaptcha, openBrowser, startSite } from "./site.mjs";

const GAME = "breakthrough";
const out = fileURLToPath(new URL("out/", import.meta.url));

async function play(browser, url, how, javaScriptEnabled, player) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", javaScriptEnabled });
  const page = await context.newPage();
  const noise = [];
  page.on("console", (message) => { if (["error", "warning"].includes(message.type())) noise.push(message.text()); });
  page.on("pageerror", (error) => noise.push(error.message));
  await page.goto(`${url}/verify?next=/play`);
  await answerCaptcha(page);
  await Promise.all([page.waitForURL(`${url}/play`), page.click("form[action='/verify'] button.main")]);
  await page.screenshot({ path: `${out}outside-list.png`, fullPage: true });
  await page.click(`a[href='/play/${GAME}']`);
  await page.goto(`${url}/rules/${GAME}`);
  const rules = await page.locator("article").innerText();
  if (!rules.includes("far row")) throw new Error("the rules page does not have the game's words");
  await start(page, url, GAME, "2");
  const drawn = await page.evaluate(() => {
    const piece = document.querySelector("#board use[href='#p-chevron']");
    const { backgroundColor } = getComputedStyle(document.querySelector("#board .art"));
    return { ground: backgroundColor, width: piece?.getBoundingClientRect().width ?? 0 };
  });
  // Slate on a light page, from the game's own sheet.
  if (drawn.ground !== "rgb(226, 235, 242)") throw new Error(`the board is ${drawn.ground}`);
  if (drawn.width < 10) throw new Error("the game's own piece is not drawn");
  const taps = await player(page, random(7));
  const end = await page.locator("#board-status").textContent();
  if (!/wins\./.test(end)) throw new Error(`the end is told as "${end}"`);
  await page.screenshot({ path: `${out}outside-${how}.png`, fullPage: true });
  // The pictures are measured by the page itself, which takes scripts.
  if (javaScriptEnabled) await picturesOfMatch(page);
  if (noise.length) throw new Error(noise.join("\n"));
  await context.close();
  console.log(`ok    ${GAME} ${how}: ${taps} taps, ${end}`);
}

mkdirSync(out, { recursive: true });
const browser = await openBrowser();
const site = await startSite();
try {
  await play(browser, site.url, "mouse", true, byMouse);
  await play(browser, site.url, "forms", false, withoutScripts);
} finally {
  await browser.close();
  await site.stop();
}
