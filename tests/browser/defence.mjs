// The captcha's other ways in a real browser: work instead of reading, work beside it, and the wait where scripts are off.
import { ANSWER, startSite } from "./site.mjs";

const WAIT_S = 2;
const SETTINGS = {
  ROOKERY__CAPTCHA__DEFENCE__RANGE_TRIES: "5", ROOKERY__CAPTCHA__DEFENCE__WAIT_S: String(WAIT_S), ROOKERY__CAPTCHA__DEFENCE__WORK_TRIES: "16",
  ROOKERY__CAPTCHA__DEFENCE__RANGE_WORK_PERCENT: "30",
};
const WORK = "#captcha-work";
const SEND = "form[action='/verify'] button.main";

/** Answers so many captchas of a site, wrong and right, each as another visitor. */
async function answerSome(url, { wrong, right }) {
  for (const answer of [...Array(right).fill(ANSWER), ...Array(wrong).fill("wrong")]) {
    const page = await fetch(`${url}/verify`);
    const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
    const challenge = (await page.text()).match(/name="challenge" value="([a-z2-7]{26})"/)?.[1] ?? "";
    await fetch(`${url}/verify`, { method: "POST", redirect: "manual", headers: { cookie }, body: new URLSearchParams({ challenge, answer }) });
  }
}

const step = (page) => page.getAttribute(WORK, "data-step");
const settle = () => new Promise((done) => { setTimeout(done, WAIT_S * 1000 + 100); });

/** The tests, with what run.mjs lends them: `test`, `check`, `visit`, and the checks of every page. */
export async function defence({ test, check, visit, noSidewaysScroll, violations }) {
  /** A site whose last captchas went like this. */
  async function on(rates, body) {
    const site = await startSite(SETTINGS);
    try {
      await answerSome(site.url, rates);
      await body(`${site.url}/verify?next=/play`);
    } finally {
      await site.stop();
    }
  }
  const passes = (page, act) => Promise.all([page.waitForURL("**/play"), act()]);
  async function isSound(page) {
    await noSidewaysScroll(page);
    await violations(page);
  }

  await on({ wrong: 0, right: 0 }, async (verify) => {
    await test("work instead of reading", () => visit({}, async (page) => {
      let threads = 0;
      page.on("worker", () => { threads += 1; });
      await page.goto(verify);
      await page.click(`${WORK} button`);
      await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("input[name=nonce]")).value !== "");
      await isSound(page);
      check(threads > 0, "no thread has worked");
      await passes(page, () => page.click(SEND));
      return `${threads} threads`;
    }));
    await test("a form that is sent while the work goes on is sent when it is done", () => visit({}, async (page) => {
      await page.goto(verify);
      await page.click(`${WORK} button`);
      await passes(page, () => page.click(SEND));
    }));
    await test("where there are no threads the page works itself", () => visit({}, async (page, noise) => {
      await page.route("**/work-worker.js", (route) => route.abort());
      await page.goto(verify);
      await page.click(`${WORK} button`);
      await passes(page, () => page.click(SEND));
      // The thread's file was withheld on purpose.
      noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("work-worker.js") && !line.includes("ERR_FAILED")));
    }));
  });

  await on({ wrong: 3, right: 2 }, async (verify) => {
    await test("after failures: reading and work", () => visit({}, async (page) => {
      await page.goto(verify);
      check(await step(page) === "read-and-work", `the step is ${await step(page)}`);
      await isSound(page);
      await page.fill("input[name=answer]", ANSWER);
      await passes(page, () => page.keyboard.press("Enter"));
    }));
    await test("after failures, without reading: work and a wait", () => visit({}, async (page) => {
      await page.goto(verify);
      check(await step(page) === "read-and-work", `the step is ${await step(page)}`);
      await page.click(`${WORK} button`);
      await passes(page, () => page.click(SEND));
    }));
    await test("after failures, without scripts: reading and a wait", () => visit({ javaScriptEnabled: false }, async (page, noise) => {
      await page.goto(verify);
      check(await step(page) === "read-and-work", `the step is ${await step(page)}`);
      check((await page.innerText("noscript, form")).includes(`${WAIT_S} s`), "the page does not say how long to wait");
      await page.fill("input[name=answer]", ANSWER);
      await Promise.all([page.waitForEvent("load"), page.click(SEND)]);
      check(await page.inputValue("input[name=answer]") === ANSWER, "what was typed is gone");
      await settle();
      await passes(page, () => page.click(SEND));
      // The first form came too early, as it was meant to.
      noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("429")));
    }));
  });

  await on({ wrong: 5, right: 0 }, async (verify) => {
    await test("after many failures: work and a wait", () => visit({}, async (page) => {
      await page.goto(verify);
      check(await step(page) === "work-and-wait", `the step is ${await step(page)}`);
      check(!(await page.isVisible("input[name=answer]")), "the picture is asked for");
      await isSound(page);
      await passes(page, () => page.click(SEND));
    }));
    await test("after many failures, without scripts: the picture and a wait", () => visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(verify);
      check(await page.isVisible(".captcha img"), "there is no picture");
      await page.fill("input[name=answer]", ANSWER);
      await settle();
      await passes(page, () => page.click(SEND));
    }));
  });
}
