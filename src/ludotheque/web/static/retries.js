// What a review finds that is to be tried again.
import { isMistake, mistakesOf } from "./course.js";
import { make } from "./dom.js";
import { Mistakes, retryPath } from "./mistakes.js";

/** @import { Decision, ReviewSeat, ReviewWords } from "./types.d.ts" */

/**
 * Keeps the mistakes of this person on this device.
 * @param {string} game
 * @param {string} table
 * @param {Decision[]} decisions
 * @param {ReviewSeat[]} seats
 */
export function collectMistakes(game, table, decisions, seats) {
  const kept = { table, day: Date.now(), solved: false };
  new Mistakes(game).add(mistakesOf(decisions, seats).map(found => ({ ...found, ...kept })));
}

/**
 * Leads to the position before a decision that gave something away.
 * @param {string} table
 * @param {Decision} decision
 * @param {ReviewSeat[]} seats
 * @param {ReviewWords} words
 */
export function retryLink(table, decision, seats, words) {
  const href = retryPath({ table, number: decision.number });
  const text = isMistake(decision, seats) ? words.retry : words.improve;
  return make("a", text, { href, class: "button", "data-chip": "retry" });
}
