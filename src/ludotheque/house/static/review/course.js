// The course of a game in figures: the worth of each position for each seat, and the decisions that
// stand out. Knows no page. A stop is a position: before the first decision, or after one.

/** @import { Decision, Mark, ReviewSeat, ReviewStart, Verdict } from "../types.d.ts" */

/** @typedef {Verdict | null} Point null if it is unknown */
/** @typedef {Point[]} Course the points of a seat, by stop */
/** @typedef {{ stop: number, mark: Mark, share: number }} Flag a decision that stands out */

/**
 * Consecutive points that are all proved or all estimated; `from` is the point of the other kind
 * before them.
 * @template T
 * @typedef {{ proved: boolean, points: T[], from: T | null }} Run
 */

/** @type {Record<Mark, string>} */
export const SIGNS = { only: "!", slip: "?!", mistake: "?", blunder: "??", unknown: "·" };
/** @type {Mark[]} the marks of decisions that gave something away, the worst last */
export const TURNING = ["slip", "mistake", "blunder"];

/** @param {Decision} decision */
function isTurning({ mark }) {
  return mark !== "" && TURNING.includes(mark);
}

/**
 * Whether a decision made on this device is a mistake; an inaccuracy is not.
 * @param {Decision} decision
 * @param {ReviewSeat[]} seats
 */
export function isMistake(decision, seats) {
  return seats[decision.seat].mine && isTurning(decision) && decision.mark !== "slip";
}

/**
 * Returns the mistakes made on this device: how many actions precede each, and its turn.
 * @param {Decision[]} decisions
 * @param {ReviewSeat[]} seats
 */
export function mistakesOf(decisions, seats) {
  return decisions.flatMap((decision, order) =>
    isMistake(decision, seats) ? [{ number: decision.number, turn: order + 1 }] : [],
  );
}

/**
 * Returns the worth of a stop for each seat: as of the decision made there or, at the end, as the
 * last decision left it. Empty if it is unknown.
 * @param {ReviewStart} game
 * @param {Decision[]} decisions
 * @param {number} stop
 * @returns {Verdict[]}
 */
export function worthAt({ stops, seats, end }, decisions, stop) {
  if (stop < decisions.length) return decisions[stop].worth;
  const last = decisions[stop - 1];
  if (stop !== stops.length - 1 || !last?.taken) return [];
  if (seats.length > 2)
    return (end ?? []).map(share => ({ share, proved: true, low: null, high: null }));
  const both = [last.taken, oppositeOf(last.taken)];
  return last.seat === 0 ? both : both.reverse();
}

/**
 * Returns the courses to draw: one for each seat, or only that of the first of two.
 * @param {ReviewStart} game
 * @param {Decision[]} decisions
 * @returns {Course[]}
 */
export function coursesOf(game, decisions) {
  const drawn = game.seats.length > 2 ? [...game.seats.keys()] : [0];
  const worth = game.stops.map((_, stop) => worthAt(game, decisions, stop));
  return drawn.map(seat => worth.map(verdicts => verdicts[seat] ?? null));
}

/**
 * Returns the decisions that gave something away, placed on the course of their player.
 * @param {Course[]} courses
 * @param {Decision[]} decisions
 * @returns {Flag[]}
 */
export function flagsOf(courses, decisions) {
  return decisions.flatMap((decision, order) => {
    const course = courses[courses.length > 1 ? decision.seat : 0];
    const point = course[order + 1] ?? course[order];
    if (!point || decision.mark === "" || !isTurning(decision)) return [];
    return [{ stop: order + 1, mark: decision.mark, share: point.share }];
  });
}

/**
 * Returns the stops at which a new round begins.
 * @param {Decision[]} decisions
 */
export function roundsOf(decisions) {
  const stops = [...decisions.keys()].slice(1);
  return stops.filter(stop => decisions[stop].round > decisions[stop - 1].round);
}

/**
 * Returns the stop after the next decision that gave something away, or else after the first one.
 * @param {Decision[]} decisions
 * @param {number} at
 */
export function nextTurning(decisions, at) {
  const stops = decisions.flatMap((decision, order) => (isTurning(decision) ? [order + 1] : []));
  return stops.find(stop => stop > at) ?? stops[0];
}

/**
 * Splits a course into runs of proved or estimated points, interrupted by unknown points and new
 * rounds.
 * @template {{ proved: boolean }} T
 * @param {(T | null)[]} course
 * @param {number[]} rounds
 */
export function runsOf(course, rounds) {
  /** @type {Run<T>[]} */
  const runs = [];
  for (const [stop, point] of course.entries()) {
    if (!point) continue;
    const before = course[stop - 1];
    const joined = before && !rounds.includes(stop) ? before : null;
    if (joined?.proved === point.proved) runs[runs.length - 1].points.push(point);
    else runs.push({ proved: point.proved, points: [point], from: joined });
  }
  return runs;
}

/**
 * Returns the worth for the other of two players.
 * @param {Verdict} verdict
 * @returns {Verdict}
 */
function oppositeOf(verdict) {
  const low = verdict.high === null ? null : 1 - verdict.high;
  const high = verdict.low === null ? null : 1 - verdict.low;
  return { share: 1 - verdict.share, proved: verdict.proved, low, high };
}
