// The board view, version 1, as src/web/board/board_view.rs writes it: for the type check of static/*.js only.

export type Fx =
  | { t: "add"; p: number; at: string; side: number; kind: string }
  | { t: "move"; p: number; to: string }
  | { t: "remove"; p: number }
  | { t: "turn"; p: number; side: number }
  | { t: "morph"; p: number; kind: string };
export interface Piece { id: number; at: string; side: number; kind: string; name: string }
export interface Space { id: string; c: number; r: number; shade: number; tap?: string; label?: string }
export interface Move { path: string[]; also?: string[][]; alt: string[]; say: string; fx: Fx[][] }
export interface Side { name: string; tone: string; mark: string; player: string }
export interface Zone { id: string; side?: number; label: string; count: number; text?: string; kinds?: string[] }
export interface Plan {
  kind: string; cols: number; rows: number; spaces: Space[]; lines?: [string, string][];
  coords: { files: string; ranks: string }; flip: string;
}
export interface View {
  v: number; game: string; variant: string; id: string; ply: number; hash: string; turn: number; mover?: number; me: number | null;
  status: string; version: number; result: { winner: number | null; reason: string; say: string; brief?: string } | null; best_level?: number;
  sides: Side[]; board: Plan; zones: Zone[]; pieces: Piece[]; choices: Record<string, string>; moves: Move[];
  figures?: Record<string, { side: number; kind: string }>; premoves?: boolean; marks?: { at: string; kind: string; say: string; falls?: boolean; from?: string }[]; marks_ahead?: Record<string, { at: string; kind: string; say: string; from?: string }[]>; claim?: string; effort?: string; pause_ms?: number; aloud?: string;
  last: { path: string[]; say: string; squares: string[]; fx?: Fx[][] } | null;
  aids: { takeback: boolean; hint: boolean; draw: boolean; eval: boolean };
  say: string; outcome?: string; facts?: string; end?: string; variation?: { from: number; line: string; moves: string[] }; tasks: Record<string, string>; played: string[]; asides?: number; vacant?: number; letters?: Record<string, { kind: string; name: string }>; text: string; position: string; thinking: boolean;
  error?: string | { code: string; say: string };
}

// The scripts that a match's page loads later, by the names that static/page.js loads them by.
export interface Scripts {
  "./analysis.js": typeof import("../../static/analysis.js");
  "./arrows.js": typeof import("../../static/arrows.js");
  "./colours.js": typeof import("../../static/colours.js");
  "./menu.js": typeof import("../../static/menu.js");
  "./once.js": typeof import("../../static/once.js");
  "./pencil.js": typeof import("../../static/pencil.js");
  "./premove.js": typeof import("../../static/premove.js");
  "./promotion.js": typeof import("../../static/promotion.js");
  "./result.js": typeof import("../../static/result.js");
  "./sounds.js": typeof import("../../static/sounds.js");
  "./standing.js": typeof import("../../static/standing.js");
  "./turn-icon.js": typeof import("../../static/turn-icon.js");
}

// What GET /games/{id}/analysis?ply=N says of a position, as src/web/analysis/position.rs writes it.
export interface LineMove { say: string; href: string }
export interface BetterMove { say: string; line: string; moves: LineMove[]; path: string[]; fx: Fx[][]; mover: number | null }
export interface AnalysedPosition {
  ply: number; line: string; tried: string; share: number | null; say: string; number: string | null; exact: boolean; mark: string | null; better: BetterMove | null;
  lines: { value: string; exact: boolean; line: string; moves: LineMove[] }[]; more: boolean; start: [string, number] | null;
}
