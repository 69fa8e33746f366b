// Swap2 in gomoku on the page: stones by taps, the choice by its buttons, and strips that follow the colours.

import { tapOn, tapSpace } from "./pointer.mjs";

/** Starts a match with the opening by the form of a new match. @param {import("playwright-core").Page} page @param {string} side */
async function start(page, url, side) {
  await page.goto(`${url}/play/gomoku`);
  await page.locator("input[name=level][value='1']").check({ force: true });
  await page.locator(`input[name=side][value='${side}']`).check({ force: true });
  await page.locator("details.more summary", { has: page.locator("xpath=../*[.//input[@name='opening']]") }).first().click();
  await page.locator("input[name=opening][value=swap2]").check({ force: true });
  await Promise.all([page.waitForURL("**/games/*"), page.locator("form[action='/games'] button.main").click()]);
}

/** Waits for so many moves and the player's turn. */
const turnAt = (page, least) => page.waitForFunction((count) => document.querySelectorAll("#board-played li").length >= count && document.getElementById("board-status")?.classList.contains("mine"), least);
const stones = (page, tone) => page.locator(`#board-form .pieces .${tone}[data-p]`).count();
/** A point where no stone lies. */
const free = (page) => page.$eval("#board-form button[data-at]:not([aria-disabled='true'])", (cell) => cell.dataset.at);
const played = (page) => page.$$eval("#board-played li", (items) => items.map((item) => item.textContent?.trim()));

/** The lines of the list: class, number, move. @param {import("playwright-core").Page} page */
const lines = (page) => page.$$eval("#board-played li", (items) => items.map((item) => `${item.className}|${item.dataset.n ?? ""}|${item.textContent?.trim()}`).join());

/** The strips as the page has them, Black's first: player, words, drawing, whether it is one's own. @param {import("playwright-core").Page} page */
const strips = (page) => page.$$eval("#board-players > li", (items) => items.map((item) => [
  item.querySelector("strong")?.textContent, item.querySelector(".soft")?.textContent, item.querySelector(".emblem use")?.getAttribute("class"), item.classList.contains("own") ? "own" : "", item.classList.contains("turn") ? "turn" : "",
].join("|")));

/** Waits until the strips say that the player has this colour: what changes them is loaded when the colours are chosen. */
const isDealt = (page, own) => page.waitForFunction((side) => document.querySelectorAll("#board-players > li")[side]?.querySelector("strong")?.textContent === "You", own);

/** The tests, with what run.mjs lends them. */
export async function swap2({ test, check, visit, passCaptcha, url, phone }) {
  /** Whether the strips are those of this colour, by the script and by the server. */
  const coloured = async (page, own) => {
    const [tone, name] = [["dark", "Black"], ["light", "White"]][own];
    await isDealt(page, own);
    const shown = await strips(page);
    check(shown[own].startsWith(`You|${name}|${tone} side${own}|own|`), `the own strip is ${shown}`);
    check(!shown[1 - own].includes("|own|") && shown[1 - own].includes(["Black", "White"][1 - own]), `the other strip is ${shown}`);
    const [status, listed] = [await page.textContent("#board-status"), await lines(page)];
    await page.reload();
    check(await lines(page) === listed, `moves by the script ${listed}, by the server ${await lines(page)}`);
    check((await strips(page)).join() === shown.join(), `by the script ${shown}, by the server ${await strips(page)}`);
    check(await page.textContent("#board-status") === status, `by the script ${status}`);
  };
  await test("a person lays the stones of Swap2, and the computer chooses", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "0");
    check(/black one/.test(await page.textContent("#board-task")), await page.textContent("#board-task"));
    await tapSpace(page, "a1");
    await turnAt(page, 1);
    await tapSpace(page, "h8");
    await turnAt(page, 2);
    await tapSpace(page, "j7");
    await page.waitForFunction(() => document.querySelectorAll("#board-played li").length >= 4);
    const choice = (await played(page))[3];
    check(["Black", "White", "Two-more"].includes(choice), `the computer chose ${choice}`);
    const own = choice === "White" ? 0 : 1;
    // A level that errs may put two more stones down: then the person chooses.
    if (choice === "Two-more") {
      await turnAt(page, 6);
      await tapOn(page, '#board-choices button[value="#white"]');
    }
    const begun = { White: 5, Black: 4, "Two-more": 7 }[choice];
    await turnAt(page, begun);
    await coloured(page, own);
    // Looked at again, the other player's choice is said once.
    await page.click("[data-step=back]");
    await page.click("[data-step=forward]");
    await page.waitForFunction(() => document.getElementById("board-live").textContent.includes("Your turn"));
    const said = await page.textContent("#board-live");
    check(said.split("Your opponent chose").length === (choice === "Two-more" ? 1 : 2), said);
    const before = await stones(page, own ? "light" : "dark");
    await tapSpace(page, await free(page));
    await turnAt(page, begun + 2);
    check(await stones(page, own ? "light" : "dark") === before + 1, "the stone has another colour");
    return (await played(page)).join(" ");
  }));
  for (const [where, options] of [["", {}], [" on a phone", phone]]) await test(`the computer lays the stones of Swap2, and a person chooses by a button${where}`, () => visit(options, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "1");
    await turnAt(page, 3);
    const buttons = await page.$$eval("#board-choices button", (found) => found.map((button) => `${button.value} ${button.textContent?.trim()}`));
    check(buttons.length === 3 && buttons[0] === "#black Black", buttons.join());
    check(await page.$eval("#board-choices", (place) => place.scrollHeight <= place.clientHeight + 1), "the buttons have no room");
    check(await stones(page, "dark") === 2 && await stones(page, "light") === 1, "three stones do not lie there");
    await tapOn(page, '#board-choices button[value="#black"]');
    await turnAt(page, 5);
    check(await stones(page, "light") === 2, "White has not moved");
    await coloured(page, 0);
    await tapSpace(page, await free(page));
    await turnAt(page, 7);
    check(/^(alone\|\|\w+,){4}second\|1\|\w+,\|2\|\w+,second\|\|\w+$/.test(await lines(page)), `the moves are ${await lines(page)}`);
    check(await stones(page, "dark") === 3, "the stone is not black");
    // Looking back over the choice, the players have the colours of the beginning.
    await page.click("[data-step=first]");
    await page.waitForFunction(() => !document.querySelector("#board-form .pieces [data-p]"));
    await isDealt(page, 1);
    check((await strips(page))[1].startsWith("You|White|light side1|own|"), (await strips(page)).join());
    await page.click("[data-step=last]");
    await page.waitForFunction(() => document.querySelectorAll("#board-form .pieces [data-p]").length > 3);
    await isDealt(page, 0);
    check((await strips(page))[0].startsWith("You|Black|dark side0|own|"), (await strips(page)).join());
    return (await played(page)).join(" ");
  }));
  await test("two more stones of Swap2 without scripts", () => visit({ javaScriptEnabled: false }, async (page) => {
    await passCaptcha(page, url);
    await start(page, url, "1");
    const wait = async (count) => { for (let n = 0; n < 50 && await page.locator("#board-played li").count() < count; n += 1) { await page.waitForTimeout(100); await page.reload(); } };
    await wait(3);
    await page.click('button[value="#two"]');
    await page.waitForLoadState();
    for (let n = 0; n < 2; n += 1) {
      await page.click(`#board-form button[data-at="${await free(page)}"]`);
      await page.waitForLoadState();
    }
    await wait(7);
    const all = await played(page);
    check(all[3] === "Two-more" && ["Black", "White"].includes(all[6]), all.join());
    return all.join(" ");
  }));
}
