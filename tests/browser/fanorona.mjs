// Fanorona on the page: a step that can take either of two lines, with an arrow along each, and a chain that may stop.

import { begun } from "./games.mjs";
import { space, tapOn, tapSpace } from "./pointer.mjs";

/** From d3 to e3 White takes f3 and g3 by approach or c3 and b3 by withdrawal. */
const CHOICE = "8B/9/1BBW1BB2/9/9 W";
/** One stone can take three lines, one after the other, and may stop before. */
const CHAIN = "8B/2B6/2BW5/4B4/4B1W2 W";

const prefix = (page) => page.inputValue("#board-form input[name=prefix]");
const arrows = (page) => page.$$eval("#board-form .aims .shaft", (paths) => paths.map((path) => path.getAttribute("d")));
const threatened = (page) => page.$$eval("#board-form .threatened", (cells) => cells.map((cell) => cell.dataset.at).sort().join());
const stones = (page, tone) => page.locator(`#board-form .pieces .${tone}[data-p]`).count();
const replied = (page) => page.waitForFunction(() => document.querySelectorAll("#board-played li").length === 2 && document.getElementById("board-status").classList.contains("mine"));

/** The tests, with what run.mjs lends them. */
export async function fanorona({ test, check, visit, passCaptcha, url }) {
  await test("arrows lead along both lines that a step of Fanorona can take", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await begun(page, url, "fanorona", CHOICE);
    await tapSpace(page, "d3");
    check((await arrows(page)).length === 0, "there are arrows before the step");
    await tapSpace(page, "e3");
    const drawn = await arrows(page);
    check(drawn.length === 2 && await threatened(page) === "b3,c3,f3,g3", `${drawn.length} arrows, at ${await threatened(page)}`);
    const label = await page.getAttribute(space("b3"), "aria-label");
    check(label.includes("withdrawal"), label);
    const plain = await page.evaluate(async () => {
      const html = await (await fetch(`${location.pathname}?ply=0&prefix=d3,e3`)).text();
      return [...html.matchAll(/<path class="shaft" d="([^"]*)"/g)].map(([, d]) => d);
    });
    check(plain.join() === drawn.join(), `without scripts ${plain.join()}, with them ${drawn.join()}`);
    await tapSpace(page, "b3");
    await replied(page);
    check(await stones(page, "dark") === 3 && (await arrows(page)).length === 0, `${await stones(page, "dark")} black stones, ${(await arrows(page)).length} arrows`);
    return drawn.join(" ");
  }));
  await test("a chain of Fanorona may stop after a capture", () => visit({}, async (page) => {
    await passCaptcha(page, url);
    await begun(page, url, "fanorona", CHAIN);
    for (const at of ["d3", "e3", "e2"]) await tapSpace(page, at);
    check(await prefix(page) === "d3,e3,e2", `half of the chain is ${await prefix(page)}`);
    await tapOn(page, "#board-choices button[name=path]", {});
    await replied(page);
    return page.textContent("#board-played");
  }));
}
