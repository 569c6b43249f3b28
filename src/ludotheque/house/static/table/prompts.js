// The prompt after some presses of a gesture. Knows no page and no game.
import { isTyped } from "../board/gestures.js";
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
 * @param {string} word what has been typed, if a word is the last step
 * @param {boolean} chatty
 * @returns {Shown | null}
 */
export function promptAfter(prompts, gestures, presses, word, chatty) {
  const end = gestures.end(presses);
  const typed = end !== null && isTyped(end) ? end : null;
  const owed = typed ? missing(typed.letters, word) : [];
  const state = typed && word ? ` ${stateOf(typed, word, owed)}` : "";
  const step = prompts[presses.map(headOf).join(" ") + state];
  if (!step) return null;
  const n = gestures.choices(presses);
  const last = restOf(presses.at(-1) ?? "");
  const values = { n: String(n), last, L: typed?.initial ?? "", letters: owed.join(", ") };
  const form = formOf(step, n, !typed && gestures.isOnly(presses));
  const { play = "", turn = "", back = "" } = step;
  return { ...said(form, values, chatty), play, turn, back };
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
