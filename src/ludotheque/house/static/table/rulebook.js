// The rules beside a table, fetched when they are first opened.
import { $, button } from "../lib/dom.js";
import { ask } from "../lib/house.js";

/** @import { PromptWords } from "../types.d.ts" */
/** @import { Attributes } from "../lib/dom.js" */

/** @param {string} game */
export async function loadRules(game) {
  if ($("rules-text").childElementCount) return;
  const answer = await ask(`/rules/${game}/part`);
  $("rules-text").innerHTML = await answer.text();
}

/**
 * Opens the rules at a paragraph.
 * @param {string} game
 * @param {string} rule
 */
async function openRule(game, rule) {
  await loadRules(game);
  document.dispatchEvent(new CustomEvent("rules"));
  document.querySelector(".cited")?.classList.remove("cited");
  const paragraph = document.getElementById(`rule-${rule}`);
  paragraph?.scrollIntoView({ block: "center" });
  paragraph?.focus();
  paragraph?.classList.add("cited");
}

/**
 * Creates a button that opens the rules at a paragraph.
 * @param {string} game
 * @param {string} rule
 * @param {Pick<PromptWords, "see_rule">} words
 * @param {Attributes} [attributes]
 */
export function ruleButton(game, rule, words, attributes) {
  return button(words.see_rule.replace("#", rule), () => openRule(game, rule), attributes);
}
