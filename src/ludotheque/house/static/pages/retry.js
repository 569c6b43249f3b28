// A mistake of a finished game to try again; the device stores which are solved.
import { $, find } from "../lib/dom.js";
import { begin } from "../practice/exercise.js";
import { listMistakes, Mistakes, retryPath } from "../practice/mistakes.js";

const { game = "", table = "", number = "" } = $("table").dataset;
const mistakes = new Mistakes(game);

/** Links to the next unsolved mistake, if there is one, instead of the review. */
function offerNext() {
  const { next } = mistakes;
  const link = find($("next"), "a", HTMLAnchorElement);
  if (!next || !link) return;
  link.href = retryPath(next);
  link.textContent = link.dataset.next ?? "";
}

begin({
  done: () => {
    mistakes.solve({ table, number: Number(number) });
    listMistakes($("mistakes"), mistakes);
    offerNext();
  },
});
listMistakes($("mistakes"), mistakes);
