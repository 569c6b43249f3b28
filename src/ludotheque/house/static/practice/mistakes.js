// The mistakes made in a game, stored on this device, so that each can be tried again.
import { dateFormat } from "../lib/dates.js";
import { make } from "../lib/dom.js";
import { here } from "../lib/house.js";

/** @import { Mistake } from "../types.d.ts" */

// The mistakes of about ten games.
const MOST_KEPT = 50;

/** The mistakes in one game, the newest first. */
export class Mistakes {
  /** @param {string} game */
  constructor(game) {
    this.key = `mistakes-${game}`;
    this.list = read(this.key);
  }

  /**
   * Adds the new ones among the mistakes of a table, given in the order in which they were made.
   * @param {Mistake[]} found
   */
  add(found) {
    const fresh = found.filter(mistake => !this.#find(mistake));
    if (!fresh.length) return;
    this.list = [...fresh.reverse(), ...this.list].slice(0, MOST_KEPT);
    this.#keep();
  }

  /** @param {Pick<Mistake, "table" | "number">} which */
  solve(which) {
    const mistake = this.#find(which);
    if (!mistake) return;
    mistake.solved = true;
    this.#keep();
  }

  /** The newest one that is not solved. */
  get next() {
    return this.list.find(mistake => !mistake.solved);
  }

  /** @param {Pick<Mistake, "table" | "number">} which */
  #find({ table, number }) {
    return this.list.find(mistake => mistake.table === table && mistake.number === number);
  }

  #keep() {
    localStorage.setItem(this.key, JSON.stringify(this.list));
  }
}

/** @param {Pick<Mistake, "table" | "number">} which */
export function retryPath({ table, number }) {
  return `/t/${table}/retry/${number}`;
}

/**
 * Lists the stored mistakes, with a tick at those that are solved.
 * @param {HTMLElement} list
 * @param {Mistakes} mistakes
 */
export function listMistakes(list, mistakes) {
  const { move = "", done = "" } = list.dataset;
  const told = dateFormat({ dateStyle: "long" });
  const lines = mistakes.list.map(mistake => {
    const text = move.replace("#", String(mistake.turn)).replace("@", told.format(mistake.day));
    const path = retryPath(mistake);
    const link = make("a", text, { href: path });
    if (path === here) link.setAttribute("aria-current", "step");
    const line = make("li");
    const tick = make("span", "✓", { class: "tick", role: "img", "aria-label": done });
    line.append(link, ...(mistake.solved ? [" ", tick] : []));
    return line;
  });
  list.replaceChildren(...lines);
}

/**
 * @param {string} key
 * @returns {Mistake[]}
 */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]");
  } catch {
    return []; // something else has written it
  }
}
