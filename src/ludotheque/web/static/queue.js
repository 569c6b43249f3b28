// Views on their way to the eye: shown one after the other, in the order in which they happened.

/** @import { View } from "./types.d.ts" */

/** Views that are known and not shown yet. */
export class Queue {
  /** @param {(view: View) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {View[]} */
    this.waiting = [];
  }

  /** @param {View[]} views */
  add(views) {
    this.waiting.push(...views);
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) this.show(next);
  }
}
