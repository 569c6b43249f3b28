// Reactions: a few signs and phrases that people at a table send each other, and can mute.
import { $, button, make } from "../lib/dom.js";
import { setting } from "../lib/setting.js";

/** @import { Reaction, TableWords, View } from "../types.d.ts" */

// Long enough to be read, short enough not to be in the way.
const SHOWN_MS = 5000;

export class Reactions {
  /**
   * @param {TableWords} words
   * @param {(what: string) => void} say
   */
  constructor(words, say) {
    this.words = words;
    /** @type {View | null} */
    this.view = null;
    this.timer = 0;
    this.dialog = $("reactions", HTMLDialogElement);
    this.muted = setting("reactions-muted", false);
    $("react").addEventListener("click", () => this.dialog.showModal());
    this.dialog.addEventListener("submit", ({ submitter }) => {
      if (submitter?.dataset.react) say(submitter.dataset.react);
    });
  }

  /**
   * Offers reactions if a person on this device plays with another person.
   * @param {View} view
   */
  show(view) {
    this.view = view;
    const people = view.seats.filter(seat => seat.kind === "person");
    $("react").hidden = !(people.some(seat => seat.mine) && people.some(seat => !seat.mine));
  }

  /** @param {Reaction} reaction */
  take({ seat, what }) {
    const sitter = this.view?.seats[seat];
    if (!sitter || (this.muted.checked && !sitter.mine)) return;
    const said = $("reaction");
    const sample = this.dialog.querySelector(`[data-react="${CSS.escape(what)}"]`);
    if (!sample) return;
    const from = make(
      "strong",
      this.words.says.replace("#", () => sitter.name),
    );
    const copies = [...sample.childNodes].map(node => node.cloneNode(true));
    said.replaceChildren(from, ...copies);
    if (!sitter.mine) said.append(button(this.words.mute, () => this.#mute(), { class: "quiet" }));
    said.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (said.hidden = true), SHOWN_MS);
  }

  #mute() {
    if (!this.muted.checked) this.muted.click();
    $("reaction").hidden = true;
  }
}
