// The question whether a move may be taken back, which people at a table put to each other.
import { button, make } from "./dom.js";

/** @import { Command, TableWords, View } from "./types.d.ts" */

/** @typedef {Extract<Command, { type: "answer_undo" }>["what"]} UndoAnswer */

/**
 * Shows the question whether a move may be taken back.
 * @param {HTMLElement} box
 * @param {View} view
 * @param {TableWords} words
 * @param {(what: UndoAnswer) => void} answer
 */
export function showUndoAsked(box, { undo, seats }, words, answer) {
  box.hidden = !undo;
  box.replaceChildren();
  if (!undo) return;
  const others = seats.filter(seat => !seat.mine && seat.kind === "person").map(seat => seat.name);
  const sent = words.undo_waiting.replace("#", () => others.join(", "));
  const asked = words.undo_asked.replace("#", () => seats[undo.seat].name);
  box.append(make("p", undo.mine ? sent : asked));
  const main = { class: "main" };
  if (undo.mine) box.append(button(words.withdraw, () => answer("withdrawn")));
  else if (seats.some(seat => seat.mine)) {
    box.append(button(words.accept, () => answer("accepted"), main));
    box.append(button(words.refuse, () => answer("refused")));
  }
}
