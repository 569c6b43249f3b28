// The clocks beside the names at a table, counted down without asking the site.
import { findAll, make } from "./dom.js";
import { LOW_MS, leftMs, written } from "./timeleft.js";

/** @import { Clock, TableWords, View } from "./types.d.ts" */

// A tenth of a second is shown at the end; the rest changes once a second, and costs nothing then.
const TICK_MS = 100;
/** When somebody who hears the page is told of their own time. */
const TOLD_AT_MS = [60_000, LOW_MS];

export class Clocks {
  /**
   * @param {TableWords} words
   * @param {() => number} now the time by the clock of the site
   * @param {(text: string) => void} say
   */
  constructor(words, now, say) {
    this.now = now;
    this.say = say;
    this.words = { days: words.days, hours: words.hours, point: words.decimal_point };
    this.left = words.time_left;
    /** @type {View | null} */
    this.view = null;
    this.timer = 0;
    this.lastMs = Number.POSITIVE_INFINITY;
  }

  /** @param {View} view */
  show(view) {
    if (!view.clock) return;
    if (this.view?.turn !== view.turn) this.lastMs = Number.POSITIVE_INFINITY;
    this.view = view;
    clearInterval(this.timer);
    if (view.clock.running !== null) this.timer = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
  }

  #tick() {
    const { clock, seats } = /** @type {View & { clock: Clock }} */ (this.view);
    const now = this.now();
    for (const line of findAll(document, "li[data-seat]", HTMLElement)) {
      const ms = leftMs(clock, Number(line.dataset.seat), now);
      const text = written(ms, this.words);
      const shown = line.querySelector(".clock") ?? line.appendChild(make("span", "", ATTRIBUTES));
      if (shown.textContent !== text) shown.textContent = text;
      shown.classList.toggle("low", ms < LOW_MS);
    }
    const seat = clock.running;
    if (seat !== null && seats[seat].mine) this.#tell(leftMs(clock, seat, now));
  }

  /** @param {number} ms what is left to whoever looks */
  #tell(ms) {
    const passed = TOLD_AT_MS.find(at => ms <= at && this.lastMs > at);
    if (passed && Number.isFinite(this.lastMs))
      this.say(this.left.replace("#", written(ms, this.words)));
    this.lastMs = ms;
  }
}

const ATTRIBUTES = { class: "clock", role: "timer" };
