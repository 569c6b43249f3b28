// The rules beside a table, fetched when they are first opened.
import { $ } from "../lib/dom.js";
import { ask } from "../lib/house.js";

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
export async function openRule(game, rule) {
  await loadRules(game);
  document.dispatchEvent(new CustomEvent("rules"));
  document.querySelector(".cited")?.classList.remove("cited");
  const paragraph = document.getElementById(`rule-${rule}`);
  paragraph?.scrollIntoView({ block: "center" });
  paragraph?.focus();
  paragraph?.classList.add("cited");
}
