// Parts of the page that the scripts of a match read and write: by id, and only where something changes.

/** The longest wait for the screen before a request. */
const PAINT_MS = 50;

/** @typedef {import("../tests/browser/types").Scripts} Scripts */

/** @type {Record<string, Promise<any> | undefined>} */
const scripts = {};
let misses = 0;

/** Loads a script once it is needed. Browsers keep one that did not come as one that is not there: another address asks for it again. @type {<K extends keyof Scripts>(name: K) => Promise<Scripts[K]>} */
export const load = (name) => scripts[name] ??= import(misses ? `${name}?${misses}` : name).catch((why) => { misses += 1; scripts[name] = undefined; throw why; });

/** @param {string} id */
export const element = (id) => document.getElementById(id);

/** What the server wrote into the page as JSON. @param {string} id */
export const data = (id) => JSON.parse(element(id)?.textContent ?? "null");

/** @param {string} id @param {string} text */
export function write(id, text) {
  const place = element(id);
  if (place && place.textContent !== text) place.textContent = text;
}

/** A line that is there only while it says something; `state` says so of what stands around it. @param {string} id @param {string} state @param {string} text */
export function tell(id, state, text) {
  const place = element(id);
  if (place) place.hidden = !text;
  place?.parentElement?.classList.toggle(state, Boolean(text));
  // What is said again is written again: only then do screen readers read it.
  if (text) write(id, "");
  write(id, text);
}

/** @param {string} tag @param {string} text @param {Record<string, string>} [attributes] */
export function make(tag, text, attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** @param {number} ms */
export const wait = (ms) => new Promise((done) => { setTimeout(done, ms); });

/** What was written is on the screen; in a tab that is not seen it never is, and nothing waits for it. */
export const painted = () => new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, PAINT_MS);
});
