// The home page's match: its discs fall into place, one tap or key goes on with it, and what was left is linked above it.
import { startsOne } from "./new-match.mjs";
import { space, spot, tapSpace } from "./pointer.mjs";
import { countShifts } from "./window.mjs";

const DISCS = "#board .pieces use";
/** The last disc lies by then. */
const PLAYED_MS = 3600;
const SHIFT = 0.01;

function check(condition, words) {
  if (!condition) throw new Error(words);
}

/** How many discs are in the rack now: those above it have not fallen yet. */
const fallen = (page) => page.evaluate((discs) => {
  const top = document.querySelector("#board .box").getBoundingClientRect().top;
  return [...document.querySelectorAll(discs)].filter((disc) => disc.getBoundingClientRect().bottom > top).length;
}, DISCS);

async function begins(page, tap) {
  await Promise.all([page.waitForURL("**/games/*"), tap()]);
  const played = page.locator("#board-played li");
  await page.waitForFunction(() => document.querySelectorAll("#board-played li").length >= 8, undefined, { timeout: 8000 });
  const notation = await played.allInnerTexts();
  check(notation.slice(0, 7).join(" ") === "d c d e e d d", `the match began with ${notation.join(" ")}`);
  return notation.join(" ");
}

export async function plays(page, url, axe) {
  await countShifts(page);
  await page.goto(url);
  const seen = [];
  for (const end = Date.now() + PLAYED_MS; Date.now() < end;) {
    seen.push(await fallen(page));
    await page.waitForTimeout(60);
  }
  check(seen[0] < 6, "all discs are there at once");
  check(seen.every((count, i) => !i || count >= seen[i - 1]), `discs come and go: ${seen.join(" ")}`);
  check(seen.at(-1) === 6, `${seen.at(-1)} discs have fallen`);
  const shifts = await page.evaluate(() => globalThis.shifts.reduce((sum, { value }) => sum + value, 0));
  check(shifts <= SHIFT, `what is seen has moved by ${shifts}`);
  await page.evaluate(axe);
  const found = await page.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`));
  check(!found.length, found.join("; "));
  return begins(page, () => tapSpace(page, "d5"));
}

export async function stands(page, url) {
  await page.goto(url);
  check(await fallen(page) === 6, "a disc is not in its place");
  check((await page.locator("#board-status").innerText()) === "Your turn.", "it is not said whose turn it is");
  if (await page.evaluate(() => matchMedia("(scripting: enabled)").matches)) return "";
  await Promise.all([page.waitForURL("**/games/*"), tapSpace(page, "d5")]);
  check(await page.locator("#board-played li").count() >= 7, "the match has not begun");
  return "";
}

export async function taps(page, url) {
  await page.goto(url);
  return begins(page, () => tapSpace(page, "d1"));
}

export async function tappedTwice(page, url) {
  await page.goto(url);
  const { x, y } = await spot(page, space("d5"));
  await startsOne(page, url, () => page.mouse.dblclick(x, y));
}

export async function byKeys(page, url) {
  await page.goto(url);
  const here = () => page.evaluate(() => document.activeElement?.getAttribute("data-at"));
  for (let n = 0; n < 20 && !(await here()); n++) await page.keyboard.press("Tab");
  for (let n = 0; n < 7 && (await here())[0] !== "d"; n++) await page.keyboard.press((await here())[0] < "d" ? "ArrowRight" : "ArrowLeft");
  await page.keyboard.press("b");
  // What reads the position aloud is loaded with the first such key.
  await page.waitForFunction(() => document.getElementById("board-live").textContent.includes("d1"), undefined, { timeout: 5000 });
  return begins(page, () => page.keyboard.press("Enter"));
}

export async function linksWhatWasLeft(page, url, axe) {
  await page.goto(url);
  check(!(await page.locator(".unfinished").count()), "somebody who has not played has left a match");
  await begins(page, () => tapSpace(page, "d1"));
  const game = page.url();
  for (const path of ["/", "/play"]) {
    await page.goto(url + path);
    const link = page.locator(".unfinished a");
    const words = (await link.innerText()).replace(/\s+/g, " ");
    check(words === "Connect Four against Casual", words);
    check(await page.locator(".unfinished .pieces use").count() === 8, "the board is not as it stands");
    check((await page.locator(".unfinished li").innerText()).includes("Your turn."), "it is not said whose turn it is");
    await page.evaluate(axe);
    const found = await page.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`));
    check(!found.length, found.join("; "));
  }
  await Promise.all([page.waitForURL(game), page.locator(".unfinished a").click()]);
}
