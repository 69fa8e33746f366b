// The page of a new match: Start is in sight wherever the page stands and never over what has the focus, levels go by keys, and
// each variant has a picture. Without scripts, too.

const GAMES = ["chess", "checkers", "connect-four", "fanorona", "go", "gomoku", "morabaraba", "othello", "tic-tac-toe"];
const SIZES = [{ width: 1280, height: 720 }, { width: 390, height: 844 }];

function check(condition, words) {
  if (!condition) throw new Error(words);
}

/** Whether what is seen at the middle of an element (of several lines: at the first) is the element, or its label. @param {import("playwright-core").Locator} element */
export const isInSight = (element) => element.evaluate((found) => {
  const shown = found.closest("label") ?? found;
  const { left, top, width, height } = shown.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + (found.matches("textarea") ? Math.min(16, height / 2) : height / 2));
  return seen !== null && (shown.contains(seen) || seen.contains(shown));
});

/** Walks through a form by Tab: nothing that takes the focus is hidden. Resolves to how many stops there are. @param {import("playwright-core").Page} page */
export async function nothingHidesTheFocus(page, form) {
  const stops = `${form} :is(input:not([type=hidden], [tabindex="-1"]), select, textarea, button, summary, a[href])`;
  await page.locator(stops).first().focus();
  let count = 0;
  for (; count < 200; count += 1) {
    const focused = page.locator("*:focus");
    if (!await focused.evaluate((element, within) => element.closest(within) !== null, form)) break;
    check(await isInSight(focused), `hidden under something: ${await focused.evaluate((element) => element.outerHTML.slice(0, 120))}`);
    await page.keyboard.press("Tab");
  }
  check(count > 2, `only ${count} stops`);
  return count;
}

/** @param {import("playwright-core").Page} page */
export async function startInSight(page, url) {
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport);
    for (const game of GAMES) {
      const at = `${game} at ${viewport.width}`;
      await page.goto(`${url}/play/${game}`);
      const button = page.locator("form[action='/games'] button.main");
      const box = await button.boundingBox();
      check(box && box.y >= 0 && box.y + box.height <= viewport.height, `${at}: Start is out of sight`);
      check(await isInSight(button), `${at}: something lies over Start`);
      const wrong = await page.locator(".thumbs label").evaluateAll((labels) => labels.filter((label) => {
        const art = label.querySelector("svg")?.getBoundingClientRect();
        return !art || art.width < 40 || art.height < 40;
      }).length);
      check(!wrong, `${at}: ${wrong} variants have no picture`);
    }
    await page.goto(`${url}/play/chess`);
    await nothingHidesTheFocus(page, "form[action='/games']");
  }
}

/** Presses what starts a match twice, while the site takes its time; the page must ask for one. @param {import("playwright-core").Page} page @param {() => Promise<void>} press */
export async function startsOne(page, url, press) {
  let asked = 0;
  await page.route(`${url}/games`, async (route) => {
    asked += 1;
    await new Promise((done) => { setTimeout(done, 400); });
    await route.continue();
  });
  await page.waitForLoadState("networkidle");
  await press();
  await page.waitForURL("**/games/*");
  check(asked === 1, `${asked} matches were asked for`);
}

/** @param {import("playwright-core").Page} page */
export async function startsOnce(page, url) {
  await page.goto(`${url}/play/tic-tac-toe`);
  await startsOne(page, url, () => page.locator("form[action='/games'] button.main").dblclick());
}

/** Start goes on working where the first press led nowhere: the browser was stopped. Why the last match could not start is not in the address for long. @param {import("playwright-core").Page} page */
export async function startsAfterStop(page, url) {
  await page.goto(`${url}/play/tic-tac-toe?level=2&failed=busy`);
  await page.waitForURL((address) => address.search === "?level=2");
  // Aborted, as by the browser's own button: the page stays.
  await page.route(`${url}/games`, (route) => route.abort("aborted"), { times: 1 });
  // After the evaluation, which a page that is left would break off.
  const press = () => page.evaluate(() => { setTimeout(() => /** @type {HTMLFormElement} */ (document.querySelector("form[action='/games']")).requestSubmit()); });
  await Promise.all([page.waitForEvent("requestfailed"), press()]);
  // As if some time had gone by.
  const sent = await page.evaluate(() => {
    const form = /** @type {HTMLFormElement} */ (document.querySelector("form[action='/games']"));
    const { sent } = form.dataset;
    form.dataset.sent = String(Number(sent) - 6000);
    return sent;
  });
  check(Number(sent) > 0, `the press was not noted: ${sent}`);
  await Promise.all([page.waitForURL("**/games/*"), press()]);
}

/** @param {import("playwright-core").Page} page */
export async function levelsByKeys(page, url) {
  await page.goto(`${url}/play/chess`);
  const said = () => page.locator(".levels .about").evaluateAll((lines) => lines.filter((line) => getComputedStyle(line).opacity === "1").map((line) => line.textContent?.replace(/\s+/g, " ").trim()));
  check((await said()).join().startsWith("3 · Casual · about "), `it says ${await said()}`);
  await page.locator("input[name=level][value='3']").focus();
  await page.keyboard.press("ArrowRight");
  const next = await said();
  check(next.length === 1 && /^4 · Club · about [\d,]+ Elo Finds short combinations, and slips now and then\.$/.test(next[0] ?? ""), `after the key it says ${next}`);
  await page.locator("summary", { hasText: "How we measured" }).click();
  check(await page.locator(".results dd").count() === 8, "not every level has its results");
}
