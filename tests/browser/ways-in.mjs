// From asking for a match to playing it, and what a person sees who has used up the pictures of a minute.
import { answerCaptcha, startSite } from "./site.mjs";

const SEND = "form[action='/verify'] button.main";
const ANOTHER = ".captcha button[name=reload]";
const LATER = "#captcha-later";

/** The seconds that a text says. */
const seconds = async (page, selector) => Number((await page.innerText(selector)).match(/(\d+) s/)?.[1]);

/** The tests, with what run.mjs lends them: `test`, `check`, `visit`, and the checks of every page. */
export async function waysIn({ test, check, visit, noSidewaysScroll, violations }) {
  const site = await startSite({ ROOKERY__LIMITS__CAPTCHA_CHALLENGES_PER_MINUTE: "2", ROOKERY__LIMITS__CAPTCHA_IMAGES_PER_MINUTE_AND_SESSION: "12", ROOKERY__CAPTCHA__DEFENCE__ADAPTIVE: "false" });
  /** Refusals that are meant: the browser tells each of them. */
  const meant = (noise, status) => noise.splice(0, noise.length, ...noise.filter((line) => !line.includes(status)));
  try {
    for (const javaScriptEnabled of [true, false]) {
      await test(`the captcha starts the match that was asked for${javaScriptEnabled ? "" : ", without scripts"}`, () => visit({ javaScriptEnabled }, async (page) => {
        await page.goto(`${site.url}/play/morabaraba`);
        await Promise.all([page.waitForURL(/\/verify\?next=/), page.click("form[action='/games'] button.main")]);
        // Going on and coming back shows the same picture.
        const picture = await page.getAttribute(".captcha-picture img", "src");
        await page.goto(`${site.url}/rules/morabaraba`);
        await page.goBack();
        await page.reload();
        check(await page.getAttribute(".captcha-picture img", "src") === picture, "another picture is shown");
        await answerCaptcha(page);
        await Promise.all([page.waitForURL("**/games/*"), page.click(SEND)]);
        check(await page.isVisible("#board-status"), "there is no board");
      }));
      await test(`no picture for now leaves the picture that is open${javaScriptEnabled ? ", and counts down" : ", without scripts"}`, () => visit({ javaScriptEnabled }, async (page, noise) => {
        await page.goto(`${site.url}/verify`);
        await Promise.all([page.waitForEvent("load"), page.click(ANOTHER)]);
        const open = await page.inputValue("input[name=challenge]");
        await Promise.all([page.waitForEvent("load"), page.click(ANOTHER)]);
        check(await page.inputValue("input[name=challenge]") === open, "the open picture is gone");
        const first = await seconds(page, LATER);
        check(first > 40 && first <= 60, `the page says ${first} s`);
        await noSidewaysScroll(page);
        if (javaScriptEnabled) {
          await violations(page);
          await page.waitForFunction(([id, from]) => Number(document.querySelector(id)?.textContent?.match(/(\d+) s/)?.[1]) < from, [LATER, first]);
        }
        await answerCaptcha(page);
        await Promise.all([page.waitForURL(`${site.url}/`), page.click(SEND)]);
        meant(noise, "429");
      }));
    }
    await test("without any picture the work lets in", () => visit({}, async (page, noise) => {
      await page.goto(`${site.url}/verify?next=/play`);
      const wrong = async () => {
        await answerCaptcha(page, "misread");
        await Promise.all([page.waitForEvent("load"), page.click(SEND)]);
      };
      await wrong();
      await wrong();
      check(!(await page.isVisible(".captcha-picture")), "there is a third picture");
      check(await page.isVisible(".captcha audio"), "there is nothing to listen to");
      check(await seconds(page, LATER) > 0, "the page does not say how long");
      await noSidewaysScroll(page);
      await violations(page);
      await page.click("#captcha-work button");
      await Promise.all([page.waitForURL(`${site.url}/play`), page.click(SEND)]);
      meant(noise, "422");
    }));
    await test("a picture that is refused says when it comes", () => visit({}, async (page, noise) => {
      await page.goto(`${site.url}/verify`);
      const src = await page.getAttribute(".captcha-picture img", "src");
      const statuses = await page.evaluate(async (address) => {
        const all = [];
        for (let i = 0; i < 30; i += 1) all.push((await fetch(address)).status);
        return all;
      }, src);
      check(statuses.includes(429), "no picture was refused");
      await page.reload();
      await page.waitForSelector(".captcha-picture .notice");
      check(await seconds(page, ".captcha-picture .notice") > 0, "it does not say how long");
      meant(noise, "429");
    }));
  } finally {
    await site.stop();
  }
}
