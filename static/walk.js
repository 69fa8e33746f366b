// The walk along the tree of legal moves, as src/web/board/walk.rs does it; tests/browser/walk-cases.json holds both to one table.

/** @typedef {"extended" | "complete" | "restarted" | "cleared" | "kept" | "not-legal"} StepName */
/** @typedef {{ step: StepName, tokens: string[] }} Step */

/** @param {string[]} path @param {string[]} prefix */
const begins = (path, prefix) => path.length >= prefix.length && prefix.every((token, i) => path[i] === token);

/** The paths that go on after `prefix`. @param {string[][]} paths @param {string[]} prefix */
const below = (paths, prefix) => paths.filter((path) => path.length > prefix.length && begins(path, prefix));

/** @param {string[][]} paths @param {string[]} tokens */
const isWhole = (paths, tokens) => paths.some((path) => path.length === tokens.length && begins(path, tokens));

/** The legal next tokens, each once. @param {string[][]} paths @param {string[]} prefix */
export const next = (paths, prefix) => [...new Set(below(paths, prefix).map((path) => path[prefix.length]))];

/** Whether the move may stop here although it could go on. @param {string[][]} paths @param {string[]} prefix */
export const canFinish = (paths, prefix) => isWhole(paths, prefix) && below(paths, prefix).length > 0;

/**
 * What a tap leads to.
 * @param {string[][]} paths @param {string[]} prefix @param {string} token
 * @returns {Step}
 */
export function tap(paths, prefix, token) {
  /** @param {string[]} tokens @param {StepName} step @returns {Step} */
  const at = (tokens, step) => ({ step: isWhole(paths, tokens) && !canFinish(paths, tokens) ? "complete" : step, tokens });
  const tried = [...prefix, token];
  if (paths.some((path) => begins(path, tried))) return at(tried, "extended");
  // Before a piece is chosen, a tap on a space never plays a move that somebody might not have meant.
  const ending = !prefix.length ? [] : below(paths, prefix).filter((path) => path[path.length - 1] === token);
  if (ending.length === 1) return { step: "complete", tokens: ending[0] };
  if (prefix.length === 1 && prefix[0] === token) return { step: "cleared", tokens: [] };
  if (!paths.some((path) => path[0] === token)) return { step: "not-legal", tokens: tried };
  const anew = at([token], "restarted");
  // Beside a begun move it does not, either; nor does it take back what has moved.
  return prefix.length > 1 || anew.step === "complete" ? { step: "kept", tokens: prefix } : anew;
}
