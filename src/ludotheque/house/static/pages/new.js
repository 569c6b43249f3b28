// The form of a new game: shows a seat for each player, the options that apply, and a name field
// for people at this device.
import { around, find, findAll } from "../lib/dom.js";

const form = /** @type {HTMLFormElement} */ (find(document, "form.sheet", HTMLFormElement));
// Only people who play in this browser are named in the form.
const PEOPLE_HERE = ["me", "here"];

function refresh() {
  for (const row of findAll(form, "[data-needs]", HTMLElement)) {
    row.hidden = !applies(row);
    const field = find(row, "select, input", HTMLElement);
    field?.toggleAttribute("disabled", row.hidden);
  }
  const count = Number(new FormData(form).get("players") ?? form.dataset.least);
  for (const seat of findAll(form, ".seat", HTMLElement)) {
    seat.hidden = Number(seat.dataset.seat) >= count;
    showSitter(seat, chosenSitter(seat, count));
  }
}

/**
 * Whether the option of a row applies under the chosen values of the others.
 * @param {HTMLElement} row
 * @returns {boolean}
 */
function applies(row) {
  /** @type {[string, string[]][]} */
  const needs = Object.entries(JSON.parse(row.dataset.needs ?? "{}"));
  return needs.every(([name, values]) => values.includes(chosenFor(name)));
}

/**
 * The value of an option; if the option does not apply, its usual value.
 * @param {string} name
 */
function chosenFor(name) {
  const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));
  const row = around(field, "[data-needs]", HTMLElement);
  return row && !applies(row) ? (row.dataset.usual ?? "") : field.value;
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
