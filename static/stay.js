// An admin's log-in while a form is typed: pages of the admin ask for the password again half an hour after the last request, and a form
// that is sent later would be lost. Without this script the pages count the requests alone.

const ASK_EVERY_MS = 5 * 60 * 1000;
/** Pause between two checks once the log-in has ended. */
const AGAIN_MS = 1000;
/** The status of a page that asks for a log-in. */
const LOG_IN = 401;
let next = 0;
/** @type {Element | null} */
let notice = null;

addEventListener("input", async () => {
  if (Date.now() < next) return;
  next = Date.now() + ASK_EVERY_MS;
  const answer = await fetch(location.pathname, { method: "HEAD" }).catch(() => null);
  const words = document.getElementById("log-in-again");
  if (!answer || !(words instanceof HTMLTemplateElement)) return;
  notice?.remove();
  notice = null;
  if (answer.status !== LOG_IN) return;
  // It leads to the log-in, in a tab of its own; after that this page can be saved as it is.
  next = Date.now() + AGAIN_MS;
  words.after(words.content.cloneNode(true));
  notice = words.nextElementSibling;
});
