// What came of something, in a place of its own: it stays until the person acts again.
import { $, button, make } from "../lib/dom.js";
import { openRule } from "./rulebook.js";

/** @import { PromptWords, Sound, View } from "../types.d.ts" */

/** A verdict, a refusal or a hint, over the line above the prompt. */
export class Verdict {
  /**
   * @param {string} game
   * @param {PromptWords} words
   * @param {{ play: (sound: Sound) => void }} sounds
   */
  constructor(game, words, sounds) {
    this.game = game;
    this.words = words;
    this.sounds = sounds;
  }

  /**
   * @param {string} text
   * @param {string} [rule]
   */
  show(text, rule) {
    const box = $("verdict");
    box.replaceChildren(make("span", text));
    if (rule) box.append(this.#ruleButton(rule));
    box.append(button("×", () => this.hide(), { "aria-label": this.words.close }));
    box.classList.remove("refusal");
    box.hidden = false;
  }

  /**
   * Says what came of a move, and below it what others did since, which is told in the same place;
   * once the game is over, nothing of what was said before.
   * @param {View} before
   * @param {View} next
   */
  follow(before, next) {
    if (next.verdict && next.verdict !== before.verdict) this.show(next.verdict);
    else if (next.over) this.hide();
    else if (!$("verdict").hidden) this.#tell(next.told);
  }

  /** @param {string} told */
  #tell(told) {
    const box = $("verdict");
    box.querySelector("small")?.remove();
    box.append(make("small", told, { "aria-hidden": "true" }));
  }

  /**
   * Says why something was refused.
   * @param {string} text
   * @param {string} [rule]
   */
  refuse(text, rule) {
    this.sounds.play("refuse");
    this.show(text, rule);
    $("verdict").classList.add("refusal");
  }

  hide() {
    $("verdict").hidden = true;
  }

  /** @param {string} rule */
  #ruleButton(rule) {
    return button(this.words.see_rule.replace("#", rule), () => openRule(this.game, rule));
  }
}
