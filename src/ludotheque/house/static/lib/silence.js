// Silence on a live connection: when to send a ping, and when to regard it as dead.

// Rare enough for thousands of idle pages. Frequent enough that a page notices within a minute that
// the site is gone, and that neither the site nor a proxy drops a page that only listens.
const PING_AFTER_MS = 20_000;
// Answers normally take milliseconds, and seconds at worst.
const GIVE_UP_AFTER_MS = 6000;

/** When a connection was last used, and which answers are outstanding; callers pass the time. */
export class Silence {
  /** @param {number} nowMs */
  constructor(nowMs) {
    this.heardMs = this.saidMs = nowMs;
    /** Since when answers have been outstanding without anything being received. */
    this.askedMs = nowMs;
    /** @type {Set<string>} the names of the outstanding answers */
    this.awaited = new Set();
  }

  /**
   * Notes that something was received: the connection works, even if answers are outstanding.
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
   * Notes that something was sent that must be answered soon.
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
