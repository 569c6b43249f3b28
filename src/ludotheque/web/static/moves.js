// The list of moves beside the board; lines of moves that stay are not drawn anew.
import { arrange } from "./dom.js";
import { moveLine } from "./panels.js";

/** @import { MoveLine, Seat, View } from "./types.d.ts" */

/** Every move so far; each can be looked at. */
export class MoveList {
  /**
   * @param {HTMLElement} root
   * @param {(number: number) => void} look
   */
  constructor(root, look) {
    this.root = root;
    this.look = look;
    /** @type {Map<MoveLine, HTMLElement>} */
    this.lines = new Map();
  }

  /**
   * @param {View} view
   * @param {number | null} past the move after which the table is shown, if not as it stands
   */
  show({ moves, seats }, past) {
    const drawn = this.lines;
    this.lines = new Map(moves.map(move => [move, drawn.get(move) ?? this.#line(move, seats)]));
    for (const [move, line] of drawn) {
      if (!this.lines.has(move)) line.remove();
    }
    arrange(this.root, [...this.lines.values()]);
    for (const [move, line] of this.lines) {
      line.querySelector("button")?.setAttribute("aria-current", String(past === move.n));
    }
    if (moves.length && past === null) this.root.scrollTop = this.root.scrollHeight;
  }

  /**
   * @param {MoveLine} move
   * @param {Seat[]} seats
   */
  #line(move, seats) {
    return moveLine(move, seats, () => this.look(move.n));
  }
}
