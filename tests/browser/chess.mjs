// Chess on the page: castling by two steps and onto the rook, a choice of promotions, check, a claim and the file of the game;
// by mouse, by keys alone and without scripts.

import { readFileSync } from "node:fs";

import { walkTo } from "./games.mjs";
import { space, tapOn, tapSpace } from "./pointer.mjs";

/** White may castle on either side, and has a pawn to promote. */
export const castling = "4k3/P6p/8/8/8/8/8/R3K2R w KQ - 0 1";
const TURN_MS = 5000;

/** Starts a game from a position by the form of its page. */
export async function positioned(page, url, position, { variant = "standard", side = "0" } = {}) {
  await fill(page, url, position, variant, side);
  await Promise.all([page.waitForURL("**/games/*"), page.locator("form[action='/games'] button.main").click()]);
}

async function fill(page, url, position, variant, side) {
  await page.goto(`${url}/play/chess`);
  await page.locator("input[name=level][value='1']").check({ force: true });
  await page.locator(`input[name=side][value='${side}']`).check({ force: true });
  await page.locator(`input[name=variant][value='${variant}']`).check({ force: true });
  await page.locator("details:has(#f-start) summary").click();
  await page.fill("#f-start", position);
}

const tapAll = async (page, squares) => { for (const at of squares) await tapSpace(page, at); };

/** On the board, or below it where scripts are off. */
const choice = (token) => `#board-form button[value="${token}"]`;

/** Waits until all these pieces stand on the board. */
async function stand(page, pieces) {
  await page.waitForFunction((wanted) => {
    const shown = [...document.querySelectorAll("svg.art .pieces use")].filter((use) => use.dataset.p)
      .map((use) => `${use.classList[0]} ${use.getAttribute("href")} ${Number(use.getAttribute("x")) / 100} ${7 - Number(use.getAttribute("y")) / 100}`);
    return wanted.every((piece) => shown.includes(piece));
  }, pieces, { timeout: TURN_MS });
}

const figures = (page) => page.$$eval("svg.art .pieces use", (uses) => uses.filter((use) => use.dataset.p)
  .map((use) => `${use.classList[0]} ${use.getAttribute("href")} ${Number(use.getAttribute("x")) / 100} ${7 - Number(use.getAttribute("y")) / 100}`));

/** Waits for the reply after `plies` plies, without scripts by asking again. */
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
  await positioned(page, url, castling);
  await ways.tap("e1");
  const rook = await page.getAttribute("button[data-at=h1]", "class");
  if (!rook.includes("can")) throw new Error(`the rook to castle with is not marked: ${rook}`);
  await ways.tap(ways.castleTo);
  await reply(page, 2, ways.hasScripts);
  const castled = await figures(page);
  for (const piece of ["light #p-king 6 0", "light #p-rook 5 0"]) if (!castled.includes(piece)) throw new Error(`${piece} is missing: ${castled}`);
  await ways.tap("a7");
  await ways.tap("a8");
  const choices = await page.$$eval("#board-choices button, .picker button", (buttons) => buttons.map((button) => `${button.textContent.trim()} ${button.querySelector("use")?.getAttribute("href")}`));
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
  tap: (at) => tapSpace(page, at),
  choose: (token) => tapOn(page, choice(token)),
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
    tap: (at) => post(space(at)),
    choose: (token) => post(choice(token)),
  });
};

/** A king in check says so, and a refusal says why. */
export async function check(page, url) {
  await positioned(page, url, "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1");
  const label = await page.getAttribute("button[data-at=e1]", "aria-label");
  if (!label.includes("in check")) throw new Error(`the king's square says ${label}`);
  if (!(await page.getAttribute("button[data-at=e1]", "class")).includes("check")) throw new Error("the check is not drawn");
  const ring = await page.$eval("button[data-at=e1]", (cell) => getComputedStyle(cell, "::before").borderStyle);
  if (ring !== "double") throw new Error(`a check is told by colour alone: its ring is ${ring}`);
  const task = await page.innerText("#board-task");
  if (!/rook on e4 attacks your king/.test(task)) throw new Error(`the task is ${task}`);
  // Not playable, but still there to be asked about.
  await tapSpace(page, "a2");
  const refusal = await page.waitForSelector("#board-refusal:not([hidden])");
  const words = await refusal.innerText();
  if (!/in check, and the pawn on a2 cannot end that/.test(words)) throw new Error(`the refusal is ${words}`);
  return task;
}

/** A draw by the fifty moves is claimed, and the game is saved as PGN. */
export async function claimAndSave(page, url) {
  await positioned(page, url, "4k3/8/8/8/8/8/8/R3K3 w - - 100 80");
  const button = page.locator("#board-acts [data-act=draw] button");
  if (await button.innerText() !== "Claim a draw") throw new Error(`the button says ${await button.innerText()}`);
  await button.click();
  await page.waitForFunction(() => document.getElementById("board-status").textContent.includes("fifty moves"));
  const file = await downloaded(page);
  if (!/^chess-.*\.pgn$/.test(file.suggestedFilename())) throw new Error(file.suggestedFilename());
  return file.suggestedFilename();
}

/** The file of the game, from the menu. */
async function downloaded(page) {
  await page.click("#board-menu > summary");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#board-menu a[href$='/record']")]);
  return file;
}

/** What the file of the game holds. */
async function saved(page) {
  const file = await downloaded(page);
  return readFileSync(await file.path(), "utf8");
}

/** A pawn becomes each of four pieces, by the mouse or by keys. */
export async function everyPromotion(page, url, byKeys) {
  const becomes = [["=Q", "queen"], ["=R", "rook"], ["=B", "bishop"], ["=N", "knight"]];
  for (const [token, piece] of becomes) {
    await positioned(page, url, "8/P3k2p/8/8/8/8/8/4K3 w - - 0 1");
    if (byKeys) {
      for (const at of ["a7", "a8"]) { await walkTo(page, at); await page.keyboard.press("Enter"); }
      await page.waitForFunction(() => document.activeElement?.closest(".picker"));
      for (let n = 0; n < 4 && await page.evaluate(() => document.activeElement?.getAttribute("value")) !== token; n += 1) await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    } else {
      await tapAll(page, ["a7", "a8"]);
      await tapOn(page, choice(token));
    }
    await stand(page, [`light #p-${piece} 0 7`]);
    await reply(page, 2, true);
    const first = (await page.innerText("#board-played li:first-child")).trim();
    if (!first.startsWith(`a8${token}`)) throw new Error(`${token} is written ${first}`);
  }
  return "queen, rook, bishop, knight";
}

/** Both wings, by two steps of the king and by the king onto its rook. */
export async function everyCastling(page, url) {
  const ways = [["g1", 6, 5, "O-O"], ["h1", 6, 5, "O-O"], ["c1", 2, 3, "O-O-O"], ["a1", 2, 3, "O-O-O"]];
  for (const [to, king, rook, notation] of ways) {
    await positioned(page, url, "4k3/p6p/8/8/8/8/P6P/R3K2R w KQ - 0 1");
    await tapAll(page, ["e1", to]);
    await stand(page, [`light #p-king ${king} 0`, `light #p-rook ${rook} 0`]);
    await reply(page, 2, true);
    const first = (await page.innerText("#board-played li:first-child")).trim();
    if (!first.startsWith(notation)) throw new Error(`e1 to ${to} is written ${first}`);
  }
  return "four ways";
}

/** The right to claim comes while the game is played, without loading the page anew; the file then says that it is a draw. */
export async function claimWhilePlaying(page, url) {
  await positioned(page, url, "4k3/8/8/8/8/8/8/R3K3 w - - 98 80");
  const draw = page.locator("#board-acts [data-act=draw]");
  if (await draw.isVisible()) throw new Error("a draw is offered before the first move");
  await tapAll(page, ["a1", "a2"]);
  await reply(page, 2, true);
  if (await draw.innerText() !== "Claim a draw") throw new Error(`the button says ${await draw.innerText()}`);
  await draw.locator("button").click();
  await page.waitForFunction(() => document.getElementById("board-status").textContent.includes("fifty moves"));
  const text = await saved(page);
  for (const line of ['[SetUp "1"]', '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 98 80"]', '[Result "1/2-1/2"]', "80. Ra2 "]) if (!text.includes(line)) throw new Error(`the file lacks ${line}: ${text}`);
  return page.textContent("#board-status");
}

/** Who resigns to a lone king has not lost. */
export async function resignToLoneKing(page, url) {
  await positioned(page, url, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await tapAll(page, ["e2", "e4"]);
  await page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2 && document.getElementById("board-status").classList.contains("mine"), undefined, { timeout: TURN_MS });
  await page.click("#board-acts details[data-act=resign] summary");
  await page.click("#board-acts details[data-act=resign] button");
  await page.waitForFunction(() => document.getElementById("board-status").textContent.includes("could no longer have won"));
  return page.textContent("#board-status");
}

/** A first position by its number, and a number that there is not. */
export async function chess960(page, url) {
  await positioned(page, url, "0", { variant: "chess960" });
  const pieces = ["bishop", "bishop", "queen", "knight", "knight", "rook", "king", "rook"];
  await stand(page, pieces.flatMap((piece, file) => [`light #p-${piece} ${file} 0`, `dark #p-${piece} ${file} 7`]));
  await fill(page, url, "960", "chess960", "0");
  await Promise.all([page.waitForEvent("domcontentloaded"), page.locator("form[action='/games'] button.main").click()]);
  const problem = await page.innerText("#e-start");
  if (!problem.includes("0 to 959")) throw new Error(`the page says ${problem}`);
  return problem;
}

/** The end of Morphy's game at the opera, from the seventeenth move on. */
export async function toMate(page, url) {
  await positioned(page, url, "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 17");
  await tapAll(page, ["b3", "b8"]);
  await reply(page, 2, true);
  await tapAll(page, ["d1", "d8"]);
  await page.waitForFunction(() => document.getElementById("board-status").textContent.includes("checkmate"));
  const label = await page.getAttribute("button[data-at=e8]", "aria-label");
  if (!label.includes("checkmated") || !(await page.getAttribute("button[data-at=e8]", "class")).includes("mate")) throw new Error(`the mated king's square says ${label}`);
  if (!(await page.locator(".result [data-act=rematch]").isVisible())) throw new Error("there is no way to play again");
  const text = await saved(page);
  if (!text.endsWith("17. Qb8+ Nxb8 18. Rd8# 1-0\n")) throw new Error(text);
  return page.textContent("#board-status");
}

/** The second player sees its pieces below, and F turns the board; arrows follow what is seen. */
export async function turned(page, url) {
  await positioned(page, url, "", { side: "1" });
  await reply(page, 1, true);
  const top = async (at) => (await page.locator(`button[data-at=${at}]`).boundingBox()).y;
  const left = async (at) => (await page.locator(`button[data-at=${at}]`).boundingBox()).x;
  if (await top("a1") > await top("a8") || await left("h1") > await left("a1")) throw new Error("Black does not sit below");
  await page.focus("#board-form button[tabindex='0']");
  await walkTo(page, "e7");
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.querySelector("button[data-at=a1]").getBoundingClientRect().y > document.querySelector("button[data-at=a8]").getBoundingClientRect().y);
  await walkTo(page, "d7");
  await page.keyboard.press("Enter");
  await walkTo(page, "d6");
  await page.keyboard.press("Enter");
  await reply(page, 3, true);
  const first = await page.$$eval("#board-played li", (items) => items[1].textContent.trim());
  if (first !== "d6") throw new Error(`the move is ${first}`);
  return "both ways";
}

/** A game that Black begins is numbered as such, from the number of its position on. */
export async function blackBegins(page, url) {
  await positioned(page, url, "4k3/p6p/8/8/8/8/P6P/4K3 b - - 0 23", { side: "1" });
  await tapAll(page, ["a7", "a6"]);
  await reply(page, 2, true);
  const numbers = () => page.$$eval("#board-played li", (items) => items.map((item) => `${item.className} ${item.dataset.n}`).join());
  const written = await numbers();
  if (written !== "second 23, 24") throw new Error(`the script numbers the moves ${written}`);
  const rows = await page.$$eval("#board-played li", (items) => items.map((item) => Math.round(item.getBoundingClientRect().y)));
  if (rows[0] >= rows[1]) throw new Error(`the reply to Black's first move stands beside it: ${rows}`);
  await page.reload();
  if (await numbers() !== written) throw new Error(`the server numbers the moves ${await numbers()}`);
  return rows.join();
}

/** On a phone the board fills the width and every tap has room; the choice of a promotion is on the screen with the board. */
export async function onPhone(page, url) {
  await positioned(page, url, "8/P3k2p/8/8/8/8/8/4K3 w - - 0 1");
  const { width: screen, height } = page.viewportSize();
  const board = await page.locator("#board-form .box").boundingBox();
  if (Math.abs(board.width - screen) > 2) throw new Error(`the board is ${board.width} px wide on ${screen}`);
  const cell = await page.locator("button[data-at=a7]").boundingBox();
  if (Math.min(cell.width, cell.height) < 40) throw new Error(`a square is ${cell.width} by ${cell.height} px`);
  for (const at of ["a7", "a8"]) await tapSpace(page, at, true);
  for (const token of ["=Q", "=R", "=B", "=N"]) {
    const box = await page.locator(choice(token)).boundingBox();
    if (box.y < 0 || box.y + box.height > height) throw new Error(`the choice ${token} is off the screen: ${JSON.stringify(box)}`);
    if (box.height < 40) throw new Error(`the choice ${token} is ${box.height} px high`);
  }
  await tapOn(page, choice("=R"), { hasTouch: true });
  await stand(page, ["light #p-rook 0 7"]);
  return `squares of ${Math.round(cell.width)} px`;
}
