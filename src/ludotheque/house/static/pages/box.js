// The page of a box: shows the lessons done and the mistakes made on this device.
import { $, find } from "../lib/dom.js";
import { LessonsDone } from "../practice/lessons.js";
import { listMistakes, Mistakes } from "../practice/mistakes.js";

const door = find(document, "[data-learn]", HTMLElement);
const link = door && find(door, "a", HTMLAnchorElement);
if (door && link) leadOn(door, link);
showMistakes($("mistakes"));

/**
 * @param {HTMLElement} door
 * @param {HTMLAnchorElement} link
 */
function leadOn(door, link) {
  const { learn: game = "", total = "", on = "", again = "", of = "" } = door.dataset;
  const lessons = new LessonsDone(game);
  const small = find(link, "small", HTMLElement);
  if (!lessons.numbers.size || !small) return;
  const next = lessons.next(Number(total));
  const whole = lessons.numbers.has(next);
  link.href = `/learn/${game}/${next}`;
  link.replaceChildren(`${whole ? again : on} `, small);
  small.textContent = whole ? "✓" : of.replace("#", String(next));
  door.classList.toggle("main", !whole);
}

/** @param {HTMLElement} list */
function showMistakes(list) {
  const mistakes = new Mistakes(list.dataset.game ?? "");
  listMistakes(list, mistakes);
  $("my-mistakes").hidden = !mistakes.list.length;
}
