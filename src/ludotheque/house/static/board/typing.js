// The typed last step of a gesture: a form that ticks off the letters that the word must contain.
import { make } from "../lib/dom.js";

/** @import { TypedStep } from "../types.d.ts" */

/**
 * @typedef {object} TypingForm
 * @property {HTMLFormElement} form
 * @property {HTMLInputElement} input
 */

// Longer than any word in a dictionary.
const LONGEST = 60;

/**
 * Folds text to compare it: capitals without accents and ligatures.
 * @param {string} text
 */
export function fold(text) {
  const bare = text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  return bare.toUpperCase().replace(/Œ/g, "OE").replace(/Æ/g, "AE");
}

/**
 * Tells for each required letter whether the text has it; one required twice must be typed twice.
 * @param {string} letters
 * @param {string} text
 */
export function covered(letters, text) {
  const left = [...fold(text)];
  return [...letters].map(letter => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * Returns the required letters that the text lacks.
 * @param {string} letters
 * @param {string} text
 */
export function missing(letters, text) {
  const done = covered(letters, text);
  return [...letters].filter((_, order) => !done[order]);
}

/**
 * @param {TypedStep} step
 * @param {DOMStringMap} words `typed`, where `#` stands for the initial, and `send`
 * @param {string} text the word so far
 * @param {{ change: () => void, send: (action: string) => void }} on
 * @returns {TypingForm}
 */
export function typingForm(step, words, text, on) {
  const form = make("form");
  const asked = (words.typed ?? "#").replace("#", step.initial);
  const label = make("label", asked, { for: "word", class: "sr" });
  const input = wordInput(step.lang ?? "", text);
  const chips = [...step.letters].map(() => make("span", "", { class: "chip" }));
  const owed = make("p", "", { id: "owed", "aria-live": "polite" });
  owed.append(...chips);
  input.addEventListener("input", () => {
    tick(chips, step.letters, input.value);
    on.change();
  });
  form.addEventListener("submit", event => {
    event.preventDefault();
    const word = input.value.trim();
    if (word) on.send(step.action + word);
  });
  tick(chips, step.letters, text);
  form.append(label, owed, input, make("button", words.send ?? "↵", { class: "main" }));
  return { form, input };
}

/**
 * @param {string} lang
 * @param {string} text
 */
function wordInput(lang, text) {
  const input = make("input", "", {
    id: "word",
    "aria-describedby": "owed",
    maxlength: LONGEST,
    autocomplete: "off",
    autocapitalize: "characters",
    autocorrect: "off",
    spellcheck: "false",
    enterkeyhint: "send",
    lang,
  });
  input.value = text;
  return input;
}

/**
 * Ticks off the required letters that the text has.
 * @param {HTMLElement[]} chips one for each letter
 * @param {string} letters
 * @param {string} text
 */
function tick(chips, letters, text) {
  for (const [order, done] of covered(letters, text).entries()) {
    const [chip, letter] = [chips[order], letters[order]];
    const shown = done ? `${letter} ✓` : letter;
    chip.classList.toggle("done", done);
    if (chip.textContent !== shown) chip.textContent = shown; // screen readers speak only changes
  }
}
