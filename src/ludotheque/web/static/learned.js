// The door to the guided first game: it leads on to where this person stopped on this device.
import { find } from "./dom.js";
import { LessonsDone } from "./lessons.js";

const door = find(document, "[data-learn]", HTMLElement);
const link = door && find(door, "a", HTMLAnchorElement);
if (door && link) leadOn(door, link);

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
