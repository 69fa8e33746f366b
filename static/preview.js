// The captcha's settings: the samples are drawn again while values are changed, before they are saved.

const QUIET_MS = 400;
const form = document.getElementById("captcha-settings");
const samples = /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("#captcha-previews img"));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function draw() {
  if (!(form instanceof HTMLFormElement) || !form.checkValidity()) return;
  const values = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (name !== "version" && typeof value === "string") values.set(name, value);
  // The seed stays: the same letters show what the new values change.
  samples.forEach((sample, n) => {
    const seed = new URL(sample.src).searchParams.get("seed");
    if (seed) values.set("seed", seed);
    sample.src = `/admin/captcha/preview/${n}?${values}`;
  });
}

form?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(draw, QUIET_MS);
});
