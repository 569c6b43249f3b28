// The people at a table: invitations, clocks, presence, reactions, and handing over the device.
import { $ } from "../lib/dom.js";
import { Attendance } from "./attendance.js";
import { Clocks } from "./clocks.js";
import { HandOver } from "./handover.js";
import { listenToInvites, showInvites } from "./invites.js";
import { Reactions } from "./reactions.js";

/** @import { Command, Presence, Reaction, Remark, TableWords, View } from "../types.d.ts" */

/**
 * How the page sends messages: commands until they are answered, remarks once.
 * @typedef {{ send: (command: Command) => void, say: (remark: Remark) => void }} Speaking
 */

/** Everything that a page shows about the people at its table. */
export class Company {
  /**
   * @param {View} view
   * @param {TableWords} words
   * @param {Speaking} speaking
   */
  constructor(view, words, { send, say }) {
    this.seats = view.seats;
    listenToInvites($("invites"), words.copied, send);
    this.attendance = new Attendance(view, words, send);
    this.reactions = new Reactions(words, what => say({ type: "react", what }));
    this.handOver = new HandOver(view, words);
    // How far the clock of the site is ahead of this device; the page carries the time of the site.
    const aheadMs = Number($("table").dataset.now) - arrivedMs();
    const tell = (/** @type {string} */ text) => $("told").replaceChildren(text);
    this.clocks = new Clocks(words, () => Date.now() + aheadMs, tell);
  }

  /**
   * Updates everything to a view. Its seats must be drawn already: clocks are added to their lines.
   * @param {View} view
   */
  show(view) {
    this.reactions.show(view);
    this.handOver.follow(view);
    this.clocks.show(view);
    if (view.seats !== this.seats) {
      showInvites($("invites"), $("table").dataset.id ?? "", view.seats).catch(() => {});
    }
    this.seats = view.seats;
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
