// Positions of a side's pieces, in words. Loaded when a key or the menu asks for it; it imports nothing, so that the page of the rules
// can load it as well.

/** By name where there are several kinds, as part.rs says it: the side is named once, before them. @param {Pick<import("./board.js").Board, "pieces" | "spaces" | "view" | "words">} board @param {number} side */
export function standing({ pieces, spaces, view, words }, side) {
  const { name } = view.sides[side];
  const colour = `${name.toLowerCase()} `;
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const piece of pieces.filter((other) => other.side === side)) {
    const kind = piece.name.toLowerCase().startsWith(colour) ? piece.name.slice(colour.length) : piece.name;
    groups.set(kind, [...(groups.get(kind) ?? []), spaces.get(piece.at)?.label ?? piece.at]);
  }
  const lines = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, places]) => (groups.size > 1 ? `${kind} ` : "") + places.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).join(", "));
  return words.standing.replace("{side}", name).replace("{places}", lines.join("; ") || words.none);
}
