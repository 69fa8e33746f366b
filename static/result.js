// The result of a match: looking back from the start without loading a page, and sharing the link, by the clipboard and by what the
// device has for it. Loaded when a match is over; the links and the field behind both work without this script.

import { load } from "./page.js";

// The buttons that go on from here; all else of the result works without it.
load("./once.js").catch(() => {});

const NOTICE_MS = 4000;
const root = document.querySelector(".result");
const share = root?.querySelector("details");
const copy = share?.querySelector("[data-copy]");
const send = share?.querySelector("[data-send]");

root?.querySelector("a")?.addEventListener("click", (event) => {
  const first = document.querySelector("[data-step=first]");
  if (!(first instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  first.click();
});

async function copyLink() {
  const field = share?.querySelector("input");
  const told = share?.querySelector("[role=status]");
  if (!field || !(told instanceof HTMLElement)) return;
  field.select();
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // On plain http, pages may not write to the clipboard; the browser may still copy the selection, or else the visitor can.
    field.focus();
    isCopied = document.execCommand("copy");
  }
  told.textContent = (isCopied ? told.dataset.done : told.dataset.selected) ?? "";
  setTimeout(() => { told.textContent = ""; }, NOTICE_MS);
}

share?.addEventListener("toggle", () => { if (share.open) copyLink(); });
copy?.addEventListener("click", copyLink);
if (copy instanceof HTMLElement) copy.hidden = false;
if (send instanceof HTMLElement && "share" in navigator) send.hidden = false;
send?.addEventListener("click", () => {
  // If the visitor cancels, the promise is rejected; there is nothing to report.
  navigator.share({ title: document.title, url: share?.querySelector("input")?.value }).catch(() => undefined);
});

document.addEventListener("click", (event) => {
  if (share?.open && event.target instanceof Node && !share.contains(event.target)) share.open = false;
});
share?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  share.open = false;
  share.querySelector("summary")?.focus();
});
