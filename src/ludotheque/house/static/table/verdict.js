// The message about the last action; it stays until the player acts again.
import { $, button, make } from "../lib/dom.js";
import { ruleButton } from "./rulebook.js";

/** @import { PromptWords, Sound, View } from "../types.d.ts" */

/** Shows a verdict, a refusal or a hint above the prompt. */
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
    if (rule) box.append(ruleButton(this.game, rule, this.words));
    box.append(button("×", () => this.hide(), { "aria-label": this.words.close }));
    box.classList.remove("refusal");
    box.hidden = false;
  }

  /**
   * Shows the verdict on a new move, or adds what others have done since, because the message
   * covers the place where that is shown. Hides an older message once the game is over.
   * @param {View} before
   * @param {View} next
   */
  follow(before, next) {
    if (next.verdict && next.verdict !== before.verdict) this.show(next.verdict);
    else if (next.over) this.hide();
    else if (!$("verdict").hidden) {
      $("verdict").querySelector("small")?.remove();
      $("verdict").append(make("small", next.told, { "aria-hidden": "true" }));
    }
  }

  /**
   * Shows why something was refused.
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
}
