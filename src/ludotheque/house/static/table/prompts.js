// The prompt after some presses of a gesture. Knows no page and no game.
import { fold, missing } from "../board/typing.js";

/** @import { PartId, Prompt, StepPrompt, StepPrompts, TypedStep } from "../types.d.ts" */
/** @import { Gestures } from "../board/gestures.js" */

/**
 * A prompt: what to do, why, and the labels of the buttons.
 * @typedef {object} Shown
 * @property {string} do
 * @property {string} why
 * @property {string} play
 * @property {string} turn
 * @property {string} back
 */

/**
 * Returns the prompt after these presses, or null if the game has none.
 * @param {StepPrompts} prompts
 * @param {Gestures} gestures
 * @param {PartId[]} presses
 * @param {boolean} chatty
 * @returns {Shown | null}
 */
export function promptAfter(prompts, gestures, presses, chatty) {
  const step = prompts[presses.map(headOf).join(" ")];
  if (!step) return null;
  const n = gestures.choices(presses);
  const values = { n: String(n), last: restOf(presses.at(-1) ?? "") };
  const form = formOf(step, n, gestures.isOnly(presses));
  return { ...said(form, values, chatty), ...buttonsOf(step) };
}

/**
 * Returns the prompt while a word is typed, or null if the game has none.
 * @param {StepPrompts} prompts
 * @param {PartId[]} presses
 * @param {TypedStep} typed
 * @param {string} word
 * @param {boolean} chatty
 * @param {boolean} one whether no other last press was possible
 * @returns {Shown | null}
 */
export function promptWhileTyping(prompts, presses, typed, word, chatty, one) {
  const key = presses.map(headOf).join(" ");
  const owed = missing(typed.letters, word);
  const state = word === "" ? "" : stateOf(typed, word, owed);
  const step = prompts[state ? `${key} ${state}` : key];
  if (!step) return null;
  const values = { L: typed.initial, letters: owed.join(", "), last: restOf(presses.at(-1) ?? "") };
  const form = one ? (step.one ?? step.many) : step.many;
  return { ...said(form, values, chatty), ...buttonsOf(step) };
}

/**
 * @param {TypedStep} typed
 * @param {string} word
 * @param {string[]} owed
 */
function stateOf(typed, word, owed) {
  if (!fold(word).startsWith(typed.initial)) return "initial";
  return owed.length ? "missing" : "ready";
}

/**
 * @param {Prompt} prompt
 * @param {Record<string, string>} values
 * @param {boolean} chatty
 */
export function said(prompt, values, chatty) {
  const why = [prompt.why, chatty ? prompt.tip : ""].filter(Boolean).join(" ");
  return { do: filled(prompt.do, values), why: filled(why, values) };
}

/** @param {StepPrompt} step */
function buttonsOf({ play = "", turn = "", back = "" }) {
  return { play, turn, back };
}

/**
 * @param {StepPrompt} step
 * @param {number} n
 * @param {boolean} only
 */
function formOf(step, n, only) {
  if (n > 1) return step.many;
  const one = step.one ?? step.many;
  return only ? (step.only ?? one) : one;
}

/**
 * @param {string} text
 * @param {Record<string, string>} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** @param {PartId} id */
function headOf(id) {
  return id.split("-", 1)[0];
}

/** @param {PartId} id */
function restOf(id) {
  return id.slice(id.indexOf("-") + 1);
}
