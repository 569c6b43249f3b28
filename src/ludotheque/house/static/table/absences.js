// Who is away from a table, for how long, and when the others may act. Knows no page and no game.

/** @import { Presence, SeatPresence, View } from "../types.d.ts" */

/** @typedef {"here" | "away" | "gone"} Attendance */
/** @typedef {Pick<View, "seq" | "turn" | "over" | "seats">} Seen */

/** The last presence message, and when the turn began since; callers pass the time. */
export class Absences {
  /** @type {Presence | null} */
  told = null;
  toldMs = 0;
  seq = -1;
  /** @type {number | null} */
  turn = null;
  turnMs = 0;

  /**
   * @param {Presence} told
   * @param {number} nowMs
   */
  take(told, nowMs) {
    this.told = told;
    this.toldMs = nowMs;
    if (told.seq >= this.seq) this.turnMs = nowMs - 1000 * (told.turn_s ?? told.limit_s);
  }

  /**
   * Notes when a turn began; other events, such as a request to undo, do not restart it.
   * @param {Seen} view
   * @param {number} nowMs
   */
  see({ seq, turn }, nowMs) {
    if (turn !== this.turn || this.seq < 0) this.turnMs = nowMs;
    this.seq = seq;
    this.turn = turn;
  }

  /**
   * Returns the presence of another person; null for bots, open seats and seats of this device.
   * @param {Seen} view
   * @param {number} seat
   * @returns {SeatPresence | null}
   */
  of({ seats }, seat) {
    const other = seats[seat].kind === "person" && !seats[seat].mine;
    return other ? (this.told?.seats[seat] ?? null) : null;
  }

  /**
   * Returns for how many seconds a person has been away, or null if unknown.
   * @param {SeatPresence} person
   * @param {number} nowMs
   */
  awayS(person, nowMs) {
    return person.away_s === null ? null : person.away_s + this.#sinceToldS(nowMs);
  }

  /**
   * @param {SeatPresence} person
   * @param {number} nowMs
   * @returns {Attendance}
   */
  attendance(person, nowMs) {
    if (person.here) return "here";
    const limit = this.told?.limit_s ?? 0;
    return (this.awayS(person, nowMs) ?? limit) < limit ? "away" : "gone";
  }

  /**
   * Returns the absent seat to move, and in how many seconds the others may act; else null.
   * @param {Seen} view
   * @param {number} nowMs
   */
  awaited(view, nowMs) {
    const { turn, over, seats } = view;
    const plays = over === null && seats.some(seat => seat.mine);
    const person = plays && turn !== null ? this.of(view, turn) : null;
    if (!this.told || !person || person.here || person.waited_s === null) return null;
    const waitedS = person.waited_s + this.#sinceToldS(nowMs);
    const waitS = this.told.limit_s - Math.min(waitedS, (nowMs - this.turnMs) / 1000);
    return { seat: /** @type {number} */ (turn), leftS: Math.max(0, waitS) };
  }

  /** @param {number} nowMs */
  #sinceToldS(nowMs) {
    return (nowMs - this.toldMs) / 1000;
  }
}
