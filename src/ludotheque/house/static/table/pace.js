// Shows views one after the other, with a pause after each move, so that people can follow.

/** @import { View } from "../types.d.ts" */

// The pause after a move. If many are waiting, each gets a shorter one, so that all are shown soon.
const BREATH_MS = 600;
const LONGEST_MS = 2400;
const SHORTEST_MS = 150;

/**
 * Returns the pause after a move, by how many are waiting.
 * @param {number} waiting
 */
export function breath(waiting) {
  return Math.max(SHORTEST_MS, Math.min(BREATH_MS, LONGEST_MS / Math.max(1, waiting)));
}

/** The views that have arrived and are not shown yet. */
export class Pace {
  /**
   * @param {(view: View) => void} show
   * @param {(before: View, after: View) => boolean} isSeen whether a move is shown, to pause after
   * @param {View} first
   * @param {(action: () => void, ms: number) => unknown} [later]
   */
  constructor(show, isSeen, first, later = (action, ms) => setTimeout(action, ms)) {
    this.show = show;
    this.isSeen = isSeen;
    this.shown = first;
    this.later = later;
    /** @type {View[]} */
    this.waiting = [];
    /** @type {symbol | null} the pause after the last move, while it lasts */
    this.rest = null;
  }

  /** Whether views are waiting to be shown. */
  get behind() {
    return this.waiting.length > 0;
  }

  /** @param {View[]} views */
  add(views) {
    this.waiting.push(...views);
    if (!this.rest) this.#next();
  }

  /** Shows the newest view at once, and ends the pause. */
  skip() {
    this.rest = null; // it has no effect when it ends
    const last = this.waiting.pop();
    this.waiting = [];
    if (last) this.#show(last);
  }

  #next() {
    this.rest = null;
    const next = this.waiting.shift();
    if (!next) return;
    const seen = this.isSeen(this.shown, next);
    this.#show(next);
    if (!seen) this.#next();
    else {
      const rest = Symbol();
      this.rest = rest;
      this.later(() => rest === this.rest && this.#next(), breath(this.waiting.length));
    }
  }

  /** @param {View} view */
  #show(view) {
    this.shown = view;
    this.show(view);
  }
}
