// Which lessons of a game were done on this device.

/** The lessons that were done. */
export class LessonsDone {
  /** @param {string} game */
  constructor(game) {
    this.key = `learned-${game}`;
    const kept = localStorage.getItem(this.key) ?? "";
    this.numbers = new Set(kept.split(",").filter(Boolean).map(Number));
  }

  /** @param {number} number */
  add(number) {
    this.numbers.add(number);
    localStorage.setItem(this.key, [...this.numbers].join());
  }

  /**
   * Returns the first lesson that is not done yet, or 1 once all are done.
   * @param {number} total
   */
  next(total) {
    for (let number = 1; number <= total; number++) if (!this.numbers.has(number)) return number;
    return 1;
  }
}
