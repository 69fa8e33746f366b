// Chess on the page: castling by two steps and onto the rook, a choice of promotions, check, a claim and the file of the game;
// by mouse, by keys alone and without scripts.

import { walkTo } from "./games.mjs";

const START = "4k3/P6p/8/8/8/8/8/R3K2R w KQ - 0 1";
const TURN_MS = 20_000;

/** Starts a game from a position by the form of its page. */
async function begin(page, url, position) {
  await page.goto(`${url}/play/chess`);
  await page.locator("input[name=level][value='1']").check({ force: true });
  await page.locator("input[name=side][value='0']").check({ force: true });
  await page.locator("details:has(#f-start) summary").click();
  await page.fill("#f-start", position);
  await Promise.all([page.waitForURL("**/games/*"), page.locator("form[action='/games'] button.main").click()]);
}

const figures = (page) => page.$$eval("svg.art .pieces use", (uses) => uses.filter((use) => use.dataset.p)
  .map((use) => `${use.classList[0]} ${use.getAttribute("href")} ${Number(use.getAttribute("x")) / 100} ${7 - Number(use.getAttribute("y")) / 100}`));

/** Waits for the reply after so many plies, without scripts by asking again. */
async function reply(page, plies, hasScripts) {
  const until = Date.now() + TURN_MS;
  for (;;) {
    if (!hasScripts) await page.reload();
    const [count, isMine] = await page.evaluate(() => [document.querySelectorAll("#board-played li").length, document.getElementById("board-status").classList.contains("mine")]);
    if (count === plies && isMine) return;
    if (Date.now() > until) throw new Error(`no reply: ${count} plies`);
    await page.waitForTimeout(60);
  }
}

/** Castles, promotes to a knight (or a queen by keys, the first choice), and looks at the board. */
async function castleAndPromote(page, url, ways) {
  await begin(page, url, START);
  await ways.tap("e1");
  const rook = await page.getAttribute("button[data-at=h1]", "class");
  if (!rook.includes("can")) throw new Error(`the rook to castle with is not marked: ${rook}`);
  await ways.tap(ways.castleTo);
  await reply(page, 2, ways.hasScripts);
  const castled = await figures(page);
  for (const man of ["light #p-king 6 0", "light #p-rook 5 0"]) if (!castled.includes(man)) throw new Error(`${man} is missing: ${castled}`);
  await ways.tap("a7");
  await ways.tap("a8");
  const choices = await page.$$eval("#board-choices button", (buttons) => buttons.map((button) => `${button.textContent.trim()} ${button.querySelector("use")?.getAttribute("href")}`));
  if (choices.join() !== "queen #p-queen,rook #p-rook,bishop #p-bishop,knight #p-knight") throw new Error(`the choices are ${choices}`);
  await ways.choose("=N");
  await reply(page, 4, ways.hasScripts);
  const promoted = await figures(page);
  if (!promoted.includes("light #p-knight 0 7")) throw new Error(`no knight on a8: ${promoted}`);
  const moves = await page.$$eval("#board-played li", (items) => items.map((item) => item.textContent.trim()));
  if (moves[0] !== "O-O" || moves[2] !== "a8=N") throw new Error(`the moves are ${moves}`);
  return moves.join(" ");
}

export const chessByMouse = (page, url) => castleAndPromote(page, url, {
  hasScripts: true, castleTo: "h1",
  tap: (at) => page.click(`#board-form button[data-at=${at}]`),
  choose: (token) => page.click(`#board-choices button[value="${token}"]`),
});

export const chessByKeys = (page, url) => castleAndPromote(page, url, {
  hasScripts: true, castleTo: "g1",
  tap: async (at) => { await walkTo(page, at); await page.keyboard.press("Enter"); },
  choose: async (token) => {
    // The choices have the focus as soon as there is nothing else to do.
    for (let n = 0; n < 4; n += 1) {
      if (await page.evaluate(() => document.activeElement?.getAttribute("value")) === token) { await page.keyboard.press("Enter"); return; }
      await page.keyboard.press("Tab");
    }
    throw new Error(`the keys do not lead to ${token}`);
  },
});

export const chessWithoutScripts = (page, url) => {
  const post = (selector) => Promise.all([page.waitForEvent("domcontentloaded"), page.click(selector)]);
  return castleAndPromote(page, url, {
    hasScripts: false, castleTo: "h1",
    tap: (at) => post(`#board-form button[data-at=${at}]`),
    choose: (token) => post(`#board-choices button[value="${token}"]`),
  });
};

/** A king in check says so, and a refusal says why. */
export async function check(page, url) {
  await begin(page, url, "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1");
  const label = await page.getAttribute("button[data-at=e1]", "aria-label");
  if (!label.includes("in check")) throw new Error(`the king's square says ${label}`);
  if (!(await page.getAttribute("button[data-at=e1]", "class")).includes("check")) throw new Error("the check is not drawn");
  const task = await page.innerText("#board-task");
  if (!/rook on e4 attacks your king/.test(task)) throw new Error(`the task is ${task}`);
  await page.click("button[data-at=a2]");
  const refusal = await page.waitForSelector("#board-refusal:not([hidden])");
  const words = await refusal.innerText();
  if (!/in check, and the pawn on a2 cannot end that/.test(words)) throw new Error(`the refusal is ${words}`);
  return task;
}

/** A draw by the fifty moves is claimed, and the game is saved as PGN. */
export async function claimAndSave(page, url) {
  await begin(page, url, "4k3/8/8/8/8/8/8/R3K3 w - - 100 80");
  const button = page.locator("#board-acts [data-act=draw] button");
  if (await button.innerText() !== "Claim a draw") throw new Error(`the button says ${await button.innerText()}`);
  await button.click();
  await page.waitForFunction(() => document.getElementById("board-status").textContent.includes("fifty moves"));
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("a[href$='/record']")]);
  if (!/^chess-.*\.pgn$/.test(file.suggestedFilename())) throw new Error(file.suggestedFilename());
  return file.suggestedFilename();
}
