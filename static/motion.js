// The motion of pieces on the board: how they come, turn over and leave. The game's world says how they come.

/** @param {string} speed */
const isSpeed = (speed) => globalThis.document?.documentElement.matches(`.speed-${speed}`);

/** Whether nothing may move on the screen. */
export const isCalm = () => isSpeed("none") || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The factor of all times. */
export const PACE = isSpeed("quick") ? 0.4 : 1;

/** Duration of a piece's move, and the maximum for all hops of a chain together. */
export const STEP_MS = 160 * PACE;
const CHAIN_MS = 400 * PACE;
const FALL_MS = 350 * PACE;
const DRAW_MS = 260 * PACE;
const ROW_MS = 400 * PACE;
const TURN_MS = 240 * PACE;
/** Discs turn over in a wave: each so much later than the one before it. */
const WAVE_MS = 60 * PACE;
const STROKE = 200;

/** The time of each of so many hops of a piece. @param {number} count */
export const hopMs = (count) => (isCalm() ? 0 : Math.min(STEP_MS, CHAIN_MS / Math.max(1, count)));

/** Changes a piece about its middle, which browsers do not find in `<use x y>`. @param {SVGElement} figure */
export const centre = (figure) => figure.setAttribute("transform-origin", ["x", "y"].map((name) => Number(figure.getAttribute(name)) + 50).join(" "));

/** A piece comes onto the board. @param {SVGElement} figure @param {string} arrival @param {number} y its upper edge @param {number} ms */
export function arrive(figure, arrival, y, ms) {
  if (isCalm() || !ms) return;
  if (arrival === "fall") {
    const above = { transform: `translateY(${-y - 110}px)`, easing: "cubic-bezier(.5, 0, 1, .6)" };
    const down = { transform: "none", easing: "ease-out" };
    figure.animate([above, { ...down, offset: 0.68 }, { transform: "translateY(-9px)", offset: 0.84, easing: "ease-in" }, { transform: "none" }], FALL_MS);
  } else if (arrival === "drawn") {
    figure.animate([{ strokeDashoffset: `${STROKE}px` }, { strokeDashoffset: "0px" }], { duration: DRAW_MS, easing: "ease-in-out" });
  } else {
    figure.animate([{ opacity: 0 }, { opacity: 1 }], { duration: ms, easing: "ease-out" });
  }
}

/** A piece glides from where it stood, `dx` and `dy` from here. @param {SVGElement} figure @param {number} dx @param {number} dy @param {number} ms */
export function glide(figure, dx, dy, ms) {
  figure.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: isCalm() ? 0 : ms, easing: "ease-out" });
}

/** A piece turns over and shows its other side: the nth space from the new piece is nth in the wave. until then `data-shown` is its new class. @param {SVGElement} figure @param {string} shown @param {number} nth @param {number} ms */
export function turnOver(figure, shown, nth, ms) {
  figure.dataset.shown = shown;
  // It may have been turned again before the first turn is over: the newest class counts.
  const show = () => {
    if (figure.dataset.shown) figure.setAttribute("class", figure.dataset.shown);
    delete figure.dataset.shown;
  };
  if (isCalm() || !ms) {
    show();
    return;
  }
  const delay = nth * WAVE_MS;
  const [whole, thin] = [{ transform: "none" }, { transform: "scaleX(.04)" }];
  centre(figure);
  const options = { duration: TURN_MS / 2, easing: "ease-in-out" };
  const first = figure.animate([whole, thin], { ...options, delay });
  first.finished.then(() => {
    show();
    figure.animate([thin, whole], options);
  }, show);
}

/** A piece leaves the board and is gone. @param {SVGElement} figure @param {number} ms */
export function leave(figure, ms) {
  const gone = () => figure.remove();
  centre(figure);
  figure.animate([{ opacity: 1, transform: "none" }, { opacity: 0, transform: "scale(.6)" }], { duration: isCalm() ? 0 : ms, easing: "ease-out" }).finished.then(gone, gone);
}

/** The row that won is drawn, its parts one after the other. @param {Element} row */
export function drawRow(row) {
  if (isCalm()) return;
  const parts = [...row.children];
  const each = ROW_MS / parts.length;
  parts.forEach((part, n) => part.animate([{ strokeDashoffset: "100px" }, { strokeDashoffset: "0px" }], { duration: each, delay: n * each, easing: parts.length > 1 ? "linear" : "ease-in-out", fill: "backwards" }));
}
