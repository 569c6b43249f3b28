// The live wire of a table: it reconnects by itself, and sends every command until it is answered.

/** @import { Expecting, Incoming, Remark, WireState } from "./types.d.ts" */

/**
 * @typedef {object} WireEvents
 * @property {(state: WireState) => void} state
 * @property {(message: Incoming) => void} message
 */

// A line that is silent for this long is asked whether it still stands.
const PING_AFTER_MS = 2500;
// A ping is answered at once: a line that is silent for so long is dead, and opened anew.
const GIVE_UP_AFTER_MS = 9000;
// How often that is looked at; the ping is late by no more than this.
const LOOK_EVERY_MS = 500;
// Waiting before a line is opened anew grows, so that a site that comes back is not stormed.
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4000;
const WAIT_GROWTH = 1.7;
// The site says that it is of no use to come back: a foreign page, no such table.
const FINAL_CODES = [4403, 4404];

/** One table's socket, whichever it is just now. */
export class Wire {
  /**
   * @param {string} url
   * @param {() => number} seen the last event that the page shows
   * @param {WireEvents} on
   */
  constructor(url, seen, on) {
    this.url = url;
    this.seen = seen;
    this.on = on;
    /** @type {Map<string, string>} commands that nobody has answered, by id */
    this.outbox = new Map();
    this.wait = FIRST_WAIT_MS;
    this.heard = 0;
    this.pinged = false;
    this.retry = 0;
    this.socket = this.#open();
    this.#keepAlive();
  }

  /**
   * Sends a command until it is answered; its id.
   * @param {Expecting} command
   */
  send(command) {
    const id = freshId();
    const text = JSON.stringify({ ...command, id });
    this.outbox.set(id, text);
    this.#sendText(text);
    return id;
  }

  /**
   * Says something once, if the line stands.
   * @param {Remark} remark
   */
  say(remark) {
    this.#sendText(JSON.stringify(remark));
  }

  #keepAlive() {
    setInterval(() => this.#look(), LOOK_EVERY_MS);
    addEventListener("online", () => this.#reopen());
    document.addEventListener("visibilitychange", () => document.hidden || this.#look());
  }

  #reopen() {
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close();
    this.socket = this.#open();
  }

  #open() {
    this.on.state("connecting");
    const socket = new WebSocket(this.url);
    this.#hear();
    socket.onopen = () => this.#opened();
    socket.onmessage = event => this.#received(JSON.parse(event.data));
    socket.onclose = event => this.#lost(event.code);
    return socket;
  }

  #hear() {
    this.heard = Date.now();
    this.pinged = false;
  }

  #opened() {
    this.wait = FIRST_WAIT_MS;
    this.say({ type: "hello", since: this.seen() });
    for (const text of this.outbox.values()) this.#sendText(text);
    this.on.state("connected");
  }

  /** @param {Incoming} message */
  #received(message) {
    this.#hear();
    if ("id" in message && message.id) this.#answered(message.id, message);
    this.on.message(message);
  }

  /**
   * @param {string} id
   * @param {Incoming} message
   */
  #answered(id, message) {
    const afterS = message.type === "refused" && message.retry_after;
    if (afterS) setTimeout(() => this.#sendText(this.outbox.get(id)), 1000 * afterS);
    else this.outbox.delete(id);
  }

  /** @param {number} code */
  #lost(code) {
    this.on.state("offline");
    if (FINAL_CODES.includes(code)) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.#reopen(), this.wait);
    this.wait = Math.min(LONGEST_WAIT_MS, this.wait * WAIT_GROWTH);
  }

  #look() {
    const silenceMs = Date.now() - this.heard;
    const open = this.socket.readyState === WebSocket.OPEN;
    const opening = this.socket.readyState === WebSocket.CONNECTING;
    if (open && silenceMs > PING_AFTER_MS && !this.pinged) {
      this.pinged = true;
      this.say({ type: "ping" });
    }
    if ((open || opening) && silenceMs > GIVE_UP_AFTER_MS) this.#reopen();
  }

  /** @param {string | undefined} text */
  #sendText(text) {
    if (text && this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }
}

/** A name of its own for a message; without TLS, browsers have no `randomUUID`. */
function freshId() {
  return crypto.randomUUID ? crypto.randomUUID() : `${Math.random()}`.slice(2) + Date.now();
}
