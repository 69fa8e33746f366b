// The captcha's laboratory by hand: samples follow the fields, files are taken or named, an older version comes back.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { nothingHidesTheFocus } from "./new-match.mjs";

const picture = readFileSync(fileURLToPath(new URL("../../crates/rookery-captcha/tests/golden/built-in.png", import.meta.url)));

const samples = (page) => page.locator("#captcha-samples img").evaluateAll((images) => images.map((image) => ({ src: image.getAttribute("src"), alt: image.alt, drawn: image.complete && image.naturalWidth > 0 })));

function check(condition, words) {
  if (!condition) throw new Error(words);
}

/** Unfolds the group of a setting, as a person does. @param {import("playwright-core").Page} page */
async function unfold(page, name) {
  const group = page.locator("details.group").filter({ has: page.locator(`[name='${name}']`) });
  if (await group.getAttribute("open") === null) await group.locator("> summary").click();
}

/** Twelve pictures, each with its figures. */
async function wholeSheet(page) {
  await page.waitForFunction(() => [...document.querySelectorAll("#captcha-samples img")].every((image) => image.complete && image.naturalWidth > 0));
  const found = await samples(page);
  check(found.length === 12, `${found.length} samples instead of 12`);
  const figures = await page.locator("#captcha-samples figcaption").allInnerTexts();
  check(figures.every((text) => /\d+ bytes, [\d.]+ ms, contrast/.test(text)), figures.join("; "));
  return found;
}

/** With scripts: a changed value draws the same words anew, the preset folds and unfolds, other letters are other words. */
export async function samplesFollow(page, url) {
  await page.goto(`${url}/admin/captcha`);
  const before = await wholeSheet(page);
  const answered = () => page.waitForResponse((answer) => answer.url().includes("/admin/captcha/samples"));
  await Promise.all([answered(), page.locator("label:has(input[name=preset][value=classic])").click()]);
  check(await page.locator("details[data-preset=classic]").getAttribute("open") !== null, "the fieldsets of the chosen preset are folded");
  check(await page.locator("details[data-preset=strong]").getAttribute("open") === null, "the fieldsets of the other preset are not folded");
  await unfold(page, "classic.font_size_px");
  await Promise.all([answered(), page.fill("input[name='classic.font_size_px']", "40")]);
  await page.waitForFunction(() => document.querySelector("#captcha-samples img")?.getAttribute("src")?.includes("classic.font_size_px=40"));
  const larger = await wholeSheet(page);
  await Promise.all([answered(), page.click("button[value=letters]")]);
  await page.waitForFunction((old) => document.querySelector("#captcha-samples img")?.getAttribute("alt") !== old, larger[0].alt);
  await wholeSheet(page);
  await Promise.all([answered(), page.locator("label:has(input[name=theme][value=dark])").click()]);
  await page.waitForSelector("#captcha-samples.dark");
  check(page.url() === `${url}/admin/captcha`, "a button of the samples left the page");
  check(before[0].src !== larger[0].src, "the samples did not follow");
}

/** Without scripts: the buttons of the form do the same. */
export async function samplesWithoutScripts(page, url) {
  await page.goto(`${url}/admin/captcha`);
  await wholeSheetWithoutScripts(page);
  const first = (await samples(page))[0].alt;
  await unfold(page, "strong.letters_min");
  await page.fill("input[name='strong.letters_min']", "6");
  await page.click("button[value=preview]");
  await page.waitForLoadState();
  await wholeSheetWithoutScripts(page);
  check(await page.inputValue("input[name='strong.letters_min']") === "6", "what was typed is gone");
  await page.click("button[value=letters]");
  await page.waitForLoadState();
  check((await samples(page))[0].alt !== first, "the words are the same");
}

async function wholeSheetWithoutScripts(page) {
  check(await page.locator("input[type=range]").count() === 0, "a slider that nothing moves");
  const found = await samples(page);
  check(found.length === 12, `${found.length} samples instead of 12`);
}

/** Files: the good one is kept, the bad one is named; it goes again. `noise` loses the refusal that was asked for. */
export async function files(page, url, noise) {
  await page.goto(`${url}/admin/captcha/assets`);
  await page.setInputFiles("input[name=files]", [
    { name: "mine.png", mimeType: "image/png", buffer: picture },
    { name: "notes.ttf", mimeType: "font/ttf", buffer: Buffer.from("this is not a font") },
  ]);
  await Promise.all([page.waitForEvent("load"), page.click("text=Upload files")]);
  const outcomes = await page.locator("main .notice li").allInnerTexts();
  check(outcomes.some((text) => text.startsWith("mine.png: kept")), outcomes.join("; "));
  check(outcomes.some((text) => text.startsWith("notes.ttf: Not kept")), outcomes.join("; "));
  noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("422")));
  check(await page.locator("img[src^='/admin/captcha/backgrounds/']").count() === 9, "the picture is not among the backgrounds");
  // The picture is fetched when it comes into view: after its removal it would not be there.
  const mine = page.locator("img[src^='/admin/captcha/backgrounds/']").last();
  await mine.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => {
    const pictures = document.querySelectorAll("img[src^='/admin/captcha/backgrounds/']");
    const last = pictures[pictures.length - 1];
    return last instanceof HTMLImageElement && last.naturalWidth > 0;
  });
  await page.click("summary[aria-label='Remove mine.png']");
  await Promise.all([page.waitForURL("**/assets?removed=1"), page.click(".ask[open] button")]);
  check(await page.locator("img[src^='/admin/captcha/backgrounds/']").count() === 8, "the picture is still among the backgrounds");
}

/** Save twice, look at the history, and take the first version again. */
export async function history(page, url) {
  for (const size of ["50", "58"]) {
    await page.goto(`${url}/admin/captcha`);
    await unfold(page, "strong.size_max_px");
    await page.fill("input[name='strong.size_max_px']", size);
    await Promise.all([page.waitForURL("**/admin/captcha?saved=1"), page.click("button[value=save]")]);
  }
  await page.goto(`${url}/admin/captcha/history`);
  await Promise.all([page.waitForURL("**/admin/captcha?version=1"), page.click("a[href='/admin/captcha?version=1']")]);
  check(await page.inputValue("input[name='strong.size_max_px']") === "50", "the older value is not in the form");
  await Promise.all([page.waitForURL("**/admin/captcha?saved=1"), page.click("button[value=factory]")]);
}

/** A slider that is dragged writes its number and draws the samples anew; a number that is typed moves its slider. @param {import("playwright-core").Page} page */
export async function slidersFollow(page, url) {
  await page.goto(`${url}/admin/captcha`);
  await unfold(page, "strong.size_max_px");
  const number = page.locator("input[name='strong.size_max_px']");
  const slider = page.locator("input[name='strong.size_max_px'] + input[type=range]");
  const { width = 0, height = 0 } = await slider.boundingBox() ?? {};
  const most = await number.getAttribute("max");
  await Promise.all([
    page.waitForResponse((answer) => answer.url().includes(`strong.size_max_px=${most}`)),
    slider.click({ position: { x: width - 2, y: height / 2 } }),
  ]);
  check(await number.inputValue() === most, `the number is ${await number.inputValue()}`);
  await number.fill("50");
  check(await slider.inputValue() === "50", `the slider is at ${await slider.inputValue()}`);
  const numbers = await page.locator("input[type=number]").count();
  check(await page.locator("input[type=range]").count() === numbers, "a number has no slider");
  const stops = await page.locator("input[type=range]").evaluateAll((ranges) => ranges.filter((range) => range.tabIndex >= 0).length);
  check(stops === 0, "sliders are stops for the keyboard");
}

/** Boxes side by side are on one line, and nothing in view lies over what has the focus. @param {import("playwright-core").Page} page */
export async function onOneGrid(page, url) {
  for (const viewport of [{ width: 1280, height: 720 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(viewport);
    for (const [path, form] of [["/admin/captcha", ".lab-fields"], ["/admin/look", ".look-fields"]]) {
      await page.goto(`${url}${path}`);
      await page.evaluate(() => { for (const group of document.querySelectorAll("details.group")) if (group instanceof HTMLDetailsElement) group.open = true; });
      const off = await page.locator(`${form} fieldset`).evaluateAll((groups) => groups.flatMap((group) => {
        const boxes = [...group.querySelectorAll(":scope > .field:not(.wide, .choice) > :is(input:not([type=range]), select)")].filter((box) => box.getBoundingClientRect().height > 0);
        const lines = boxes.map((box) => ({ name: box.getAttribute("name"), field: box.parentElement?.getBoundingClientRect().top ?? 0, middle: box.getBoundingClientRect().top + box.getBoundingClientRect().height / 2 }));
        return lines.filter((line) => lines.some((other) => Math.abs(other.field - line.field) < 1 && Math.abs(other.middle - line.middle) > 3)).map((line) => line.name);
      }));
      check(off.length === 0, `${path} at ${viewport.width}: not on the line of their neighbours: ${off.join(", ")}`);
      await nothingHidesTheFocus(page, form);
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${url}/admin/captcha`);
  await unfold(page, "strong.size_max_px");
  await page.locator(".lab-fields .group").last().scrollIntoViewIfNeeded();
  const seen = await page.locator("#captcha-samples img").evaluateAll((images) => images.filter((image) => image.getBoundingClientRect().top >= 0 && image.getBoundingClientRect().bottom <= innerHeight).length);
  check(seen >= 8, `${seen} of 12 samples are in view beside the last fields`);
  // Save has a place of its own: in view, beside the fields and not over the samples.
  const [save, side, fields] = await Promise.all([".lab-save", ".lab-side", ".lab-fields"].map((part) => page.locator(part).boundingBox()));
  check(save && save.y >= 0 && save.y + save.height <= 720, "Save is out of sight");
  check(save && side && fields && save.y + save.height <= side.y && save.x >= fields.x + fields.width, "Save lies over the fields or the samples");
}

/** A value that is wrong unfolds its group, with scripts when the form is sent and without them by the answer. @param {import("playwright-core").Page} page */
export async function faultsUnfold(page, url) {
  await page.goto(`${url}/admin/captcha`);
  const group = page.locator("details.group").filter({ has: page.locator("[name='strong.size_max_px']") });
  await unfold(page, "strong.size_max_px");
  await page.fill("input[name='strong.size_max_px']", "100000");
  await group.locator("> summary").click();
  check(await group.getAttribute("open") === null, "the group does not fold");
  const hasScripts = await page.evaluate(() => matchMedia("(scripting: enabled)").matches);
  await page.click("button[value=save]");
  if (!hasScripts) await page.waitForSelector(".notice.bad");
  check(await group.getAttribute("open") !== null, "the group with the fault stays folded");
  check(await page.locator("details.group[open]").count() === 1, "other groups unfold, too");
}

/** Lists of the owner are whole on a phone. @param {import("playwright-core").Page} page */
export async function nothingSideways(page, url) {
  for (const viewport of [{ width: 360, height: 780 }, { width: 390, height: 844 }, { width: 844, height: 390 }]) {
    await page.setViewportSize(viewport);
    for (const path of ["/admin", "/admin/users", "/admin/captcha/sites"]) {
      await page.goto(`${url}${path}`);
      const wide = await page.locator(".stack").evaluateAll((lists) => lists.filter((list) => list.scrollWidth > list.clientWidth).length);
      check(wide === 0, `${path} at ${viewport.width}: a list scrolls sideways`);
      check(await page.locator(".stack tbody tr").count() > 0 || path.endsWith("sites"), `${path}: no list`);
    }
  }
}
