// The form of a new game: shows a seat for each player, and a name field for people at this device.
import { around, find, findAll } from "../lib/dom.js";

const form = /** @type {HTMLFormElement} */ (find(document, "form.sheet", HTMLFormElement));
// Only people who play in this browser are named in the form.
const PEOPLE_HERE = ["me", "here"];

function refresh() {
  const count = Number(new FormData(form).get("players") ?? form.dataset.least);
  for (const seat of findAll(form, ".seat", HTMLElement)) {
    seat.hidden = Number(seat.dataset.seat) >= count;
    showSitter(seat, chosenSitter(seat, count));
  }
}

/**
 * @param {HTMLElement} seat
 * @param {HTMLInputElement} sitter
 */
function showSitter(seat, sitter) {
  const name = find(seat, "input:not([type=radio])", HTMLInputElement);
  if (name) name.hidden = !PEOPLE_HERE.includes(sitter.value);
  const shown = find(seat, "summary .who", HTMLElement);
  if (shown) shown.innerHTML = sitter.nextElementSibling?.innerHTML ?? "";
}

/**
 * Returns the chosen sitter of a seat; selects a lower level if it does not play with so many.
 * @param {HTMLElement} seat
 * @param {number} count
 */
function chosenSitter(seat, count) {
  const sitters = findAll(seat, "[type=radio]", HTMLInputElement);
  for (const sitter of sitters) {
    sitter.disabled = !playsWith(sitter, count);
    sitter.closest("label")?.toggleAttribute("hidden", sitter.disabled);
  }
  const chosen = sitters.findIndex(sitter => sitter.checked);
  const lower = sitters.slice(0, chosen + 1).findLast(sitter => !sitter.disabled);
  const taken = lower ?? sitters[0];
  taken.checked = true;
  return taken;
}

/**
 * @param {HTMLInputElement} sitter
 * @param {number} count
 */
function playsWith(sitter, count) {
  return !sitter.dataset.players || sitter.dataset.players.split(" ").includes(String(count));
}

/** @param {Element} bench */
function closeChair(bench) {
  const chair = around(bench, ".chair", HTMLDetailsElement);
  if (!chair) return;
  chair.open = false;
  chair.querySelector("summary")?.focus();
}

// A press chooses and closes the list; arrow keys only choose, and Enter or Escape closes it.
form.addEventListener("change", refresh);
form.addEventListener("click", event => {
  const bench = around(event.target, ".bench", HTMLElement);
  const byPointer = event.detail > 0;
  if (bench && byPointer) requestAnimationFrame(() => closeChair(bench));
});
form.addEventListener("keydown", event => {
  const bench = around(event.target, ".bench", HTMLElement);
  if (!bench || !["Enter", "Escape"].includes(event.key)) return;
  event.preventDefault();
  closeChair(bench);
});
refresh();
