// A forum that uses the captcha as docs/captcha-api.md tells it to: the page is the one in that document, word for word.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { ANSWER } from "./site.mjs";

const guide = readFileSync(new URL("../../docs/captcha-api.md", import.meta.url), "utf8");

/** A forum on a port of its own. It calls itself `localhost`, so that a browser takes it for another site than 127.0.0.1. */
async function startForum(site, customer) {
  const page = guide.match(/```html\n([\s\S]*?)```/)?.[1] ?? "";
  const comments = [];
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") {
      const filled = page.replace("https://games.example.org", site).replace("your site key", customer.key);
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(`<!doctype html><html lang="en"><title>Forum</title><link rel="icon" href="data:,">${filled}</html>`);
      return;
    }
    let body = "";
    for await (const part of request) body += part;
    const fields = new URLSearchParams(body);
    const asked = await fetch(`${site}/api/v1/captcha/verify`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ secret: customer.secret, token: fields.get("captcha") }),
    });
    const said = await asked.json();
    const taken = asked.status === 200 && said.passed === true;
    if (taken) comments.push(fields.get("text"));
    response.writeHead(taken ? 200 : 422, { "content-type": "text/plain" });
    response.end(taken ? "Thank you." : `Refused: ${said.error.code}`);
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

/** The owner adds the forum; its visitor is wrong once, then right, and the form cannot be sent twice. */
export async function playForum(owner, visitor, site) {
  const customer = { key: "", secret: "" };
  const forum = await startForum(site, customer);
  try {
    await owner.goto(`${site}/admin/captcha/sites`);
    await owner.fill("#f-name", "Forum");
    await owner.fill("#f-origins", forum.origin);
    await owner.click("button[value=add]");
    customer.key = await owner.textContent("#site-key") ?? "";
    customer.secret = await owner.textContent("#secret") ?? "";

    await visitor.goto(forum.origin);
    await visitor.waitForFunction(() => (document.querySelector("img")?.naturalWidth ?? 0) > 0);
    const seconds = await visitor.evaluate(() => new Promise((done, failed) => {
      const audio = document.querySelector("audio");
      audio?.addEventListener("loadedmetadata", () => done(audio.duration));
      audio?.addEventListener("error", () => failed(new Error("the recording cannot be played")));
      if (audio) audio.preload = "metadata";
      audio?.load();
    }));
    check(seconds > 2 && seconds < 7, `the recording lasts ${seconds} s`);

    await visitor.fill("textarea", "Hello from the forum");
    const first = await visitor.getAttribute("img", "srcset");
    await visitor.fill("[type=text]", "wrong");
    await visitor.click("form > p > button");
    await visitor.waitForFunction((old) => document.querySelector("img")?.srcset !== old, first);
    check((await visitor.textContent("[role=status]"))?.includes("not what the picture shows"), "the page does not say what was wrong");
    check(await visitor.inputValue("textarea") === "Hello from the forum", "what was typed is gone");

    await visitor.fill("[type=text]", ANSWER);
    const [sent] = await Promise.all([visitor.waitForRequest((request) => request.method() === "POST" && request.url() === `${forum.origin}/comments`), visitor.click("form > p > button")]);
    await visitor.waitForURL(`${forum.origin}/comments`);
    check(await visitor.textContent("body") === "Thank you.", "the forum did not take the comment");
    const again = await fetch(`${forum.origin}/comments`, { method: "POST", body: sent.postData(), headers: { "content-type": "application/x-www-form-urlencoded" } });
    check(await again.text() === "Refused: used", "the same form was taken twice");
    check(forum.comments.length === 1 && forum.comments[0] === "Hello from the forum", `the forum has ${forum.comments.length} comments`);
  } finally {
    forum.stop();
  }
}
