// The live connection to a table: reconnects by itself, repeats commands until they are answered.
import { openLine } from "./house.js";
import { Silence } from "./silence.js";

/** @import { Expecting, Incoming, Remark, WireState } from "../types.d.ts" */

/**
 * @typedef {object} WireEvents
 * @property {(state: WireState) => void} state
 * @property {(message: Incoming) => void} message
 */

// How often the connection is checked: pings and reconnections are late by no more than this.
const LOOK_EVERY_MS = 1000;
// The wait before each reconnection grows, so that a site that restarts is not flooded.
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 4000;
const WAIT_GROWTH = 1.7;
// Close codes after which reconnecting is useless: a page of another origin, an unknown table.
const FINAL_CODES = [4403, 4404];

/** Connects a page to one table, over a new socket whenever one is lost. */
export class Wire {
  /**
   * @param {string} table
   * @param {() => number | null} since the last event that the page knows; null if some are missing
   * @param {WireEvents} on
   */
  constructor(table, since, on) {
    this.table = table;
    this.since = since;
    this.on = on;
    /** @type {Map<string, Expecting>} unanswered commands, by id */
    this.outbox = new Map();
    this.waitMs = FIRST_WAIT_MS;
    this.retry = 0;
    this.silence = new Silence(Date.now());
    this.socket = this.#open();
    setInterval(() => this.#look(), LOOK_EVERY_MS);
    addEventListener("online", () => this.#reopen());
    document.addEventListener("visibilitychange", () => document.hidden || this.#look());
  }

  /**
   * Sends a command, again on every new socket until it is answered; returns its id.
   * @param {Expecting} command
   */
  send(command) {
    const id = freshId();
    this.outbox.set(id, command);
    this.#sendCommand(id);
    return id;
  }

  /**
   * Sends a remark once, or not at all if the connection is down.
   * @param {Remark} remark
   */
  say(remark) {
    this.#sendText(JSON.stringify(remark));
  }

  /** Sends which event the page knows last; the site answers with what is missing, if anything. */
  greet() {
    const since = this.since();
    this.say({ type: "hello", since, deltas: 1, presence: 1 });
    if (since === null) this.silence.ask("view", Date.now());
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
    else if (open && this.silence.isPingDue(Date.now())) {
      this.say({ type: "ping" });
      this.silence.ask("pong", Date.now());
    }
  }

  /** @param {string} id */
  #sendCommand(id) {
    const command = this.outbox.get(id);
    if (!command || !this.#sendText(JSON.stringify({ ...command, id }))) return;
    // Computing a hint may take long, so no answer is expected soon.
    if (command.type !== "hint") this.silence.ask(id, Date.now());
  }

  /**
   * Sends a text if the connection is open; returns whether it is.
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

/** Returns a unique id for a message; browsers have `randomUUID` only with TLS. */
function freshId() {
  return crypto.randomUUID ? crypto.randomUUID() : `${Math.random()}`.slice(2) + Date.now();
}
