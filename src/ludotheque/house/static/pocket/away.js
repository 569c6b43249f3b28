// How long to wait before the site that redirected to the pocket is tried again.

// A network that has come back may need a moment before it works.
export const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 300_000;
const KEY = "offline"; // a page of the site removes it (`pages/offline.js`)

/** What a tab remembers, from page to page, about a site that does not answer. */
export class Away {
  /** @param {Pick<Storage, "getItem" | "setItem">} kept */
  constructor(kept) {
    this.kept = kept;
  }

  /** Whether the site redirected here, and none of its pages has been shown since. */
  get isAway() {
    return this.kept.getItem(KEY) !== null;
  }

  /** Notes that the site redirected here; if it does so again, the waits keep growing. */
  begin() {
    if (!this.isAway) this.again();
  }

  /** Starts again with the shortest wait. */
  again() {
    this.kept.setItem(KEY, String(FIRST_WAIT_MS));
  }

  /** Returns how long to wait now; the next time it is twice as long. */
  wait() {
    const now = Number(this.kept.getItem(KEY)) || FIRST_WAIT_MS;
    this.kept.setItem(KEY, String(Math.min(2 * now, LONGEST_WAIT_MS)));
    return now;
  }
}
