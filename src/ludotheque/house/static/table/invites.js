// Invitations to open seats: reloads them when seats change, copies links, fills seats with bots.
import { around } from "../lib/dom.js";
import { copy } from "../lib/share.js";

/** @import { Command, Seat } from "../types.d.ts" */

/**
 * Handles presses on the invitations.
 * @param {HTMLElement} root
 * @param {string} copied shown once a link is copied
 * @param {(command: Command) => void} send
 */
export function listenToInvites(root, copied, send) {
  document.addEventListener("click", ({ target }) => {
    const fill = around(target, "[data-fill]", HTMLElement);
    const link = around(target, "[data-copy]", HTMLElement);
    if (fill) send({ type: "fill", seat: Number(fill.dataset.fill) });
    if (link) copy(link.dataset.copy ?? "", () => link.replaceChildren(copied));
    if (!around(target, "[data-close]", HTMLElement)) return;
    send({ type: "close" }); // the table is no longer open to anyone
    root.querySelector(".public")?.remove();
  });
}

/**
 * Shows the invitations after seats have changed; the page has those for its first view.
 * @param {HTMLElement} root
 * @param {string} table
 * @param {Seat[]} seats
 */
export async function showInvites(root, table, seats) {
  if (!seats.some(seat => seat.kind === "open")) root.replaceChildren();
  else if (seats.some(seat => seat.mine)) {
    const answer = await fetch(`/t/${table}/invites`);
    root.innerHTML = await answer.text();
  }
}
