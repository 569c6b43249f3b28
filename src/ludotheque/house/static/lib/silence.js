// How long a line may be silent: when to ask whether it still stands, and when it is dead.

// An idle page asks no more often, since thousands of them may be open; still it learns within a
// minute that the site has gone, and neither the site nor a proxy on the way takes a page that only
// listens for gone.
const PING_AFTER_MS = 20_000;
// What must be answered is answered within milliseconds, on a bad day within seconds.
const GIVE_UP_AFTER_MS = 6000;

/** What was heard and said on one line; the time is told from outside. */
export class Silence {
  /** @param {number} nowMs */
  constructor(nowMs) {
    this.heardMs = this.saidMs = nowMs;
    /** When the answer that has been awaited longest was asked for, or something was heard since. */
    this.askedMs = nowMs;
    /** @type {Set<string>} what must be answered, by name */
    this.awaited = new Set();
  }

  /**
   * Something was heard: the line stands, whatever is still to be answered.
   * @param {number} nowMs
   */
  hear(nowMs) {
    this.heardMs = this.askedMs = nowMs;
  }

  /** @param {number} nowMs */
  say(nowMs) {
    this.saidMs = nowMs;
  }

  /**
   * Something was said that must be answered soon.
   * @param {string} name
   * @param {number} nowMs
   */
  ask(name, nowMs) {
    if (this.awaited.size === 0) this.askedMs = nowMs;
    this.awaited.add(name);
  }

  /** @param {string} name */
  answer(name) {
    this.awaited.delete(name);
  }

  /** @param {number} nowMs */
  isPingDue(nowMs) {
    return this.awaited.size === 0 && nowMs - Math.min(this.heardMs, this.saidMs) > PING_AFTER_MS;
  }

  /** @param {number} nowMs */
  isDead(nowMs) {
    return this.awaited.size > 0 && nowMs - this.askedMs > GIVE_UP_AFTER_MS;
  }
}
