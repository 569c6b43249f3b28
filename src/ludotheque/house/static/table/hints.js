// A hint in three steps, each requested separately; the next move removes it.
import { $, find } from "../lib/dom.js";

/** @import { Hint, TableWords } from "../types.d.ts" */

/** The button that requests hints, and the text of the current one. */
export class Hints {
  /**
   * @param {TableWords} words
   * @param {{ ask: (step: number) => string, show: (hint: Hint | null) => void, say: (text: string) => void }} on
   */
  constructor(words, on) {
    this.words = words;
    this.on = on;
    this.offered = false;
    /** @type {Hint | null} */
    this.hint = null;
    /** @type {string | null} the id of the request that is not answered yet */
    this.asked = null;
  }

  /** Requests the next step; after the last one, removes the hint. */
  next() {
    if (!this.offered || this.asked) return;
    if (this.hint && !this.hint.next) return this.#show(null);
    this.asked = this.on.ask((this.hint?.step ?? 0) + 1);
    this.refresh(this.offered);
  }

  /** @param {Hint} hint */
  take(hint) {
    if (hint.id === this.asked) this.#show(hint);
  }

  /**
   * Keeps the current step if the message that was refused is the request.
   * @param {string | null} id
   */
  refused(id) {
    if (id === this.asked) this.#show(this.hint);
  }

  forget() {
    this.hint = null;
    this.asked = null;
  }

  /** @param {boolean} offered */
  refresh(offered) {
    this.offered = offered;
    const next = this.hint ? this.hint.next || "close" : "where";
    const ask = $("hint");
    ask.hidden = !offered;
    const label = find(ask, "small", HTMLElement);
    if (label) label.textContent = this.words[`hint_${next}`];
    ask.setAttribute("aria-busy", String(this.asked !== null));
    const text = this.asked ? this.words.hint_sought : (this.hint?.text ?? "");
    this.on.say(offered ? text : "");
  }

  /** @param {Hint | null} hint */
  #show(hint) {
    this.hint = hint;
    this.asked = null;
    this.on.show(hint);
    this.refresh(this.offered);
  }
}
