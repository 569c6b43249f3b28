// The Worker that computes moves of bots, hints and reviews, one after the other.
import { readFile, startPython } from "./python.js";

const python = startPython(() => {}, true).then(started => {
  started.registerJsModule("browser_files", { readFile });
  return started.pyimport("ludotheque.pocket.thinker");
});
python.then(() => postMessage({ ready: true }));

addEventListener("message", async ({ data: { id, work } }) => {
  try {
    const answer = (await python).think(work);
    const bytes = answer.toJs();
    answer.destroy();
    postMessage({ id, bytes });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
