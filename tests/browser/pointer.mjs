// The pointer of a person: it goes to places of the window, not to elements. What is out of sight is scrolled to by the wheel
// first, and what lies over a space takes the tap, here as there.

const SCROLLS = 12;
/** The four quarters of a space, one after the other. */
export const QUARTERS = [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]];
let taps = 0;

export const space = (at) => `#board-form button[data-at="${at}"]`;

/** Two frames: what was scrolled or resized is laid out. */
export const settled = (page) => page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));

/** A point of an element in the window, scrolled to by the wheel where it is out of sight. */
export async function spot(page, selector, [across, down] = [0.5, 0.5]) {
  const { width, height } = page.viewportSize();
  for (let n = 0; n < SCROLLS; n += 1) {
    const box = await page.evaluate((wanted) => {
      const found = document.querySelector(wanted);
      if (!found) return null;
      const { x, y, width: w, height: h } = found.getBoundingClientRect();
      return { x, y, w, h };
    }, selector);
    if (!box || !box.w || !box.h) throw new Error(`${selector} is not to be seen`);
    const [x, y] = [box.x + box.w * across, box.y + box.h * down];
    if (y >= 1 && y <= height - 1) return { x, y };
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.wheel(0, y - height / 2);
    await settled(page);
  }
  throw new Error(`${selector} cannot be scrolled to`);
}

/** Taps where the element is: by the mouse, or by a finger. */
export async function tapOn(page, selector, { hasTouch = false, part = [0.5, 0.5] } = {}) {
  const { x, y } = await spot(page, selector, part);
  const met = await page.evaluate(([wanted, left, top]) => {
    const hit = document.elementFromPoint(left, top);
    return document.querySelector(wanted)?.contains(hit) ? "" : `${hit?.tagName} ${hit?.id} ${hit?.className}`;
  }, [selector, x, y]);
  if (met) throw new Error(`over ${selector} lies ${met}`);
  if (hasTouch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** Taps a space, each time in another quarter of it. */
export function tapSpace(page, at, hasTouch = false) {
  taps += 1;
  return tapOn(page, space(at), { hasTouch, part: QUARTERS[taps % 4] });
}

/** Drags from a space to a point given in spaces' widths from its centre, and lets go. */
export async function drag(page, at, dx, dy) {
  const { x, y } = await spot(page, space(at));
  const side = await page.$eval(space(at), (cell) => cell.getBoundingClientRect().width);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx * side, y + dy * side, { steps: 6 });
  await page.mouse.up();
}
