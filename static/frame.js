// The captcha's page in a frame of another site: tells the script of the page around it its height and what came of the check, and
// works or checks when that says so.

{
  const { origin = "", token = "", state = "" } = document.body.dataset;
  const form = document.querySelector("form");

  /** @param {object} said */
  const tell = (said) => { parent.postMessage({ rookeryCaptcha: said }, origin); };

  addEventListener("message", ({ source, origin: from, data }) => {
    if (source !== parent || from !== origin) return;
    if (data.rookeryCaptcha === "hello") tell({});
    if (!form) return;
    // As if the visitor had typed here.
    if (data.rookeryCaptcha === "work") form.dispatchEvent(new Event("input"));
    if (data.rookeryCaptcha === "check") form.requestSubmit();
  });

  // Nothing is typed: the browser says so here, and the form around waits for nothing.
  form?.addEventListener("invalid", () => tell({ state: "refused" }), true);
  new ResizeObserver(() => tell({ height: document.body.offsetHeight })).observe(document.body);
  tell({ state, token, title: document.title });
}
