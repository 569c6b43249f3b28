// The list of moves beside the board; lines of moves that stay are not drawn anew.
import { arrange, button, make, makeEmblem } from "../lib/dom.js";
import { ask } from "../lib/house.js";

/** @import { MoveLine, Seat, View } from "../types.d.ts" */

/** Every move so far; each can be looked at. */
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
    /** @type {string[]} what was told of each line */
    this.told = [];
  }

  /**
   * @param {View} view
   * @param {number | null} past the move after which the table is shown, if not as it stands
   */
  show({ moves, seats, told }, past) {
    const fresh = moves.filter(move => !this.lines.has(move));
    // A view tells of its last move; after an undo, of that.
    const follows = this.lines.size > 0 && fresh.length === 1 && fresh[0] === moves.at(-1);
    if (follows) this.told[moves.length - 1] = told;
    else if (fresh.length) this.#fetch().catch(() => {}); // whoever leaves the page needs no answer
    const drawn = this.lines;
    this.lines = new Map(
      moves.map((move, n) => [move, drawn.get(move) ?? this.#line(move, n, seats)]),
    );
    for (const [move, line] of drawn) {
      if (!this.lines.has(move)) line.remove();
    }
    arrange(this.root, [...this.lines.values()]);
    for (const [move, line] of this.lines) {
      line.querySelector("button")?.setAttribute("aria-current", String(past === move.n));
    }
  }

  /**
   * What was told of the line that ends with that move.
   * @param {number} number
   */
  tells(number) {
    return this.told[[...this.lines.keys()].findIndex(({ n }) => n === number)] ?? "";
  }

  /**
   * @param {MoveLine} move
   * @param {number} place among all lines
   * @param {Seat[]} seats
   */
  #line(move, place, seats) {
    return moveLine({ ...move, told: this.told[place] }, seats, () => this.look(move.n));
  }

  /** Asks for what was told of moves that were not shown one by one. */
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

/**
 * A move in words or, if that is wished or nothing is told of it, in notation.
 * @param {MoveLine} move
 * @param {Seat[]} seats
 * @param {() => void} look
 */
function moveLine({ n, seat, text, chance, told }, seats, look) {
  const line = make("li");
  const choose = button("", look, { "data-move": n });
  choose.append(
    seat === null ? make("span", "·", { class: "emblem" }) : makeEmblem(seats[seat].emblem),
  );
  choose.append(make("span", told || text, { class: "in-words" }));
  choose.append(make("span", [text, ...chance].join(" "), { class: "in-notation" }));
  line.append(choose);
  return line;
}
