// Which problems of a game were solved on this device, and on how many days in a row.

const KEPT_DAYS = 400; // more than a year: a streak may be long
const DAY_MS = 86_400_000;

/** The days whose problem was solved, with the number of tries; 0 if with help or later. */
export class Streak {
  /** @param {string} game */
  constructor(game) {
    this.key = `problems-${game}`;
    /** @type {Record<string, number>} */
    this.tries = JSON.parse(localStorage.getItem(this.key) ?? "{}");
  }

  /**
   * Stores how a problem was solved, unless it was solved before.
   * @param {string} day
   * @param {number} tries
   */
  add(day, tries) {
    this.tries[day] ??= tries;
    const kept = Object.entries(this.tries).sort().slice(-KEPT_DAYS);
    this.tries = Object.fromEntries(kept);
    localStorage.setItem(this.key, JSON.stringify(this.tries));
  }

  /** @param {string} day */
  has(day) {
    return day in this.tries;
  }

  /**
   * Returns how many days in a row up to this one were solved on the day and without help.
   * @param {string} day
   */
  length(day) {
    let days = 0;
    while (this.tries[before(day, days)]) days++;
    return days;
  }
}

/**
 * @param {string} day
 * @param {number} days
 */
function before(day, days) {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}
