// Several people on one device: a note says whom to hand it to.
import { $, makeEmblem } from "../lib/dom.js";
import { setting } from "../lib/setting.js";

/** @import { TableWords, View } from "../types.d.ts" */

/** Shows a note whenever the turn passes to another person on this device, if switched on. */
export class HandOver {
  /**
   * @param {View} view
   * @param {TableWords} words
   */
  constructor(view, words) {
    this.words = words;
    this.on = setting("hand-over-on", false);
    /** @type {number | null} the seat of the person who holds the device */
    this.holder = toMove(view);
    this.seq = view.seq;
    this.note = $("hand-over", HTMLDialogElement);
    $("hand-over-set").hidden = view.seats.filter(seat => seat.mine).length < 2;
  }

  /** @param {View} view */
  follow(view) {
    if (view.seq === this.seq) return; // the same view again
    this.seq = view.seq;
    const seat = toMove(view);
    if (view.over || seat === null || seat === this.holder) return this.note.close();
    const handed = this.holder !== null && this.on.checked;
    this.holder = seat;
    if (!handed) return;
    const { name, emblem } = view.seats[seat];
    $("hand-over-text").textContent = this.words.hand_over.replace("#", () => name);
    $("hand-over-emblem").replaceChildren(makeEmblem(emblem));
    if (!this.note.open) this.note.showModal();
  }
}

/**
 * Returns the seat to move if it is played on this device, else null.
 * @param {View} view
 */
function toMove({ can, turn }) {
  return can.act ? turn : null;
}
