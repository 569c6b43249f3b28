// The live wire of a table: it reconnects by itself, and sends every command until it is answered.
import { openLine } from "./house.js";
import { Silence } from "./silence.js";

/** @import { Expecting, Incoming, Remark, WireState } from "../types.d.ts" */

/**
 * @typedef {object} WireEvents
 * @property {(state: WireState) => void} state
 * @property {(message: Incoming) => void} message
 */

// How often the silence is looked at: pings and new lines are late by no more than this.
const LOOK_EVERY_MS = 1000;
// Waiting before a line is opened anew grows, so that a site that comes back is not stormed.
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4000;
const WAIT_GROWTH = 1.7;
// The site says that it is of no use to come back: a foreign page, no such table.
const FINAL_CODES = [4403, 4404];

/** One table's socket, whichever it is just now. */
export class Wire {
  /**
   * @param {string} table
   * @param {() => number | null} since the last event that the page knows; none if it has lost count
   * @param {WireEvents} on
   */
  constructor(table, since, on) {
    this.table = table;
    this.since = since;
    this.on = on;
    /** @type {Map<string, Expecting>} commands that nobody has answered, by id */
    this.outbox = new Map();
    this.waitMs = FIRST_WAIT_MS;
    this.retry = 0;
    this.silence = new Silence(Date.now());
    this.socket = this.#open();
    this.#keepAlive();
  }

  /**
   * Sends a command until it is answered; its id.
   * @param {Expecting} command
   */
  send(command) {
    const id = freshId();
    this.outbox.set(id, command);
    this.#sendCommand(id);
    return id;
  }

  /**
   * Says something once, if the line stands.
   * @param {Remark} remark
   */
  say(remark) {
    this.#sendText(JSON.stringify(remark));
  }

  /** Says what the page knows, to be told the rest; if that is everything, nothing is answered. */
  greet() {
    const since = this.since();
    this.say({ type: "hello", since, deltas: 1, presence: 1 });
    if (since === null) this.silence.ask("view", Date.now());
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
    const socket = openLine(this.table);
    this.silence = new Silence(Date.now());
    this.silence.ask("open", Date.now());
    socket.onopen = () => this.#opened();
    socket.onmessage = event => this.#received(JSON.parse(event.data));
    socket.onclose = event => this.#lost(event.code);
    return socket;
  }

  #opened() {
    this.waitMs = FIRST_WAIT_MS;
    this.silence.hear(Date.now());
    this.silence.answer("open");
    this.greet();
    for (const id of this.outbox.keys()) this.#sendCommand(id);
    this.on.state("connected");
  }

  /** @param {Incoming} message */
  #received(message) {
    this.silence.hear(Date.now());
    this.silence.answer(message.type);
    if ("id" in message && message.id) this.#answered(message.id, message);
    this.on.message(message);
  }

  /**
   * @param {string} id
   * @param {Incoming} message
   */
  #answered(id, message) {
    this.silence.answer(id);
    const afterS = message.type === "refused" && message.retry_after;
    if (afterS) setTimeout(() => this.#sendCommand(id), 1000 * afterS);
    else this.outbox.delete(id);
  }

  /** @param {number} code */
  #lost(code) {
    this.on.state("offline");
    if (FINAL_CODES.includes(code)) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.#reopen(), this.waitMs);
    this.waitMs = Math.min(LONGEST_WAIT_MS, this.waitMs * WAIT_GROWTH);
  }

  #look() {
    const open = this.socket.readyState === WebSocket.OPEN;
    const opening = this.socket.readyState === WebSocket.CONNECTING;
    if ((open || opening) && this.silence.isDead(Date.now())) this.#reopen();
    else if (open && this.silence.isPingDue(Date.now())) this.#ping();
  }

  #ping() {
    this.say({ type: "ping" });
    this.silence.ask("pong", Date.now());
  }

  /** @param {string} id */
  #sendCommand(id) {
    const command = this.outbox.get(id);
    if (!command || !this.#sendText(JSON.stringify({ ...command, id }))) return;
    // A hint takes as long as it takes to think of it.
    if (command.type !== "hint") this.silence.ask(id, Date.now());
  }

  /**
   * Whether the line stood, so that the text was sent.
   * @param {string} text
   */
  #sendText(text) {
    const open = this.socket.readyState === WebSocket.OPEN;
    if (open) {
      this.socket.send(text);
      this.silence.say(Date.now());
    }
    return open;
  }
}

/** A name of its own for a message; without TLS, browsers have no `randomUUID`. */
function freshId() {
  return crypto.randomUUID ? crypto.randomUUID() : `${Math.random()}`.slice(2) + Date.now();
}
