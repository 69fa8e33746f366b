// The buttons that start or give up a match, or have one analysed: the second press sends nothing. A page that comes back from the browser's
// history may send once more, and so may one whose first request was stopped, or opened in another tab.

export {};

/** A press after this time is meant. */
const AGAIN_MS = 5000;

for (const way of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[action='/games'], form[data-act=rematch], form[action$='/resign'], form[action$='/analysis']"))) {
  way.addEventListener("submit", (event) => {
    if (event.timeStamp - Number(way.dataset.sent) < AGAIN_MS) event.preventDefault();
    else way.dataset.sent = String(event.timeStamp);
  });
  addEventListener("pageshow", () => { delete way.dataset.sent; });
}

// Why the last one could not be started is said once: not again when the page is loaded anew or its link is passed on.
const here = new URL(location.href);
if (here.searchParams.has("failed")) {
  here.searchParams.delete("failed");
  history.replaceState(null, "", here);
}
