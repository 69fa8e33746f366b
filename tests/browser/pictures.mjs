// Pictures of a match: as many pieces as the view has, shown by <img> in the promised size.
import { start } from "./games.mjs";

/** The pictures of the match on the page. */
export async function picturesOfMatch(page) {
  const game = page.url().split("?")[0];
  const view = await (await page.request.get(game, { headers: { accept: "application/json" } })).json();
  const svg = await (await page.request.get(`${game}.svg?ply=${view.ply}`)).text();
  const drawn = svg.match(/<use href="#(dark|light)-/g)?.length ?? 0;
  if (drawn !== view.pieces.length) throw new Error(`${drawn} of ${view.pieces.length} pieces are drawn`);
  const shape = view.board.cols / view.board.rows;
  for (const [form, width, height] of [["svg", Math.min(800, 800 * shape), Math.min(800, 800 / shape)], ["png", 1200, 630]]) {
    const shown = await page.evaluate((src) => new Promise((done) => {
      const image = new Image();
      image.onload = () => done([image.naturalWidth, image.naturalHeight]);
      image.onerror = () => done([0, 0]);
      image.src = src;
    }), `${game}.${form}`);
    if (shown[0] !== Math.floor(width) || shown[1] !== Math.floor(height)) throw new Error(`the ${form} is shown in ${shown.join(" × ")} pixels`);
  }
}

/** The pictures of a match that has just begun. */
export async function picturesOfGame(page, url, game) {
  await start(page, url, game, "1");
  await picturesOfMatch(page);
}
