// The others at a table: who is invited, whose time runs, who is there, to whom the screen is handed.
import { $ } from "../lib/dom.js";
import { Attendance } from "./attendance.js";
import { Clocks } from "./clocks.js";
import { HandOver } from "./handover.js";
import { Invites } from "./invites.js";
import { Reactions } from "./reactions.js";

/** @import { Command, Presence, Reaction, Remark, TableWords, View } from "../types.d.ts" */

/**
 * How the page speaks to the table: a command is sent until it is answered, a remark once.
 * @typedef {{ send: (command: Command) => void, say: (remark: Remark) => void }} Speaking
 */

/** What a page shows of the others at its table. */
export class Company {
  /**
   * @param {View} view
   * @param {TableWords} words
   * @param {Speaking} speaking
   */
  constructor(view, words, { send, say }) {
    const { id = "", now } = $("table").dataset;
    this.invites = new Invites($("invites"), id, view.seats, words.copied, send);
    this.attendance = new Attendance(view, words, send);
    this.reactions = new Reactions(words, what => say({ type: "react", what }));
    this.handOver = new HandOver(view, words);
    // By how much the clock of the site, which has written its time into the page, is ahead of ours.
    const aheadMs = Number(now) - arrivedMs();
    this.clocks = new Clocks(
      words,
      () => Date.now() + aheadMs,
      text => {
        $("told").textContent = text;
      },
    );
  }

  /**
   * Shows a view whose seats and panels have been drawn.
   * @param {View} view
   */
  show(view) {
    this.reactions.show(view);
    this.handOver.follow(view);
    this.clocks.show(view);
    this.invites.show(view.seats).catch(() => {});
    this.attendance.see(view);
  }

  /** @param {Presence | Reaction} message */
  take(message) {
    if (message.type === "reaction") this.reactions.take(message);
    else this.attendance.take(message);
  }
}

/** When the first byte of the page arrived, by the clock of this device. */
function arrivedMs() {
  const [loaded] = performance.getEntriesByType("navigation");
  const afterMs = loaded instanceof PerformanceNavigationTiming ? loaded.responseStart : 0;
  return performance.timeOrigin + afterMs;
}
