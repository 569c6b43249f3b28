// Shows beside the names who is at the table, and a card with what to do about an absent player.

import { duration } from "../lib/dates.js";
import { $, button, find, findAll, make } from "../lib/dom.js";
import { Absences } from "./absences.js";

/** @import { Command, Presence, TableWords, View } from "../types.d.ts" */

const TICK_MS = 1000;
// A card that was dismissed comes back after this.
const LATER_MS = 60_000;

/** Shows who is there and who is away, for how long. */
export class Attendance {
  /**
   * @param {View} view
   * @param {TableWords} words
   * @param {(command: Command) => void} send
   */
  constructor(view, words, send) {
    this.view = view;
    this.words = words;
    this.send = send;
    this.absences = new Absences();
    /** The seat that the card is about, and whether the others may act. */
    this.announced = "";
    /** The value of `announced` when the card was dismissed. */
    this.dismissed = "";
    setInterval(() => this.#tick(), TICK_MS);
  }

  /** @param {View} view */
  see(view) {
    this.view = view;
    this.absences.see(view, Date.now());
    this.#show();
  }

  /** @param {Presence} message */
  take(message) {
    this.absences.take(message, Date.now());
    this.#show();
  }

  #tick() {
    if (this.absences.told?.seats.some(person => person && !person.here)) this.#show();
  }

  #show() {
    for (const line of findAll($("table"), "li[data-seat]", HTMLElement)) this.#mark(line);
    this.#showCard();
  }

  /** @param {HTMLElement} line */
  #mark(line) {
    const person = this.absences.of(this.view, Number(line.dataset.seat));
    if (!person) return;
    const awayS = this.absences.awayS(person, Date.now());
    const { here, away, not_here } = this.words;
    const absent = awayS === null ? not_here : away.replace("#", duration(awayS));
    const mark = find(line, ".presence", HTMLElement) ?? make("small", "", { class: "presence" });
    if (!mark.parentNode) line.append(mark);
    const text = person.here ? here : absent;
    if (mark.textContent !== text) mark.textContent = text;
    line.dataset.presence = this.absences.attendance(person, Date.now());
  }

  /** Announces that an absent player is awaited; once the time is over, offers choices. */
  #showCard() {
    const awaited = this.absences.awaited(this.view, Date.now());
    const state = awaited ? `${awaited.seat} ${awaited.leftS === 0}` : "";
    if (!state) this.dismissed = "";
    $("absent").hidden = state === this.dismissed;
    if (state !== this.announced && awaited) this.#announce(awaited.seat, awaited.leftS);
    this.announced = state;
    $("absent-left").textContent = awaited?.leftS ? counted(awaited.leftS) : "";
  }

  /**
   * @param {number} seat
   * @param {number} leftS
   */
  #announce(seat, leftS) {
    const { absent, absent_many, absent_now } = this.words;
    const later = this.view.seats.length === 2 ? absent : absent_many;
    const text = leftS ? later : absent_now;
    $("absent-text").textContent = text.replace("#", () => this.view.seats[seat].name);
    $("absent-acts").hidden = leftS > 0;
    $("absent-acts").replaceChildren(...(leftS ? [] : this.#choices(seat)));
  }

  /** @param {number} seat */
  #choices(seat) {
    const { words } = this;
    /** @type {(label: string, command: Command) => HTMLButtonElement} */
    const choice = (label, command) => button(label, () => this.send(command));
    const two = this.view.seats.length === 2;
    return [
      ...(two ? [choice(words.claim, { type: "claim" })] : []),
      choice(words.replace_bot, { type: "replace", seat, to: "bot" }),
      choice(words.replace_open, { type: "replace", seat, to: "open" }),
      button(words.later, () => this.#dismiss()),
    ];
  }

  #dismiss() {
    this.dismissed = this.announced;
    $("absent").hidden = true;
    setTimeout(() => (this.dismissed = ""), LATER_MS);
  }
}

/**
 * Formats the time that is left as minutes and seconds.
 * @param {number} seconds
 */
function counted(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
