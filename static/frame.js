// The captcha's page in a frame of another site: tells the script of the page around it its height and what came of the check, and
// works or checks when that says so.

{
  const { origin = "", token = "", state = "", silent, life } = document.body.dataset;
  const form = document.querySelector("form");
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById("f-answer") ?? document.querySelector(".notice"));

  /** @param {object} said */
  const tell = (said) => { parent.postMessage({ rookeryCaptcha: said }, origin); };

  // A challenge ends: where nothing is typed, and somebody is here, another takes its place.
  if (life) {
    const end = Date.now() + Number(life);
    const renew = () => { if (Date.now() >= end && !document.hidden && !field?.value) tell({ state: "over" }); };
    setTimeout(renew, Number(life));
    addEventListener("visibilitychange", renew);
  }

  // What came of a check is read out where the focus is.
  const focus = () => { if (state !== "open" && document.activeElement === document.body) field?.focus(); };
  if (document.hasFocus()) focus();
  addEventListener("focus", focus);

  addEventListener("message", ({ source, origin: from, data }) => {
    if (source !== parent || from !== origin) return;
    if (data.rookeryCaptcha === "hello") tell({});
    if (!form) return;
    // As if the visitor had typed here.
    if (data.rookeryCaptcha === "work") form.dispatchEvent(new Event("input"));
    if (data.rookeryCaptcha === "check") form.requestSubmit();
  });

  // Nothing has been typed: the browser says so here, and the form around the frame need not wait.
  form?.addEventListener("invalid", () => tell({ state: "refused" }), true);
  new ResizeObserver(() => tell({ height: document.body.offsetHeight })).observe(document.body);
  tell({ state, token, silent, title: document.title });
}
