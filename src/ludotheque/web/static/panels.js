// What stands beside the board: who plays, the moves, a question, how a round or game ended.
import { button, make } from "./dom.js";

/** @import { Command, MoveLine, Seat, TableWords, View } from "./types.d.ts" */

/** @typedef {Extract<Command, { type: "answer_undo" }>["what"]} UndoAnswer */

// What chance did is written out up to this many times, to keep a move on one line.
const MOST_CHANCE_SHOWN = 3;

/**
 * @param {Seat} seat
 * @param {number} number
 * @param {boolean} toMove
 * @param {TableWords} words
 */
export function seatLine(seat, number, toMove, words) {
  const line = make("li", "", { class: toMove ? "turn" : "", "data-seat": number });
  const sign = make("span", toMove ? "▶" : seat.sign, { class: "sign", "aria-hidden": "true" });
  const role = seat.label !== seat.name ? seat.label : "";
  const facts = [role, seat.mine ? words.you : "", String(seat.points ?? "")];
  line.append(sign, make("strong", seat.name));
  line.append(make("small", facts.filter(fact => fact !== "").join(" · ")));
  if (seat.feels) line.append(make("em", seat.feels));
  return line;
}

/**
 * @param {MoveLine} move
 * @param {Seat[]} seats
 * @param {() => void} look
 */
export function moveLine({ n, seat, text, chance }, seats, look) {
  const line = make("li");
  const many = chance.length > MOST_CHANCE_SHOWN;
  const drawn = many ? ` +${chance.length}` : chance.map(action => ` ${action}`).join("");
  const choose = button(text, look, { "data-move": n });
  choose.append(make("small", drawn));
  const sign = seat === null ? "·" : seats[seat].sign;
  line.append(make("span", sign, { "aria-hidden": "true" }), choose);
  return line;
}

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
  const asked = words.undo_asked.replace("#", () => seats[undo.seat].name);
  box.append(make("p", undo.mine ? words.undo_waiting : asked));
  const main = { class: "main" };
  if (undo.mine) box.append(button(words.withdraw, () => answer("withdrawn")));
  else if (seats.some(seat => seat.mine)) {
    box.append(button(words.accept, () => answer("accepted"), main));
    box.append(button(words.refuse, () => answer("refused")));
  }
}

/**
 * Shows how the last round ended, with its last position.
 * @param {HTMLElement} box
 * @param {View} view
 * @param {TableWords} words
 */
export function showNotice(box, { notice }, words) {
  box.hidden = !notice;
  box.replaceChildren();
  if (!notice) return;
  const picture = make("div", "", { class: "still", role: "img", "aria-label": words.last_round });
  picture.innerHTML = notice.svg;
  box.append(closing(box, words), make("h2", notice.text), make("p", notice.why), picture);
}

/**
 * Shows how the game ended and what can follow.
 * @param {HTMLElement} box
 * @param {View} view
 * @param {TableWords} words
 * @param {{ table: string, rematch: () => void }} next
 */
export function showOver(box, { over, rematch, can }, words, next) {
  box.hidden = !over;
  box.replaceChildren();
  if (!over) return;
  box.append(closing(box, words), make("h2", over.text), make("p", over.why));
  if (over.points) box.append(make("p", over.points, { class: "points" }));
  box.append(linkTo(`/t/${next.table}/review`, box.dataset.review ?? ""));
  if (rematch) box.append(linkTo(`/t/${rematch}`, words.to_rematch));
  else if (can.rematch) box.append(button(words.rematch, next.rematch, { class: "main" }));
}

/**
 * Lets a button ask first: the second press does it, leaving the button forgets it.
 * @param {HTMLElement} asking
 * @param {string} question
 * @param {() => void} action
 */
export function askTwice(asking, question, action) {
  const text = asking.textContent;
  const calm = () => {
    delete asking.dataset.sure;
    asking.textContent = text;
  };
  asking.addEventListener("blur", calm);
  asking.addEventListener("click", () => {
    if (asking.dataset.sure) {
      calm();
      action();
    } else {
      asking.dataset.sure = "1";
      asking.textContent = question;
    }
  });
}

/**
 * @param {HTMLElement} box
 * @param {TableWords} words
 */
function closing(box, words) {
  const close = () => {
    box.hidden = true;
  };
  return button("×", close, { class: "shut", "aria-label": words.close });
}

/**
 * @param {string} href
 * @param {string} text
 */
function linkTo(href, text) {
  return make("a", text, { class: "button", href });
}
