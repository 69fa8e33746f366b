// The captcha's settings: samples are drawn again while values are changed, before they are saved; the fieldsets of the chosen
// preset unfold, and so does what hides a field that is wrong.

import "./sliders.js";

const QUIET_MS = 400;
const form = document.getElementById("captcha-settings");
const list = document.getElementById("captcha-samples");
const summary = document.getElementById("captcha-summary");
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** Answers may overtake each other: only the last question counts. */
let asked = 0;

/** @typedef {{ src: string, alt: string, width: number, height: number, figures: string, is_faint: boolean }} Sample */

/** The values of the form, without what only saving needs. */
function values() {
  const found = new URLSearchParams();
  if (form instanceof HTMLFormElement) {
    for (const [name, value] of new FormData(form)) if (name !== "version" && typeof value === "string") found.set(name, value);
  }
  return found;
}

/** @param {boolean} isAsked by a button, which then says what is wrong */
async function draw(isAsked) {
  if (!(form instanceof HTMLFormElement) || !list || !summary || !(isAsked ? form.reportValidity() : form.checkValidity())) return;
  const question = ++asked;
  const wanted = values();
  list.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(`/admin/captcha/samples?${wanted}`, { headers: { accept: "application/json" } });
    const sheet = await answer.json();
    if (question !== asked) return;
    // Such as that the password is asked for again: what is typed stays.
    if (!answer.ok) {
      summary.textContent = sheet.error?.say ?? summary.dataset.failed ?? "";
      return;
    }
    list.replaceChildren(...sheet.samples.map(item));
    list.classList.toggle("dark", wanted.get("theme") === "dark");
    summary.textContent = sheet.summary;
  } catch {
    if (question === asked) summary.textContent = summary.dataset.failed ?? "";
  } finally {
    if (question === asked) list.removeAttribute("aria-busy");
  }
}

/** @param {Sample} sample */
function item(sample) {
  const image = document.createElement("img");
  Object.assign(image, { src: sample.src, alt: sample.alt, width: sample.width, height: sample.height });
  const caption = document.createElement("figcaption");
  caption.textContent = sample.figures;
  if (sample.is_faint) {
    const warning = document.createElement("strong");
    warning.textContent = summary?.dataset.faint ?? "";
    caption.classList.add("faint");
    caption.append(" ", warning);
  }
  const figure = document.createElement("figure");
  figure.append(image, caption);
  const line = document.createElement("li");
  line.append(figure);
  return line;
}

form?.addEventListener("input", (event) => {
  const field = event.target;
  if (field instanceof HTMLInputElement && field.name === "preset") {
    for (const section of form.querySelectorAll("details[data-preset]")) {
      if (section instanceof HTMLDetailsElement) section.open = section.dataset.preset === field.value;
    }
  }
  clearTimeout(timer);
  timer = setTimeout(() => draw(false), QUIET_MS);
});

// A field that is wrong cannot be shown while it is folded away: what hides it unfolds. Without scripts the server checks and unfolds.
if (form instanceof HTMLFormElement) form.noValidate = false;
form?.addEventListener("invalid", (event) => {
  let hidden = event.target instanceof Element ? event.target.closest("details") : null;
  for (; hidden; hidden = hidden.parentElement?.closest("details") ?? null) hidden.open = true;
}, true);

form?.addEventListener("click", (event) => {
  const button = event.target;
  if (!(button instanceof HTMLButtonElement) || !["preview", "letters"].includes(button.value)) return;
  const seed = form.querySelector("input[name=seed]");
  if (button.value === "letters" && seed instanceof HTMLInputElement) seed.value = String(Math.floor(Math.random() * 2 ** 32));
  event.preventDefault();
  draw(true);
});
