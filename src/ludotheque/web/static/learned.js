// The door to the guided first game: it leads on to where this person stopped on this device.
import { find } from "./dom.js";
import { LessonsDone } from "./lessons.js";

const door = find(document, "[data-learn]", HTMLElement);
const link = door && find(door, "a", HTMLAnchorElement);
const small = door && find(door, "small", HTMLElement);
const { learn: game = "", total = "", on = "", again = "", of = "" } = door?.dataset ?? {};
const done = new LessonsDone(game).numbers.size;

if (door && link?.firstChild && small && done) {
  const next = new LessonsDone(game).next(Number(total));
  const whole = done >= Number(total);
  link.href = `/learn/${game}/${next}`;
  link.firstChild.textContent = whole ? again : on;
  small.textContent = whole ? "✓" : of.replace("#", String(next));
  door.classList.toggle("main", !whole);
}
