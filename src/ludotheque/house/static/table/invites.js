// Invitations to open seats: reloads them when seats change, copies links, fills seats with bots.
import { around } from "../lib/dom.js";
import { copy } from "../lib/share.js";

/** @import { Command, Seat } from "../types.d.ts" */

/** The invitations beside a board; the HTML of the page has those for its first view. */
export class Invites {
  /**
   * @param {HTMLElement} root
   * @param {string} table
   * @param {Seat[]} seats
   * @param {string} copied shown once a link is copied
   * @param {(command: Command) => void} send
   */
  constructor(root, table, seats, copied, send) {
    this.root = root;
    this.table = table;
    this.seats = seats;
    this.copied = copied;
    this.send = send;
    document.addEventListener("click", event => this.#press(event));
  }

  /** @param {Seat[]} seats */
  async show(seats) {
    if (seats === this.seats) return;
    this.seats = seats;
    if (!seats.some(seat => seat.kind === "open")) this.root.replaceChildren();
    else if (seats.some(seat => seat.mine)) {
      const answer = await fetch(`/t/${this.table}/invites`);
      this.root.innerHTML = await answer.text();
    }
  }

  /** Removes the table from the list of tables open to anyone. */
  #close() {
    this.send({ type: "close" });
    this.root.querySelector(".public")?.remove();
  }

  /** @param {MouseEvent} event */
  async #press(event) {
    const fill = around(event.target, "[data-fill]", HTMLElement);
    if (fill) this.send({ type: "fill", seat: Number(fill.dataset.fill) });
    if (around(event.target, "[data-close]", HTMLElement)) this.#close();
    const link = around(event.target, "[data-copy]", HTMLElement);
    if (!link) return;
    await copy(link.dataset.copy ?? "", () => {
      link.textContent = this.copied;
    });
  }
}
