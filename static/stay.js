// An admin's log-in while a form is typed: pages of the admin ask for the password again half an hour after the last request, and a form
// that is sent later would be lost. Without this script the pages count the requests alone.

const EVERY_MS = 5 * 60 * 1000;
/** The status of a page that asks for a log-in. */
const LOG_IN = 401;
let next = 0;

addEventListener("input", async () => {
  if (Date.now() < next) return;
  next = Date.now() + EVERY_MS;
  const answer = await fetch(location.pathname, { method: "HEAD" }).catch(() => null);
  const notice = document.getElementById("log-in-again");
  if (!answer || !notice) return;
  // It leads to the log-in, in a tab of its own; after that this page can be saved as it is.
  notice.hidden = answer.status !== LOG_IN;
  if (!notice.hidden) next = 0;
});
