// The site behind real nginx, Caddy and Apache with nothing but their proxy line, under a name that is not the machine's own:
// sign-up, whole games in which the engine thinks, an upload by the owner, and what is said where public_url is missing.
import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";

import { byMouse, random, start, withoutScripts } from "./games.mjs";
import { PASSWORD, answerCaptcha, openBrowser, startSite } from "./site.mjs";

const NAME = "games.example.test";
const START_MS = 15_000;
const EVENTS_MS = 10_000;
const asRoot = process.getuid?.() === 0;

/** Each proxy: its program, whether it passes on the name by itself, what its configuration says for a port and the site's address, and how it is run in a folder. */
const PROXIES = [
  {
    name: "nginx", program: ["/usr/sbin/nginx"], passesName: false,
    file: (folder, port, site) => `daemon off; ${asRoot ? "user www-data;" : ""} pid ${folder}/pid; error_log ${folder}/error.log; events {}
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://${site}; } }
}`,
    run: (folder, file) => ["-p", folder, "-e", `${folder}/error.log`, "-c", file],
  },
  {
    name: "Caddy", program: ["/usr/bin/caddy"], passesName: true,
    file: (folder, port, site) => `{
  admin off
}
http://${NAME}:${port} {
  reverse_proxy ${site}
}`,
    run: (folder, file) => ["run", "--adapter", "caddyfile", "--config", file],
  },
  {
    name: "Apache", program: ["/usr/sbin/apache2", "/usr/sbin/httpd"], passesName: false,
    file: (folder, port, site) => `ServerRoot ${folder}
ServerName ${NAME}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
Listen 127.0.0.1:${port}
${asRoot ? "User www-data\nGroup www-data" : ""}
${["mpm_event", "authz_core", "proxy", "proxy_http"].map((module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`).join("\n")}
ProxyPass / http://${site}/`,
    run: (folder, file) => ["-d", folder, "-f", file, "-DFOREGROUND"],
  },
];

/** With an expression on the command line, only the tests whose names it fits. */
const wanted = new RegExp(process.argv[2] ?? "");
let passed = 0;
const failures = [];

async function test(name, body) {
  if (!wanted.test(name)) return;
  const since = Date.now();
  try {
    const more = await body();
    passed += 1;
    console.log(`ok    ${name}${more ? `: ${more}` : ""} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures.push(name);
    console.log(`FAIL  ${name}: ${error instanceof Error ? error.message : error}`);
  }
}

function check(condition, words) {
  if (!condition) throw new Error(words);
}

/** A port that nobody listens on now. */
function freePort() {
  return new Promise((done, failed) => {
    const server = createServer();
    server.on("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

function isListening(port) {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => { socket.destroy(); done(true); });
    socket.on("error", () => done(false));
  });
}

/** Runs a proxy in the foreground, in a folder of its own; resolves to a way to stop it. */
async function startProxy(proxy, port, site) {
  const program = proxy.program.find((path) => existsSync(path));
  check(program, `there is no ${proxy.program[0]}: install it`);
  const folder = mkdtempSync(join(tmpdir(), "rookery-proxy-"));
  // Some change to a user without rights first.
  chmodSync(folder, 0o777);
  const file = join(folder, "proxy.conf");
  writeFileSync(file, proxy.file(folder, port, site));
  const home = join(folder, "home");
  mkdirSync(home, { mode: 0o777 });
  const child = spawn(program, proxy.run(folder, file), { cwd: folder, env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.on("data", (text) => { said += text; });
  child.stderr.on("data", (text) => { said += text; });
  const ended = new Promise((done) => { child.on("exit", done); });
  const stop = async () => {
    child.kill("SIGTERM");
    await Promise.race([ended, new Promise((done) => { setTimeout(done, 5000).unref(); })]);
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  const since = Date.now();
  while (!await isListening(port)) {
    if (child.exitCode !== null || Date.now() - since > START_MS) {
      await stop();
      throw new Error(`${proxy.name} did not start: ${said}`);
    }
    await new Promise((done) => { setTimeout(done, 50); });
  }
  return stop;
}

/** The sum at the end of each part of a PNG. */
function crc32(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** A picture of noise, which no compression makes smaller: `side`² points of three bytes. */
function noise(side) {
  const chunk = (kind, body) => {
    const named = Buffer.concat([Buffer.from(kind, "latin1"), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: side }, () => Buffer.concat([Buffer.of(0), randomBytes(side * 3)]));
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.concat(rows))), chunk("IEND", Buffer.alloc(0))]);
}

async function visit(browser, options, body) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("response", (response) => { if (response.status() >= 400) complaints.push(`status ${response.status()}: ${response.url()}`); });
  try {
    const result = await body(page);
    check(complaints.length === 0, complaints.join("\n      "));
    return result;
  } finally {
    await context.close();
  }
}

async function signUp(page, url, name) {
  await page.goto(`${url}/signup`);
  await page.fill("input[name=name]", name);
  await page.fill("input[name=password]", PASSWORD);
  await answerCaptcha(page);
  await Promise.all([page.waitForURL(`${url}/`), page.click("form[action='/signup'] button.main")]);
}

async function setUp(page, url, path) {
  await page.goto(`${url}${path}`);
  await page.fill("input[name=name]", "Owner");
  await page.fill("input[name=password]", PASSWORD);
  await Promise.all([page.waitForURL("**/admin"), page.click("form[action='/setup'] button.main")]);
}

/** A file just below what nginx takes unless it is told otherwise. */
async function upload(page, url) {
  const picture = noise(575);
  check(picture.length > 950_000 && picture.length < 1_040_000, `the picture has ${picture.length} bytes`);
  await page.goto(`${url}/admin/captcha/assets`);
  await page.setInputFiles("input[name=files]", [{ name: "noise.png", mimeType: "image/png", buffer: picture }]);
  await Promise.all([page.waitForEvent("load"), page.click("text=Upload files")]);
  const outcomes = await page.locator("main .notice li").allInnerTexts();
  check(outcomes.some((text) => text.startsWith("noise.png: kept")), outcomes.join("; ") || "nothing was said of the file");
  return `${picture.length} bytes`;
}

/** A game in which the engine thinks, to its end; the moves come by news, not by asking again and again. */
async function wholeGame(page, url, game, level) {
  await start(page, url, game, level);
  const taps = await byMouse(page, random(7));
  return `${taps} taps, ${await page.locator("#board-status").innerText()}`;
}

/** News come through the proxy at once, not when it has a buffer full of them. */
async function newsArrive(page, url) {
  await start(page, url, "morabaraba", "1");
  const first = await page.evaluate(([path, limit]) => new Promise((done) => {
    const events = new EventSource(path);
    setTimeout(() => done("nothing"), Number(limit));
    events.onmessage = (event) => { events.close(); done(event.data); };
  }), [`${new URL(page.url()).pathname}/events`, EVENTS_MS]);
  check(first.includes("version"), `${first} came within ${EVENTS_MS} ms`);
}

async function behind(browser, proxy) {
  const [port, inner] = [await freePort(), await freePort()];
  const url = `http://${NAME}:${port}`;
  const site = await startSite({ ROOKERY__PUBLIC_URL: url }, `127.0.0.1:${inner}`);
  let stopProxy = async () => {};
  try {
    stopProxy = await startProxy(proxy, port, `127.0.0.1:${inner}`);
    check(site.url === url, `the site says it is ${site.url}`);
    const admin = await visit(browser, {}, async (page) => {
      await setUp(page, url, site.setup);
      return page.context().storageState();
    });
    await test(`${proxy.name}: an upload below 1 MB`, () => visit(browser, { storageState: admin }, (page) => upload(page, url)));
    await test(`${proxy.name}: sign-up past the captcha, and games to their ends`, () => visit(browser, {}, async (page) => {
      await signUp(page, url, "Lerato");
      await newsArrive(page, url);
      return [await wholeGame(page, url, "connect-four", "5"), await wholeGame(page, url, "morabaraba", "3")].join("; ");
    }));
    await test(`${proxy.name}: sign-up and a game without scripts`, () => visit(browser, { javaScriptEnabled: false }, async (page) => {
      await signUp(page, url, "Nomsa");
      await start(page, url, "tic-tac-toe", "3");
      return `${await withoutScripts(page, random(3))} taps`;
    }));
    const complaints = site.log().split("\n").filter((line) => /\b(ERROR|WARN)\b/.test(line) && !line.includes("captcha.test_answer is set"));
    await test(`${proxy.name}: the site has logged no failure`, () => check(complaints.length === 0, complaints.slice(0, 5).join("\n      ")));
  } finally {
    await stopProxy();
    await site.stop();
  }
}

/** Without public_url: a proxy that passes on the name needs none; one that does not is found out, and the page says what to set. */
async function withoutPublicUrl(browser, proxy) {
  const [port, inner] = [await freePort(), await freePort()];
  const url = `http://${NAME}:${port}`;
  const site = await startSite({}, `127.0.0.1:${inner}`);
  const context = await browser.newContext();
  let stopProxy = async () => {};
  try {
    stopProxy = await startProxy(proxy, port, `127.0.0.1:${inner}`);
    const page = await context.newPage();
    await page.goto(`${url}/login`);
    await page.fill("input[name=name]", "Nobody");
    await page.fill("input[name=password]", PASSWORD);
    const [answer] = await Promise.all([page.waitForResponse(`${url}/login`), page.click("form[action='/login'] button.main")]);
    check((answer.status() === 403) === !proxy.passesName, `the site answered ${answer.status()}`);
    if (proxy.passesName) return "the name is passed on: nothing to set";
    const text = await page.locator("main").innerText();
    check(text.includes(`public_url = "${url}"`), `the page does not say what to set: ${text}`);
    await page.goto(`${url}/login`);
    await page.click("form[action='/login'] button.main");
    const said = site.log().split("\n").filter((line) => line.includes(`public_url = "${url}"`)).length;
    check(said === 1, `the log says it ${said} times`);
    return "refused, and said what to set";
  } finally {
    await context.close();
    await stopProxy();
    await site.stop();
  }
}

// The name is known to this browser alone.
const browser = await openBrowser({ whole: true, args: [`--host-resolver-rules=MAP ${NAME} 127.0.0.1`] });
try {
  for (const proxy of PROXIES) {
    await behind(browser, proxy).catch((error) => test(`${proxy.name}: starts`, () => { throw error; }));
    await test(`${proxy.name}: without public_url`, () => withoutPublicUrl(browser, proxy));
  }
} finally {
  await browser.close();
}
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
