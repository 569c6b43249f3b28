// Views on their way to the eye: shown one after the other, each move by itself, at a human pace.

/** @import { View } from "../types.d.ts" */

// A move is taken in within this long; where many wait, each gets less, so that all are seen soon.
const BREATH_MS = 600;
const LONGEST_MS = 2400;
const SHORTEST_MS = 150;

/**
 * How long to wait after a move until the next one, of so many that wait.
 * @param {number} waiting
 */
export function breath(waiting) {
  return Math.max(SHORTEST_MS, Math.min(BREATH_MS, LONGEST_MS / Math.max(1, waiting)));
}

/** Views that are known and not shown yet. */
export class Pace {
  /**
   * @param {(view: View) => void} show
   * @param {(before: View, after: View) => boolean} isSeen whether there is a movement to be seen
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
    /** Whether the last movement is still being taken in. */
    this.resting = false;
    /** How many pauses there have been. */
    this.rests = 0;
  }

  /** Whether something has happened that is not shown yet. */
  get behind() {
    return this.waiting.length > 0;
  }

  /** @param {View[]} views */
  add(views) {
    this.waiting.push(...views);
    if (!this.resting) this.#next();
  }

  /** Shows everything at once, and what comes next without a pause. */
  skip() {
    this.rests += 1; // the pause that is under way ends nothing any more
    this.resting = false;
    const last = this.waiting.pop();
    this.waiting = [];
    if (last) this.#show(last);
  }

  #next() {
    this.resting = false;
    const next = this.waiting.shift();
    if (!next) return;
    const seen = this.isSeen(this.shown, next);
    this.#show(next);
    if (!seen) this.#next();
    else {
      this.resting = true;
      this.rests += 1;
      const { rests } = this;
      this.later(() => rests === this.rests && this.#next(), breath(this.waiting.length));
    }
  }

  /** @param {View} view */
  #show(view) {
    this.shown = view;
    this.show(view);
  }
}
