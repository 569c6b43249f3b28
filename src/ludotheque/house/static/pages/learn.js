// A lesson of the guided first game; the device stores which lessons are done.
import { $, findAll } from "../lib/dom.js";
import { begin } from "../practice/exercise.js";
import { LessonsDone } from "../practice/lessons.js";

const { game = "", lesson = "" } = $("table").dataset;
const progress = new LessonsDone(game);

function markDone() {
  for (const line of findAll(document, "[data-lesson] > .tick", HTMLElement)) {
    line.hidden = !progress.numbers.has(Number(line.parentElement?.dataset.lesson));
  }
}

begin({
  done: () => {
    progress.add(Number(lesson));
    markDone();
  },
});
markDone();
document.querySelector(".lessons [aria-current]")?.scrollIntoView({ block: "nearest" });
