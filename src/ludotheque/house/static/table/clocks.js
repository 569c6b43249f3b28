// The clocks beside the names at a table, counted down without asking the site.
import { findAll, make } from "../lib/dom.js";

/** @import { Clock, TableWords, View } from "../types.d.ts" */

/** @typedef {Pick<TableWords, "days" | "hours" | "decimal_point">} TimeWords */

const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** Below this, a clock shows tenths of seconds and is highlighted. */
const LOW_MS = 10 * SECOND_MS;
// Fine enough for tenths of seconds; texts that do not change are not redrawn.
const TICK_MS = 100;
/** When a player's own time is announced to screen readers. */
const TOLD_AT_MS = [60_000, LOW_MS];
const ATTRIBUTES = { class: "clock", role: "timer" };

/** Shows the time that every seat has left. */
export class Clocks {
  /**
   * @param {TableWords} words
   * @param {() => number} now returns the time by the clock of the site
   * @param {(text: string) => void} say
   */
  constructor(words, now, say) {
    this.now = now;
    this.say = say;
    this.words = words;
    /** @type {View | null} */
    this.view = null;
    this.timer = 0;
    /** The time that was left at the last look; 0 if there was none in this turn. */
    this.lastMs = 0;
  }

  /** @param {View} view */
  show(view) {
    if (!view.clock) return;
    if (this.view?.turn !== view.turn) this.lastMs = 0;
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

  /** @param {number} ms the time left to the player on this device */
  #tell(ms) {
    const passed = TOLD_AT_MS.find(at => ms <= at && this.lastMs > at);
    if (passed) this.say(this.words.time_left.replace("#", written(ms, this.words)));
    this.lastMs = ms;
  }
}

/**
 * Returns the time that a seat has left.
 * @param {Clock} clock
 * @param {number} seat
 * @param {number} nowMs by the clock of the site
 */
export function leftMs(clock, seat, nowMs) {
  const left = clock.left_ms[seat];
  if (clock.running !== seat || clock.from_ms === null) return left;
  return Math.max(0, left - Math.max(0, nowMs - clock.from_ms));
}

/**
 * Formats a time: `2 d 3 h`, `1:02:03`, `4:05` or `0:09.4`. Rounds up, so that 0:00 is the end.
 * @param {number} ms
 * @param {TimeWords} words
 */
export function written(ms, { days, hours, decimal_point: point }) {
  if (ms < LOW_MS) return tenths(Math.ceil(ms / (SECOND_MS / 10)), point);
  const s = Math.ceil(ms / SECOND_MS);
  const [d, h] = [Math.floor(s / DAY_S), Math.floor((s % DAY_S) / HOUR_S)];
  if (d) return [`${d} ${days}`, h ? `${h} ${hours}` : ""].filter(Boolean).join(" ");
  const [m, rest] = [Math.floor((s % HOUR_S) / MINUTE_S), two(s % MINUTE_S)];
  return h ? `${h}:${two(m)}:${rest}` : `${m}:${rest}`;
}

/**
 * @param {number} count
 * @param {string} point
 */
function tenths(count, point) {
  return `0:${two(Math.floor(count / 10))}${point}${count % 10}`;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, "0");
}
