// The captcha's work in a real browser: behind the form, in place of reading, kept over a reload, and the wait where scripts are off.
import { ANSWER, PASSWORD, startSite } from "./site.mjs";

const WAIT_S = 2;
const SETTINGS = {
  ROOKERY__CAPTCHA__DEFENCE__RANGE_TRIES: "5", ROOKERY__CAPTCHA__DEFENCE__WAIT_S: String(WAIT_S), ROOKERY__CAPTCHA__DEFENCE__WORK_TRIES: "256",
  ROOKERY__CAPTCHA__DEFENCE__RANGE_WORK_PERCENT: "30", ROOKERY__CAPTCHA__DEFENCE__RANGE_WAIT_PERCENT: "30",
  ROOKERY__CAPTCHA__DEFENCE__ADAPTIVE: "true", ROOKERY__CAPTCHA__DEFENCE__RANGE_USUAL: "1000", ROOKERY__CAPTCHA__DEFENCE__SITE_USUAL: "1000",
};
const WORK = "#captcha-work";
const ANSWERED = "input[name=answer]";
const SEND = "form[action='/verify'] button.main";

/** Answers `count` captchas of a site wrongly, each as another visitor of one network, after the wait. */
async function answerWrongly(url, count) {
  const visitors = await Promise.all(Array.from({ length: count }, async () => {
    const page = await fetch(`${url}/verify`);
    const cookie = page.headers.get("set-cookie")?.split(";")[0] ?? "";
    return { cookie, challenge: (await page.text()).match(/name="challenge" value="([a-z2-7]{26})"/)?.[1] ?? "" };
  }));
  await settle();
  for (const { cookie, challenge } of visitors) {
    await fetch(`${url}/verify`, { method: "POST", redirect: "manual", headers: { cookie }, body: new URLSearchParams({ challenge, answer: "wrong" }) });
  }
}

const settle = () => new Promise((done) => { setTimeout(done, WAIT_S * 1000 + 100); });
const asked = async (page) => [Number(await page.getAttribute(WORK, "data-tries")), Number(await page.getAttribute(WORK, "data-wait"))];
const isDone = (page) => page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("input[name=proof]")).value.split(".").length === 8);
/** Reports the number of processors of another computer. */
const processors = (page, count) => page.addInitScript((n) => Object.defineProperty(Navigator.prototype, "hardwareConcurrency", { get: () => n }), count);
const says = (page, words) => page.evaluate(([id, name]) => {
  const box = /** @type {HTMLElement} */ (document.querySelector(id));
  return Boolean(box.dataset[name]) && box.querySelector("[role=status]")?.textContent === box.dataset[name];
}, [WORK, words]);
const progress = (page) => page.$eval(`${WORK} progress`, (bar) => bar.value);

/** The tests, with what run.mjs lends them: `test`, `check`, `visit`, and the checks of every page. */
export async function defence({ test, check, visit, noSidewaysScroll, violations }) {
  const passes = (page, act) => Promise.all([page.waitForURL(`${site.url}/play`), act()]);
  async function isSound(page) {
    await noSidewaysScroll(page);
    await violations(page);
  }
  const site = await startSite(SETTINGS);
  const verify = `${site.url}/verify?next=/play`;
  try {
    await test("the work is done by threads while the visitor types", () => visit({}, async (page) => {
      const threads = [];
      page.on("worker", (worker) => threads.push(worker));
      await processors(page, 16);
      await page.goto(verify);
      check(threads.length === 0, "it began before anybody did anything");
      const place = () => page.$eval(SEND, (button) => button.getBoundingClientRect().top);
      const before = await place();
      await page.locator(ANSWERED).pressSequentially(ANSWER, { delay: 30 });
      await page.waitForFunction((id) => /** @type {HTMLProgressElement} */ (document.querySelector(`${id} progress`)).value > 0, WORK);
      check(threads.length === 4, `${threads.length} threads work on a machine of sixteen processors`);
      check(await place() === before, "the button moved when the work began");
      await isSound(page);
      await isDone(page);
      check(await place() === before, "the button moved when the work was done");
      check(await progress(page) === 1, "the bar is not full");
      check(await says(page, "done"), "nothing says that the work is done");
      await isSound(page);
      await passes(page, () => page.click(SEND));
      return `${threads.length} threads`;
    }));
    await test("the threads may use WebAssembly, and the pages may not", () => visit({}, async (page, noise) => {
      const policies = new Map();
      page.on("response", (response) => policies.set(new URL(response.url()).pathname.split("/").at(-1), response.headers()["content-security-policy"]));
      await page.goto(verify);
      await page.fill(ANSWERED, ANSWER);
      await isDone(page);
      const compile = () => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => true, () => false);
      check(!(await page.evaluate(compile)), "the page may");
      check(policies.has("work-worker.js") && policies.has("scrypt.umd.min.js"), `no thread was seen: ${[...policies.keys()]}`);
      check(!policies.has("scrypt.js"), "the threads do not work by WebAssembly");
      for (const [file, policy] of policies) check(policy.includes("wasm-unsafe-eval") === (file === "work-worker.js"), `${file}: ${policy}`);
      noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("WebAssembly")));
    }));
    await test("where WebAssembly is not allowed the site's own script works", () => visit({}, async (page, noise) => {
      const own = page.waitForResponse("**/scrypt.js");
      await page.route("**/work-worker.js", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": "default-src 'none'; script-src 'self'" } });
      });
      await page.goto(verify);
      await page.fill(ANSWERED, ANSWER);
      await own;
      await passes(page, () => page.click(SEND));
      noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("WebAssembly")));
    }));
    await test("where the memory for WebAssembly runs out on the way the site's own script goes on", () => visit({}, async (page) => {
      const own = page.waitForResponse("**/scrypt.js");
      await page.route("**/scrypt.umd.min.js", async (route) => {
        const response = await route.fetch();
        const failing = "; { const { scrypt } = globalThis.hashwasm; let tries = 0; globalThis.hashwasm.scrypt = (given) => ++tries > 3 ? Promise.reject(new Error('out of memory')) : scrypt(given); }";
        await route.fulfill({ response, body: await response.text() + failing });
      });
      await page.goto(verify);
      await page.fill(ANSWERED, ANSWER);
      await own;
      await passes(page, () => page.click(SEND));
    }));
    await test("on a nearly empty battery one thread works", () => visit({}, async (page) => {
      for (const [charging, level, expected] of [[false, 0.1, 1], [true, 0.1, 4], [false, 0.5, 4]]) {
        const tab = await page.context().newPage();
        await processors(tab, 16);
        await tab.addInitScript((battery) => { Object.defineProperty(navigator, "getBattery", { value: async () => battery }); }, { charging, level });
        const threads = [];
        tab.on("worker", (worker) => threads.push(worker));
        await tab.goto(verify);
        await tab.fill(ANSWERED, "half");
        await isDone(tab);
        check(threads.length === expected, `${threads.length} threads at ${level}${charging ? ", charging" : ""}`);
        await tab.close();
      }
    }));
    await test("with reduced data the work begins when the form is sent", () => visit({}, async (page) => {
      for (const hint of ["saveData", "prefers-reduced-data"]) {
        const tab = await page.context().newPage();
        await tab.addInitScript((given) => {
          if (given === "saveData") Object.defineProperty(navigator, "connection", { value: { saveData: true } });
          else {
            const usual = window.matchMedia.bind(window);
            window.matchMedia = (query) => (query.includes("prefers-reduced-data: reduce") ? usual("all") : usual(query));
          }
        }, hint);
        const threads = [];
        tab.on("worker", (worker) => threads.push(worker));
        await tab.goto(verify);
        await tab.locator(ANSWERED).pressSequentially(ANSWER, { delay: 20 });
        await tab.waitForTimeout(300);
        check(threads.length === 0 && await tab.inputValue("input[name=proof]") === "", `${hint}: the work begins before the form is sent`);
        await Promise.all([tab.waitForURL(`${site.url}/play`), tab.keyboard.press("Enter")]);
        check(threads.length > 0, `${hint}: no thread worked`);
        await tab.close();
        await page.context().clearCookies();
      }
    }));
    await test("a form that is sent while the work goes on is sent when it is done", () => visit({}, async (page) => {
      await page.goto(verify);
      await page.evaluate((id) => {
        const status = /** @type {HTMLElement} */ (document.querySelector(`${id} [role=status]`));
        new MutationObserver(() => sessionStorage.setItem("said", `${sessionStorage.getItem("said") ?? ""}\n${status.textContent}`)).observe(status, { childList: true });
      }, WORK);
      const words = await page.$eval(WORK, (box) => [box.dataset.working, box.dataset.held, box.dataset.done]);
      await page.fill(ANSWERED, ANSWER);
      await passes(page, () => page.keyboard.press("Enter"));
      const said = await page.evaluate(() => sessionStorage.getItem("said")) ?? "";
      for (const line of words) check(line && said.includes(line), `"${line}" is not said: ${said}`);
    }));
    await test("what is said of a form that waits is in sight, and its button is busy", () => visit({ viewport: { width: 390, height: 400 } }, async (page) => {
      let come = () => {};
      const later = new Promise((done) => { come = () => done(undefined); });
      await page.route("**/work-worker.js", async (route) => {
        await later;
        await route.continue();
      });
      await page.goto(verify);
      await page.fill(ANSWERED, ANSWER);
      // The field stands at the lower edge, as above the keyboard of a phone.
      await page.$eval(ANSWERED, (field) => field.scrollIntoView({ block: "end" }));
      await page.press(ANSWERED, "Enter");
      check(await says(page, "held"), "nothing says that the form waits");
      const [top, bottom, height] = await page.$eval(`${WORK} [role=status]`, (line) => [line.getBoundingClientRect().top, line.getBoundingClientRect().bottom, innerHeight]);
      check(top >= 0 && bottom <= height + 1, `it is said from ${top} to ${bottom} in a window of ${height}`);
      check(await page.getAttribute(SEND, "aria-busy") === "true", "the button looks as if nothing was pressed");
      await passes(page, come);
    }));
    await test("a second click while the answer is on its way sends nothing", () => visit({}, async (page) => {
      let sent = 0;
      await page.route("**/verify*", async (route) => {
        if (route.request().method() === "POST") {
          sent += 1;
          await new Promise((later) => { setTimeout(later, 1000); });
        }
        await route.continue();
      });
      await page.goto(verify);
      await page.fill(ANSWERED, ANSWER);
      await isDone(page);
      await page.locator(SEND).scrollIntoViewIfNeeded();
      const { x, y } = await page.locator(SEND).boundingBox() ?? { x: 0, y: 0 };
      await passes(page, async () => {
        await page.mouse.click(x + 5, y + 5);
        await page.waitForTimeout(200);
        await page.mouse.click(x + 5, y + 5);
      });
      check(sent === 1, `${sent} forms were sent`);
    }));
    await test("more work instead of reading", () => visit({}, async (page) => {
      await page.goto(verify);
      await page.click(`${WORK} button`);
      await isSound(page);
      await passes(page, () => page.click(SEND));
    }));
    await test("more work after the usual work is done has threads as well", () => visit({}, async (page) => {
      await page.goto(verify);
      await page.fill(ANSWERED, "half");
      await isDone(page);
      const threads = [];
      page.on("worker", (worker) => threads.push(worker));
      await page.click(`${WORK} button`);
      await passes(page, () => page.click(SEND));
      check(threads.length > 0, "the page worked by itself");
    }));
    await test("where there are no threads the page works itself", () => visit({}, async (page, noise) => {
      await page.route("**/work-worker.js", (route) => route.abort());
      await page.goto(verify);
      await page.fill(ANSWERED, ANSWER);
      await passes(page, () => page.click(SEND));
      // The thread's file was withheld on purpose.
      noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("work-worker.js") && !line.includes("ERR_FAILED")));
    }));
    await test("where a thread says that it can do nothing the page works itself", () => visit({}, async (page) => {
      await page.route("**/work-worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: "addEventListener('message', () => postMessage({ isStuck: true }));" }));
      await page.goto(verify);
      await page.fill(ANSWERED, ANSWER);
      await passes(page, () => page.click(SEND));
    }));
    await test("work whose scripts do not come is done when the form is sent again", () => visit({}, async (page, noise) => {
      const own = /\/scrypt\.js/;
      await page.route("**/work-worker.js", (route) => route.abort());
      await page.route(own, (route) => route.abort());
      await page.goto(verify);
      await page.fill(ANSWERED, ANSWER);
      await page.waitForFunction((id) => {
        const box = /** @type {HTMLElement} */ (document.querySelector(id));
        return Boolean(box.dataset.failed) && box.querySelector("[role=status]")?.textContent === box.dataset.failed;
      }, WORK);
      await isSound(page);
      await page.unroute(own);
      await passes(page, () => page.click(SEND));
      noise.splice(0, noise.length, ...noise.filter((line) => !/work-worker\.js|scrypt\.js|ERR_FAILED/.test(line)));
    }));
    await test("work is not lost by loading again, by going back, or by another field", () => visit({}, async (page) => {
      await page.goto(verify);
      await page.fill(ANSWERED, "half");
      await isDone(page);
      const seed = await page.getAttribute(WORK, "data-seed");
      for (const again of [() => page.reload(), async () => { await page.goto(`${site.url}/play`); await page.goBack(); }]) {
        await again();
        check(await page.getAttribute(WORK, "data-seed") === seed, "another challenge is shown");
        await isDone(page);
      }
      await page.fill(ANSWERED, ANSWER);
      await passes(page, () => page.click(SEND));
    }));
    await test("two tabs work for one challenge, and one of them passes", () => visit({}, async (page) => {
      const other = await page.context().newPage();
      for (const tab of [page, other]) {
        await tab.bringToFront();
        await tab.goto(verify);
        await tab.fill(ANSWERED, ANSWER);
        await isDone(tab);
      }
      await passes(other, () => other.click(SEND));
      await other.close();
    }));
    await test("Enter in the field of an invitation asks for no answer", () => visit({}, async (page, noise) => {
      await page.goto(`${site.url}/signup`);
      await page.fill("input[name=name]", "Invited");
      await page.fill("input[name=password]", PASSWORD);
      await page.click("details.more summary");
      await page.fill("#f-invite", "no-such-code");
      await Promise.all([page.waitForEvent("load"), page.press("#f-invite", "Enter")]);
      check(await page.locator("#e-invite").isVisible(), "the invitation was not looked at");
      // The code is none, as it was meant to be.
      noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("422")));
    }));
    await test("without scripts: reading and a wait", () => visit({ javaScriptEnabled: false }, async (page, noise) => {
      await page.goto(verify);
      check((await page.innerText("noscript")).includes(`${WAIT_S} s`), "the page does not say how long to wait");
      await page.fill(ANSWERED, ANSWER);
      await Promise.all([page.waitForEvent("load"), page.click(SEND)]);
      check(await page.inputValue(ANSWERED) === ANSWER, "what was typed is gone");
      await settle();
      await passes(page, () => page.click(SEND));
      // The first form came too early, as it was meant to.
      noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("429")));
    }));
    await answerWrongly(site.url, 7);
    await test("after failures there is more work, and a wait for everybody", () => visit({}, async (page) => {
      await page.goto(verify);
      const [tries, wait] = await asked(page);
      check(tries === 256 && wait === WAIT_S, `${tries} tries and ${wait} s are asked for`);
      await isSound(page);
      await page.fill(ANSWERED, ANSWER);
      await passes(page, () => page.keyboard.press("Enter"));
    }));
    await test("after failures, without scripts: the picture and the wait", () => visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(verify);
      await page.fill(ANSWERED, ANSWER);
      await settle();
      await passes(page, () => page.click(SEND));
    }));
  } finally {
    await site.stop();
  }
}
