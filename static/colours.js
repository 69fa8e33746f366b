// The players' strips where the players have chosen their colours. Loaded when they have.

import { paint } from "./board.js";
import { element } from "./page.js";

/** @typedef {import("../tests/browser/types").View} View */

/** Puts the strips in the order of the colours and paints them, where the players have chosen: `sides` says who plays which. @param {View} view */
export function dealColours(view) {
  const players = element("board-players");
  const strips = [...players?.children ?? []];
  if (!players || strips.length < 2 || strips[0].querySelector("strong")?.textContent === view.sides[0].player) return;
  players.append(strips[0]);
  // The turn was marked by places, which are others now.
  const isMarked = strips.some((strip) => strip.classList.contains("turn"));
  [...players.children].forEach((strip, side) => {
    if (isMarked) strip.classList.toggle("turn");
    strip.querySelector(".emblem use")?.setAttribute("class", paint(view, side));
    const about = strip.querySelector(".who .soft");
    if (about) about.textContent = view.sides[side].name + about.textContent.slice(view.sides[1 - side].name.length);
  });
  // The bar of an analysis has the tones of the same two.
  for (const bar of document.querySelectorAll("#analysis-bar rect")) for (const { tone } of view.sides) bar.classList.toggle(tone);
}
