// How much time a seat has left, and how that is written.

/** @import { Clock } from "./types.d.ts" */

/** @typedef {{ days: string, hours: string, point: string }} TimeWords */

const SECOND_MS = 1000;
const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** Below this, tenths of seconds are shown, and the clock is told apart. */
export const LOW_MS = 10 * SECOND_MS;

/**
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
 * A time as a clock shows it: `2 d 3 h`, `1:02:03`, `4:05`, `0:09.4`. What has begun counts whole,
 * so that 0:00 is the end.
 * @param {number} ms
 * @param {TimeWords} words
 */
export function written(ms, { days, hours, point }) {
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
