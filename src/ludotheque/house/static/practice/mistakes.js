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
  }

  /** All that are stored now: other pages change them too, perhaps while this one is open. */
  get list() {
    return read(this.key);
  }

  /**
   * Adds the new ones among the mistakes of a table, given in the order in which they were made.
   * @param {Mistake[]} found
   */
  add(found) {
    const { list } = this;
    const fresh = found.filter(mistake => !list.some(isSame(mistake)));
    if (fresh.length) this.#keep([...fresh.reverse(), ...list].slice(0, MOST_KEPT));
  }

  /** @param {Pick<Mistake, "table" | "number">} which */
  solve(which) {
    const { list } = this;
    const mistake = list.find(isSame(which));
    if (!mistake) return;
    mistake.solved = true;
    this.#keep(list);
  }

  /** The newest one that is not solved. */
  get next() {
    return this.list.find(mistake => !mistake.solved);
  }

  /** @param {Mistake[]} list */
  #keep(list) {
    localStorage.setItem(this.key, JSON.stringify(list));
  }
}

/**
 * @param {Pick<Mistake, "table" | "number">} which
 * @returns {(mistake: Mistake) => boolean}
 */
function isSame({ table, number }) {
  return mistake => mistake.table === table && mistake.number === number;
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
