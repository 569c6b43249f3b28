// The list of moves beside the board; unchanged lines are not redrawn.
import { arrange, button, make, makeEmblem } from "../lib/dom.js";
import { ask } from "../lib/house.js";

/** @import { MoveLine, Seat, View } from "../types.d.ts" */

/** All moves so far; a press on one shows the position after it. */
export class MoveList {
  /**
   * @param {HTMLElement} root
   * @param {string} table
   * @param {(number: number) => void} look
   */
  constructor(root, table, look) {
    this.root = root;
    this.table = table;
    this.look = look;
    /** @type {Map<MoveLine, HTMLElement>} */
    this.lines = new Map();
    /** @type {string[]} each line in words */
    this.told = [];
  }

  /**
   * @param {View} view
   * @param {number | null} past the move after which the table is shown; null for the present
   */
  show({ moves, seats, told }, past) {
    const fresh = moves.filter(move => !this.lines.has(move));
    // `told` is about the last move, or about an undo if that came last.
    const follows = this.lines.size > 0 && fresh.length === 1 && fresh[0] === moves.at(-1);
    if (follows) this.told[moves.length - 1] = told;
    else if (fresh.length) this.#fetch().catch(() => {}); // fails if the page is left
    const drawn = this.lines;
    this.lines = new Map(
      moves.map((move, n) => [move, drawn.get(move) ?? this.#line(move, n, seats)]),
    );
    arrange(this.root, [...this.lines.values()]);
    for (const [move, line] of this.lines) {
      line.querySelector("button")?.setAttribute("aria-current", String(past === move.n));
    }
  }

  /**
   * Returns the line that ends with a move in words, or an empty string.
   * @param {number} number
   */
  tells(number) {
    return this.told[[...this.lines.keys()].findIndex(({ n }) => n === number)] ?? "";
  }

  /**
   * Creates the line of a move, in words (if known) and in notation; the page shows one of them.
   * @param {MoveLine} move
   * @param {number} place index among all lines
   * @param {Seat[]} seats
   */
  #line({ n, seat, text, chance }, place, seats) {
    const line = make("li");
    const choose = button("", () => this.look(n), { id: `move-${n}` });
    choose.append(
      seat === null ? make("span", "·", { class: "emblem" }) : makeEmblem(seats[seat].emblem),
    );
    choose.append(make("span", this.told[place] || text, { class: "in-words" }));
    choose.append(make("span", [text, ...chance].join(" "), { class: "in-notation" }));
    line.append(choose);
    return line;
  }

  /** Fetches the words of moves that did not arrive one by one. */
  async #fetch() {
    const answer = await ask(`/t/${this.table}/told`);
    if (!answer.ok) return;
    for (const [place, told] of (await answer.json()).entries()) this.told[place] = told;
    for (const [place, line] of [...this.lines.values()].entries()) {
      const text = line.querySelector(".in-words");
      const told = this.told[place];
      if (text && told) text.textContent = told;
    }
  }
}
