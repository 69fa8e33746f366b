// Other sites that use the captcha: a plain Node server whose page is the one of docs/captcha-api.md, word for word, and a guest book by
// Flask-WTF, which is given other addresses and nothing else.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import { tapOn } from "./pointer.mjs";
import { ANSWER } from "./site.mjs";

const guide = readFileSync(new URL("../../docs/captcha-api.md", import.meta.url), "utf8");
const WORDS = "Hello from the forum";
/** How long the script may take to fit the frame to its page. */
const FITTING_MS = 5000;
/** The lowest port for the guest book: it cannot choose one itself. */
const GUEST_BOOK_PORT = 18_923;

/** A forum on a port of its own. It calls itself `localhost`, so that a browser takes it for another site than 127.0.0.1. */
async function startForum(site, customer) {
  const page = guide.match(/```html\n([\s\S]*?)```/)?.[1] ?? "";
  const comments = [];
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") {
      const { searchParams } = new URL(request.url ?? "", site);
      const owners = `<form method="post" action="/comments"><p><textarea name="text"></textarea></p>${customer.lines}<p><button>Send</button></p></form>`;
      const filled = searchParams.has("owners") ? owners.repeat(Number(searchParams.get("owners") || 1)) : page.replaceAll("https://games.example.org", site).replaceAll("your site key", customer.key)
        .replace("data-sitekey", `${searchParams.get("attributes") ?? ""} data-sitekey`).replace("widget.js", `widget.js${searchParams.get("parameters") ?? ""}`);
      // Nothing but what the guide says that a page needs.
      const policy = `default-src 'none'; script-src ${site}; frame-src ${site}; img-src data:; form-action 'self'`;
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
      const above = "<br>".repeat(Number(searchParams.get("above") ?? 0));
      response.end(`<!doctype html><html lang="en"><title>Forum</title><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${above}${filled}</html>`);
      return;
    }
    let body = "";
    for await (const part of request) body += part;
    const fields = new URLSearchParams(body);
    const asked = await fetch(`${site}/api/v1/captcha/siteverify`, {
      method: "POST", body: new URLSearchParams({ secret: customer.secret, response: fields.get("rookery-captcha-response") ?? "" }),
    });
    const said = await asked.json();
    const taken = said.success === true && said.hostname === "localhost";
    if (taken) comments.push(fields.get("text"));
    response.writeHead(taken ? 200 : 422, { "content-type": "text/plain" });
    response.end(taken ? "Thank you." : `Refused: ${said["error-codes"]}`);
  });
  await new Promise((done) => { server.listen(0, "127.0.0.1", () => done(undefined)); });
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the forum has no port");
  const stop = () => { server.close(); server.closeAllConnections(); };
  return { origin: `http://localhost:${address.port}`, comments, stop };
}

function check(condition, words) {
  if (!condition) throw new Error(words);
}

/** The owner adds a site and takes down its key and its secret. */
async function add(owner, site, name, origin) {
  await owner.goto(`${site}/admin/captcha/sites`);
  await owner.fill("#f-name", name);
  await owner.fill("#f-origins", origin);
  await owner.click("button[value=add]");
  const key = await owner.textContent("#site-key") ?? "";
  const lines = await owner.$$eval("pre code", (all) => all.map((code) => code.textContent ?? ""));
  return { key, secret: await owner.textContent("#secret") ?? "", lines: lines.find((text) => text.includes(key)) ?? "" };
}

/** The frame of the captcha in a page, once there is something to answer. */
async function frameOf(page) {
  const holder = await page.waitForSelector("iframe");
  // It is loaded where it is seen.
  await holder.scrollIntoViewIfNeeded();
  const frame = await holder.contentFrame();
  await frame.waitForSelector("input[name=answer]");
  return frame;
}

/** The same, once the script has made it as high as its page: what stands below it no longer moves. */
async function fittedFrameOf(page) {
  const frame = await frameOf(page);
  await frame.waitForFunction(() => document.querySelector("img")?.complete);
  const until = Date.now() + FITTING_MS;
  for (;;) {
    // Of the body: the root is never lower than the frame around it.
    const inside = await frame.evaluate(() => document.body.offsetHeight);
    const shown = await page.$eval("iframe", (holder) => holder.offsetHeight);
    if (shown === inside) break;
    check(Date.now() < until, `the frame is ${shown} px high, its page ${inside}`);
    await page.waitForTimeout(20);
  }
  return frame;
}

/** The owner adds the forum; its visitor is wrong once, then right, and the form cannot be sent twice. */
export async function playForum(owner, visitor, site) {
  const customer = { key: "", secret: "", lines: "" };
  const forum = await startForum(site, customer);
  // At the place where it stands after scrolling: a click at once would meet the frame where it stood before.
  const send = () => tapOn(visitor, "form > p > button");
  try {
    Object.assign(customer, await add(owner, site, "Forum", forum.origin));
    await visitor.goto(forum.origin);
    let frame = await fittedFrameOf(visitor);
    check(await frame.evaluate(() => (document.querySelector("img")?.naturalWidth ?? 0) > 0), "the picture is not shown");

    // Work begins while the form is filled in, before anything is done in the frame.
    check(visitor.workers().length === 0, "work began before anybody did anything");
    const worker = visitor.waitForEvent("worker", { timeout: 5000 });
    await visitor.locator("textarea").pressSequentially(WORDS);
    const height = () => visitor.$eval("iframe", (holder) => holder.offsetHeight);
    const before = await height();
    await worker;
    await frame.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("input[name=proof]")).value.split(".").length === 8);
    check(await height() === before, `the work made the frame ${await height()} px high instead of ${before}: what stands below moved`);
    // Nothing typed: the browser says so in the frame, and the form stays.
    await send();
    check(visitor.url() === `${forum.origin}/`, "the form was sent without an answer");
    await frame.fill("input[name=answer]", "wrong");
    await send();
    await frame.waitForSelector(".error");
    check(await visitor.inputValue("textarea") === WORDS, "what was typed is gone");

    frame = await fittedFrameOf(visitor);
    await frame.fill("input[name=answer]", ANSWER);
    const [sent] = await Promise.all([visitor.waitForRequest((request) => request.method() === "POST" && request.url() === `${forum.origin}/comments`), send()]);
    await visitor.waitForURL(`${forum.origin}/comments`);
    check(await visitor.textContent("body") === "Thank you.", "the forum did not take the comment");
    const again = await fetch(`${forum.origin}/comments`, { method: "POST", body: sent.postData(), headers: { "content-type": "application/x-www-form-urlencoded" } });
    check(await again.text() === "Refused: timeout-or-duplicate", "the same form was taken twice");
    check(forum.comments.length === 1 && forum.comments[0] === WORDS, `the forum has ${forum.comments.length} comments`);
    await useWithoutTheMouse(visitor, forum);
    await ownersLines(visitor, forum);
    await twoForms(visitor, forum);
    await themes(visitor, forum);
    await tellsWhatIsWrong(visitor, forum);
    await silentFrame(visitor, forum);
    await farDown(visitor, forum);
    await laterOn(visitor, forum);
    await leftAlone(visitor, forum);
    await slowFrame(visitor, forum);
    await tryOut(owner, site, customer);
  } finally {
    forum.stop();
  }
}

/** Where the server refuses the frame's form without the frame's script, the form around it does not wait for ever. */
async function silentFrame(visitor, forum) {
  await visitor.goto(forum.origin);
  const frame = await fittedFrameOf(visitor);
  await visitor.fill("textarea", WORDS);
  await frame.fill("input[name=answer]", ANSWER);
  const busy = (route) => (route.request().method() === "POST" ? route.fulfill({ contentType: "text/html", body: "<p>Busy" }) : route.continue());
  await visitor.route("**/captcha/frame*", busy);
  await tapOn(visitor, "form > p > button");
  await visitor.waitForFunction(() => document.querySelector("form output")?.textContent?.includes("did not answer"), undefined, { timeout: 20_000 });
  await visitor.unroute("**/captcha/frame*");
  check(await visitor.inputValue("textarea") === WORDS, "what was typed is gone");
  const fresh = await fittedFrameOf(visitor);
  await fresh.fill("input[name=answer]", ANSWER);
  await tapOn(visitor, "form > p > button");
  await visitor.waitForURL(`${forum.origin}/comments`);
  forum.comments.pop();
}

/** With the keys alone: answer and check in the frame, then send. */
async function useWithoutTheMouse(visitor, forum) {
  await visitor.goto(forum.origin);
  const frame = await fittedFrameOf(visitor);
  await visitor.focus("textarea");
  await visitor.keyboard.type(WORDS);
  for (let step = 0; step < 20; step += 1) {
    await visitor.keyboard.press("Tab");
    if (await frame.evaluate(() => document.activeElement?.getAttribute("name")) === "answer") break;
  }
  // What came of it is where the keyboard is.
  const focused = () => frame.evaluate(() => document.activeElement?.getAttribute("name") ?? document.activeElement?.className);
  await visitor.keyboard.type("wrong");
  await visitor.keyboard.press("Enter");
  await frame.waitForSelector(".error");
  await frame.waitForFunction(() => document.activeElement?.getAttribute("name") === "answer");
  await visitor.keyboard.type(ANSWER);
  await visitor.keyboard.press("Enter");
  await frame.waitForSelector(".notice.good");
  await frame.waitForFunction(() => document.activeElement?.classList.contains("good"));
  check(await focused() === "notice good", "the keyboard is not at what is said");
  await visitor.focus("form > p > button");
  await visitor.keyboard.press("Enter");
  await visitor.waitForURL(`${forum.origin}/comments`);
  check(forum.comments.length === 2, "the comment was not taken");
}

/** The lines on the page that gives the key do what those of the guide do. */
async function ownersLines(visitor, forum) {
  await visitor.goto(`${forum.origin}/?owners`);
  const frame = await fittedFrameOf(visitor);
  await visitor.fill("textarea", WORDS);
  await frame.fill("input[name=answer]", ANSWER);
  await tapOn(visitor, "form > p > button");
  await visitor.waitForURL(`${forum.origin}/comments`);
  check(await visitor.textContent("body") === "Thank you.", "the owner's lines do not let the comment in");
}

/** The owner's lines stand in each of two forms, the script among them: each has one captcha, and is sent when that is passed. */
async function twoForms(visitor, forum) {
  await visitor.goto(`${forum.origin}/?owners=2`);
  const second = visitor.locator("form").nth(1);
  await second.locator("iframe").waitFor();
  await visitor.waitForLoadState();
  for (const form of await visitor.locator("form").all()) {
    const counts = [await form.locator("iframe").count(), await form.locator("input[name=rookery-captcha-response]").count()];
    check(counts.join() === "1,1", `a form has ${counts[0]} frames and ${counts[1]} fields`);
  }
  await second.locator("iframe").scrollIntoViewIfNeeded();
  const frame = await (await second.locator("iframe").elementHandle())?.contentFrame();
  if (!frame) throw new Error("the frame is empty");
  await frame.waitForSelector("input[name=answer]");
  await second.locator("textarea").fill(WORDS);
  await frame.fill("input[name=answer]", ANSWER);
  await tapOn(visitor, "form:nth-of-type(2) > p > button");
  await visitor.waitForURL(`${forum.origin}/comments`);
  check(await visitor.textContent("body") === "Thank you.", "the second form was not taken");
}

/** Sends the form of the page without coming near it. */
const sendFromAfar = (page) => page.evaluate((words) => {
  const form = /** @type {HTMLFormElement} */ (document.querySelector("form"));
  /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea")).value = words;
  form.requestSubmit();
}, WORDS);

/** Answers the captcha, sends the form, and says whether the forum took it. */
async function answerAndSend(visitor, forum) {
  const frame = await fittedFrameOf(visitor);
  await frame.fill("input[name=answer]", ANSWER);
  await tapOn(visitor, "form > p > button");
  await visitor.waitForURL(`${forum.origin}/comments`);
  check(await visitor.textContent("body") === "Thank you.", "the comment was not taken");
}

/** A form far down takes no challenge before anybody comes to it; one that is sent before waits for its captcha. */
async function farDown(visitor, forum) {
  const asked = [];
  const listen = (request) => { if (request.url().includes("/captcha/frame")) asked.push(request.url()); };
  visitor.on("request", listen);
  await visitor.goto(`${forum.origin}/?above=200`);
  await visitor.waitForSelector("iframe");
  await visitor.waitForTimeout(500);
  check(asked.length === 0, "a page that was only looked at took a challenge");
  await sendFromAfar(visitor);
  await answerAndSend(visitor, forum);
  visitor.off("request", listen);
}

/** A form that is sent while its frame is still on the way waits for it, longer than for an answer. The clock is the test's. */
async function slowFrame(visitor, forum) {
  let letGo = () => {};
  const gate = new Promise((done) => { letGo = () => done(undefined); });
  const late = async (route) => { await gate; await route.continue(); };
  await visitor.route("**/captcha/frame*", late);
  await visitor.goto(forum.origin, { waitUntil: "domcontentloaded" });
  await visitor.waitForSelector("iframe");
  await sendFromAfar(visitor);
  await visitor.clock.fastForward(30_000);
  check(await visitor.textContent("form output") === "", "the form was given back while the frame was on its way");
  letGo();
  await answerAndSend(visitor, forum);
  await visitor.unroute("**/captcha/frame*", late);
}

/** A challenge that ends while somebody reads gives way to another; a pass that ended while the computer slept is not sent. */
async function laterOn(visitor, forum) {
  await visitor.clock.install();
  await visitor.goto(forum.origin);
  let frame = await frameOf(visitor);
  const challenge = () => frame.inputValue("input[name=challenge]");
  const first = await challenge();
  const steps = () => visitor.evaluate(() => history.length);
  const before = await steps();
  await visitor.clock.fastForward(11 * 60 * 1000);
  await visitor.waitForTimeout(1000);
  frame = await frameOf(visitor);
  check(await challenge() !== first, "the challenge that has ended is still there");
  check(await steps() === before, "another challenge is a step in the history of the page");
  await visitor.fill("textarea", WORDS);
  await frame.fill("input[name=answer]", ANSWER);
  await frame.click("main > form > .actions:last-child button");
  await frame.waitForSelector(".notice.good");
  // Timers stand still in the meantime.
  await visitor.clock.setSystemTime(Date.now() + 60 * 60 * 1000);
  await tapOn(visitor, "form > p > button");
  frame = await frameOf(visitor);
  check(visitor.url() === `${forum.origin}/`, "a pass that has ended was sent");
  check(await visitor.inputValue("textarea") === WORDS, "what was typed is gone");
  await frame.fill("input[name=answer]", ANSWER);
  await tapOn(visitor, "form > p > button");
  await visitor.waitForURL(`${forum.origin}/comments`);
  check(await visitor.textContent("body") === "Thank you.", "the comment was not taken after all");
}

/** A form that was begun and left to itself makes the browser work no more; the next key does. The clock is the test's. */
async function leftAlone(visitor, forum) {
  await visitor.goto(forum.origin);
  let frame = await frameOf(visitor);
  const challenge = () => frame.inputValue("input[name=challenge]");
  const numbers = async () => (await frame.inputValue("input[name=proof]")).split(".").length;
  const worked = () => frame.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("input[name=proof]")).value.split(".").length === 8);
  await visitor.locator("textarea").pressSequentially("H");
  await worked();
  const first = await challenge();
  await visitor.clock.fastForward(11 * 60 * 1000);
  await visitor.waitForTimeout(1000);
  frame = await frameOf(visitor);
  check(await challenge() !== first, "the challenge that has ended is still there");
  await visitor.waitForTimeout(1000);
  check(await numbers() === 1 && visitor.workers().length === 0, "the browser works for a form that was left to itself");
  await visitor.locator("textarea").pressSequentially("i");
  await worked();
}

/** The frame has the theme that the page asks for. */
async function themes(visitor, forum) {
  for (const theme of ["light", "dark", "auto"]) {
    await visitor.goto(`${forum.origin}/?${new URLSearchParams({ attributes: `data-theme="${theme}"` })}`);
    const frame = await fittedFrameOf(visitor);
    const shown = await frame.evaluate(() => [document.documentElement.className, getComputedStyle(document.body).color]);
    check(shown[0] === theme, `${theme}: the frame is ${shown[0]}`);
    const brightness = Number(shown[1].match(/\d+/)?.[0]);
    check(theme === "dark" ? brightness > 150 : brightness < 100, `${theme}: the letters are ${shown[1]}`);
  }
}

/** What is wrong in the page is told its developer in the console, and visitors pass all the same. */
async function tellsWhatIsWrong(visitor, forum) {
  const said = [];
  const listen = (message) => { if (message.type() === "error") said.push(message.text()); };
  visitor.on("console", listen);
  const wrong = { attributes: 'data-theme="purple" data-callback="noSuchCall"', parameters: "?render=all&amp;onload=nowhere" };
  await visitor.goto(`${forum.origin}/?${new URLSearchParams(wrong)}`);
  const frame = await fittedFrameOf(visitor);
  check(await frame.evaluate(() => document.documentElement.className) === "auto", "a theme that there is not");
  await visitor.evaluate(() => /** @type {any} */ (window).rookeryCaptcha.reset(7));
  await visitor.fill("textarea", WORDS);
  await frame.fill("input[name=answer]", ANSWER);
  await tapOn(visitor, "form > p > button");
  await visitor.waitForURL(`${forum.origin}/comments`);
  visitor.off("console", listen);
  for (const words of ['data-theme="purple"', '"noSuchCall" is not a function', "render=all", "onload=nowhere", "no captcha number 7"]) {
    check(said.some((line) => line.startsWith("rookery-captcha: ") && line.includes(words)), `${words} is not told: ${said}`);
  }
}

/** The owner tries the captcha of the forum on the page that gives its key. */
async function tryOut(owner, site, customer) {
  await owner.goto(`${site}/admin/captcha/sites?try=${customer.key}`);
  const frame = await frameOf(owner);
  await frame.fill("input[name=answer]", ANSWER);
  await owner.click("button[value=try]");
  await owner.waitForSelector(".notice.good");
  check((await owner.textContent(".notice.good"))?.includes("The captcha works"), "the trial did not pass");
}

/** A visitor without scripts copies the code from the frame. */
export async function playForumWithoutScripts(owner, visitor, site, waitMs) {
  const customer = { key: "", secret: "", lines: "" };
  const forum = await startForum(site, customer);
  try {
    Object.assign(customer, await add(owner, site, "Plain forum", forum.origin));
    await visitor.goto(forum.origin);
    const frame = await frameOf(visitor);
    await visitor.fill("textarea", WORDS);
    await frame.fill("input[name=answer]", ANSWER);
    await visitor.waitForTimeout(waitMs);
    await frame.click("main > form > .actions button");
    const code = await frame.inputValue("#f-code");
    await visitor.fill("input[name=rookery-captcha-response]", code);
    await visitor.click("form > p > button");
    await visitor.waitForURL(`${forum.origin}/comments`);
    check(forum.comments.length === 1, "the comment was not taken");
  } finally {
    forum.stop();
  }
}

/** A guest book by Flask-WTF. The folder `packages` has those of tests/consumers/flask/requirements.txt. */
export async function playGuestBook(owner, visitor, site, packages) {
  const origin = `http://localhost:${GUEST_BOOK_PORT}`;
  const customer = await add(owner, site, "Guest book", origin);
  const script = fileURLToPath(new URL("../consumers/flask/app.py", import.meta.url));
  const book = spawn("python3", [script, String(GUEST_BOOK_PORT)], {
    env: { ...process.env, PYTHONPATH: packages, CAPTCHA_SERVER: site, CAPTCHA_KEY: customer.key, CAPTCHA_SECRET: customer.secret }, stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await new Promise((done, failed) => {
      book.stdout.once("data", done);
      book.once("exit", (code) => failed(new Error(`the guest book ended with ${code}`)));
    });
    // Its own check says what Google's would.
    const without = await fetch(origin, { method: "POST", body: new URLSearchParams({ words: WORDS }) });
    check(!(await without.text()).includes("Thank you"), "an entry without the captcha was taken");
    await visitor.goto(origin);
    const frame = await frameOf(visitor);
    await visitor.fill("input[name=words]", WORDS);
    await frame.fill("input[name=answer]", ANSWER);
    await visitor.click("input[type=submit]");
    await visitor.waitForFunction(() => document.body.textContent?.includes("Thank you"));
    check((await visitor.textContent("body"))?.includes(WORDS), "the entry is not the visitor's");
  } finally {
    book.kill("SIGTERM");
  }
}
