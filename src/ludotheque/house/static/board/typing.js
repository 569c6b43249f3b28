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
 * @param {{ change: (word: string) => void, send: (action: string) => void }} on
 * @returns {TypingForm}
 */
export function typingForm(step, words, text, on) {
  const form = make("form");
  const label = make("label", (words.typed ?? "#").replace("#", step.initial), { for: "word" });
  const input = wordInput(step.lang ?? "", text);
  const owed = new LettersOwed(step.letters);
  input.addEventListener("input", () => {
    owed.tick(input.value);
    on.change(input.value.trim());
  });
  form.addEventListener("submit", event => {
    event.preventDefault();
    const word = input.value.trim();
    if (word) on.send(step.action + word);
  });
  owed.tick(text);
  form.append(label, owed.element, input, make("button", words.send ?? "↵", { class: "main" }));
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

/** A chip for each required letter. */
class LettersOwed {
  /** @param {string} letters */
  constructor(letters) {
    this.letters = letters;
    this.chips = [...letters].map(() => make("span", "", { class: "chip" }));
    this.element = make("p", "", { id: "owed", "aria-live": "polite" });
    this.element.append(...this.chips);
  }

  /** @param {string} text */
  tick(text) {
    const done = covered(this.letters, text);
    for (const [order, letter] of [...this.letters].entries()) {
      const chip = this.chips[order];
      const shown = done[order] ? `${letter} ✓` : letter;
      chip.classList.toggle("done", done[order]);
      if (chip.textContent !== shown) chip.textContent = shown; // screen readers speak only changes
    }
  }
}
