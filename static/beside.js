// The list of moves and the players' strips, written anew for a view: pieces drawn in place of letters, and what each side has beside the
// board.

import { paint, shape } from "./board.js";
import { element, load } from "./page.js";

/** @typedef {import("../tests/browser/types").View} View */

/** A piece that stands in a line of text. @param {View} view @param {number} side @param {string} kind @param {Record<string, string>} [more] */
function figurine(view, side, kind, more) {
  const drawing = shape("svg", { viewBox: "0 0 100 100", focusable: "false", ...more });
  drawing.append(shape("use", { class: paint(view, side), href: `#p-${kind}`, width: 100, height: 100 }));
  return drawing;
}

/** A move of the list, in the column of its colour: its piece is drawn, and its letter stays for those who copy the text. @param {View} view @param {number} i */
function line(view, i) {
  const { asides = 0, vacant = 0, played } = view;
  const notation = played[i];
  const place = i - asides + vacant;
  const item = document.createElement("li");
  item.classList.toggle("alone", i < asides);
  item.classList.toggle("second", i >= asides && place % 2 > 0);
  // The first row may begin with the second colour.
  if (i === asides || (i > asides && place % 2 === 0)) item.dataset.n = String((place >> 1) + 1);
  const link = document.createElement("a");
  link.href = `/games/${view.id}?ply=${i + 1}`;
  item.append(link);
  const [letter, piece] = Object.entries(view.letters ?? {}).find(([known]) => notation.startsWith(known)) ?? [""];
  if (piece) {
    const written = document.createElement("span");
    written.textContent = letter;
    written.ariaHidden = "true";
    // Figurines are drawn in chess alone, whose sides alternate and keep their colours.
    link.append(figurine(view, place % 2, piece.kind, { class: "pieces", role: "img", "aria-label": piece.name }), written);
  }
  link.append(notation.slice(letter.length));
  return item;
}

/** What was written last. @type {View} */
let newest;

/** @param {View} view */
export function writeBeside(view) {
  newest = view;
  // Only in games whose players choose their colours.
  if (document.querySelector("#board-players strong")?.textContent !== view.sides[0].player) load("./colours.js").then(({ dealColours }) => dealColours(newest), () => {});
  const list = element("board-played");
  // What stays of the list is not written anew: somebody may stand in it.
  const items = [...list?.children ?? []];
  const texts = items.map((item) => item.firstElementChild?.textContent?.trim());
  const same = [...texts, null].findIndex((text, i) => text !== view.played[i]);
  items.slice(same).forEach((item) => item.remove());
  list?.append(...view.played.slice(same).map((_, i) => line(view, same + i)));
  for (const { id, side, count, text, kinds = [] } of view.zones) {
    const place = document.querySelector(`[data-zone="${id}"]`);
    const number = place?.querySelector("b, dd");
    if (number) number.textContent = text ?? (kinds.length ? "" : String(count));
    place?.classList.toggle("empty", !count && !kinds.length);
    if (side !== undefined) place?.querySelector(".kinds")?.replaceChildren(...kinds.map((kind) => figurine(view, 1 - side, kind)));
  }
}

/** The move that was brought into sight in the list, and whether the match was over. */
let sought = "";

/** Marks the move that led to the position of the match, and brings it into sight in its list. @param {number} ply @param {boolean} isOver */
export function markMove(ply, isOver) {
  const list = element("board-played");
  const line = /** @type {HTMLElement | undefined} */ (list?.children[ply - 1]);
  const [marked, link] = [list?.querySelector("[aria-current]"), line?.firstElementChild];
  // At the end the list has less room.
  if (marked === (link ?? null) && sought === `${ply} ${isOver}`) return;
  sought = `${ply} ${isOver}`;
  if (marked !== link) marked?.removeAttribute("aria-current");
  link?.setAttribute("aria-current", "true");
  // Only the list scrolls, never the page; and places are asked for when all that was written is laid out anyway.
  if (list) requestAnimationFrame(() => (line ? list.scrollTo(line.offsetLeft - (list.clientWidth - line.offsetWidth) / 2, line.offsetTop - (list.clientHeight - line.offsetHeight) / 2) : list.scrollTo(0, 0)));
}
