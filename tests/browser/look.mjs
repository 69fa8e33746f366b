// The owner's look in a browser: saved through the form, in the colours that its sample promised, legible on every page, and taken back.

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 32"><path fill="#c0392b" d="M0 32 16 0l16 32z"/><circle cx="56" cy="16" r="14" fill="#2e86c1"/><path fill="#d4a017" d="M72 4h24v24H72z"/></svg>`;

/** The first three are pages of everybody, the others the owner's. */
export const PAGES = ["/", "/imprint", "/rules/chess", "/admin/look", "/admin/look/history"];

function check(condition, words) {
  if (!condition) throw new Error(words);
}

const colours = (text) => text.match(/#[0-9a-f]{6}/g) ?? [];
/** `rgb(1, 2, 3)` as `#010203`. */
const hex = (rgb) => `#${rgb.match(/\d+/g).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;

/** The least contrast of words for WCAG 2.2, 1.4.6 (level AAA). */
const ENHANCED_CONTRAST = 7;
/** The contrast of a colour such as `#010203` with white words, by WCAG 2.2. */
function onWhite(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** A look with every field, in this accent; a faint one is refused first, with its figure. @param {import("playwright-core").Page} page */
export async function setLook(page, url, noise, accent) {
  await page.goto(`${url}/admin/look`);
  await page.fill("#f-name", "Schachklub Süd-West Musterstadt");
  await page.fill("#f-accent", "#e8c020");
  await page.setInputFiles("#f-logo_file", { name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(LOGO) });
  await page.fill("#f-welcome", "We play on Tuesdays at seven.\nEverybody is welcome.");
  await page.fill("#f-notice", "The club is closed in July.");
  await page.fill("#f-notice_link_text", "When we are open");
  await page.fill("#f-notice_link_url", "/imprint");
  await page.fill("#f-imprint", "Schachklub Süd-West e.V.\nMusterstraße 1, 12345 Musterstadt\n\nOur pages: https://club.example/about");
  await page.fill("#f-privacy", "We keep your name and your matches.");
  await page.click("button[value=save]");
  const refusal = await page.textContent("#e-accent");
  check(/ 1\.6 : 1/.test(refusal ?? ""), `the faint accent: ${refusal}`);
  noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("422")));
  check(await page.inputValue("#f-welcome") === "We play on Tuesdays at seven.\nEverybody is welcome.", "what was typed is gone");
  await page.fill("#f-accent", accent);
  await Promise.all([page.waitForURL("**/admin/look?saved=1"), page.click("button[value=save]")]);
  const promised = (await page.locator(".look-sample figcaption").allInnerTexts()).flatMap(colours);
  await page.goto(url);
  const drawn = await page.locator("img.logo").evaluate((image) => image.complete && image.naturalWidth > 0);
  check(drawn, "the logo is not drawn");
  for (const [at, colorScheme] of ["light", "dark"].entries()) {
    await page.emulateMedia({ colorScheme });
    const shown = hex(await page.locator("main a.button").first().evaluate((button) => getComputedStyle(button).backgroundColor));
    check(shown === promised[at], `buttons are ${shown} on ${colorScheme} pages instead of ${promised[at]}`);
  }
  await page.emulateMedia({ colorScheme: "light", contrast: "more" });
  const own = hex(await page.locator("main a.button").first().evaluate((button) => getComputedStyle(button).backgroundColor));
  check(own !== promised[0] && onWhite(own) >= ENHANCED_CONTRAST, `with more contrast buttons are ${own}, ${onWhite(own).toFixed(2)} : 1`);
}

/** Whoever types while the log-in has ended is told before the form is sent, and saves after another log-in in a second tab. @param {import("playwright-core").Page} page */
export async function logInAgain(page, url, noise) {
  await page.goto(`${url}/admin/look`);
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.fill("#f-notice", "Closed");
  const told = page.locator(".log-in-again");
  await told.waitFor();
  const link = await told.locator("a").getAttribute("href");
  // The browser reports the refused request, too.
  noise.splice(0, noise.length, ...noise.filter((line) => !line.includes("401")));
  check(link?.startsWith("/login?next=") ?? false, `the notice leads to ${link}`);
  await page.context().addCookies(cookies);
  await page.press("#f-notice", "End");
  await page.locator("#f-notice").pressSequentially(" in May", { delay: 300 });
  await told.waitFor({ state: "detached" });
  await Promise.all([page.waitForURL("**/admin/look?saved=1"), page.click("button[value=save]")]);
  check(await page.inputValue("#f-notice") === "Closed in May", "what was typed is gone");
}

/** The defaults again, through the form. @param {import("playwright-core").Page} page */
export async function takeBack(page, url) {
  await page.goto(`${url}/admin/look`);
  await Promise.all([page.waitForURL("**/admin/look?version=0"), page.click("a[href='/admin/look?version=0']")]);
  await Promise.all([page.waitForURL("**/admin/look?saved=1"), page.click("button[value=save]")]);
  await page.goto(url);
  check(await page.locator(".brand .logo-tower").count() === 1, "the tower is not back");
  check(await page.locator(".site-notice").count() === 0, "the notice is still there");
}
