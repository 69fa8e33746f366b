// The icon of a tab that is not seen: with a dot when it is the player's turn. Loaded when the tab is first left.

/** @param {boolean} isTurn */
export function mark(isTurn) {
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  if (icon) icon.href = icon.href.replace(/favicon(-turn)?\.svg$/, isTurn ? "favicon-turn.svg" : "favicon.svg");
}
