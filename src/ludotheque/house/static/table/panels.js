// The panels around the board: the seats, a request to undo, how a round or the game ended.
import { $, button, make, makeEmblem } from "../lib/dom.js";
import { share } from "../lib/share.js";
import { ruleButton } from "./rulebook.js";

/** @import { Command, Over, Seat, TableWords, View } from "../types.d.ts" */

/** @typedef {Extract<Command, { type: "answer_undo" }>["what"]} UndoAnswer */
/** @typedef {{ table: string, game: string, copied: () => void }} Ended */

/**
 * Creates the line of a seat; "you" marks the only seat of this device.
 * @param {Seat} seat
 * @param {View} view
 * @param {TableWords} words
 * @param {{ feels: boolean }} with_
 */
export function seatLine(seat, { seats, turn }, words, { feels }) {
  const number = seats.indexOf(seat);
  const alone = seats.filter(each => each.mine).length === 1;
  const kinds = [number === turn && "turn", seat.mine && "mine", !alone && "one-of-many"];
  const line = make("li", "", { class: kinds.filter(Boolean).join(" "), "data-seat": number });
  const role = seat.label !== seat.name ? seat.label : "";
  const facts = [seat.mine && alone ? words.you : "", String(seat.points ?? "")];
  line.append(makeEmblem(seat.emblem));
  line.append(make("strong", seat.name), make("small", role, { class: "role" }));
  line.append(make("small", facts.filter(fact => fact !== "").join(" · ")));
  if (number === turn) line.append(make("span", "◂", { "aria-hidden": "true" }));
  if (feels && seat.feels) line.append(make("em", seat.feels));
  return line;
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
  const shut = closing(words, () => (box.hidden = true));
  box.append(shut, make("h2", notice.text), make("p", notice.why), picture);
}

/**
 * Shows a request to take a move back.
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
  if (undo.mine) box.append(button(words.withdraw, () => answer("withdrawn")));
  else if (seats.some(seat => seat.mine)) {
    box.append(button(words.accept, () => answer("accepted"), { class: "main" }));
    box.append(button(words.refuse, () => answer("refused")));
  }
}

/**
 * Shows how the game ended, and what to do next.
 * @param {HTMLElement} box
 * @param {View} view
 * @param {TableWords} words
 * @param {Ended} ended the table; `copied` is called once its address is copied
 */
export function showOver(box, { title, over, seats, rematch, can }, words, ended) {
  const state = over ? `${over.text} ${rematch ?? ""} ${over.offer}` : "";
  if (box.dataset.state === state) return; // it stays closed if the person has closed it
  box.dataset.state = state;
  putAway(box, over ? false : null);
  box.replaceChildren();
  if (!over) return;
  box.append(
    closing(words, () => putAway(box, true)),
    make("h2", over.text),
    reasonOf(over, words, ended.game),
    listed(seats, over.scores),
  );
  const follow = make("div", "", { class: "next" });
  if (over.offer) {
    box.append(make("p", over.offer, { class: "offer" }));
    follow.append(make("button", words.accept, { form: "rematch", class: "main" }));
    follow.append(button(words.later, () => putAway(box, true)));
  } else follow.append(...again(over, rematch, can.rematch, words));
  const review = `/t/${ended.table}/review`;
  const url = new URL(review, location.href).href;
  const sharing = () => share({ title, url }, ended.copied);
  follow.append(linkTo(review, words.review), button(words.share, sharing));
  box.append(follow, linkTo("/", words.shelf, "quiet"));
}

/**
 * Creates the buttons that lead to another game: the next level, a rematch.
 * @param {Over} over
 * @param {string | null} rematch the table of the rematch, if there is one already
 * @param {boolean} may whether a rematch can be requested
 * @param {TableWords} words
 */
function again({ next_level: level }, rematch, may, words) {
  if (rematch) return [linkTo(`/t/${rematch}`, words.to_rematch, "button main")];
  const label = words.next_level.replace("#", () => level);
  const up = make("button", label, { form: "next-level", class: "main level" });
  const same = make("button", words.rematch, { form: "rematch", class: level ? "" : "main" });
  return [...(level ? [up] : []), ...(may ? [same] : [])];
}

/**
 * @param {Over} over
 * @param {TableWords} words
 * @param {string} game
 */
function reasonOf({ why, rule }, words, game) {
  const reason = make("p", why);
  if (rule) reason.append(" ", ruleButton(game, rule, words, { class: "see" }));
  return reason;
}

/**
 * @param {Seat[]} seats
 * @param {string[]} scores of each seat; empty if the game has none
 */
function listed(seats, scores) {
  const line = make("p", "", { class: "scores" });
  for (const [seat, text] of scores.entries()) {
    const one = make("span");
    one.append(makeEmblem(seats[seat].emblem), ` ${seats[seat].name} `, make("strong", text));
    line.append(one);
  }
  return line;
}

/**
 * @param {TableWords} words
 * @param {() => void} close
 */
function closing(words, close) {
  return button("×", close, { class: "icon shut", "aria-label": words.close });
}

/**
 * Hides the result of a game, so that the whole board is seen, or shows it; null if there is none.
 * @param {HTMLElement} box
 * @param {boolean | null} away
 */
export function putAway(box, away) {
  box.hidden = away !== false;
  const { classList } = $("table");
  classList.toggle("ended", away === false);
  classList.toggle("put-away", away === true);
}

/**
 * @param {string} href
 * @param {string} text
 * @param {string} [kind]
 */
function linkTo(href, text, kind = "button") {
  return make("a", text, { class: kind, href });
}
