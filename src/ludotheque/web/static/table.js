// A table: shows what the server says, sends what people do, says what is sent and what is kept.
import { Board } from "./board.js";
import { $, around, button, find, findAll, make, pageData } from "./dom.js";
import { Hints } from "./hints.js";
import { Invites } from "./invites.js";
import { MoveList } from "./moves.js";
import { askTwice, seatLine, showNotice, showOver, showUndoAsked } from "./panels.js";
import { Queue } from "./queue.js";
import { loadRules, openRule } from "./rulebook.js";
import { Holder, hasMoved } from "./views.js";
import { Wire } from "./wire.js";

/** @import { Command, Incoming, Kept, PartId, PastView, Refused } from "./types.d.ts" */
/** @import { Said, Steps, TableWords, View, WireState } from "./types.d.ts" */
/** @import { News } from "./board.js" */
/** @import { UndoAnswer } from "./panels.js" */

const words = /** @type {TableWords} */ (pageData("words"));
const { id = "", game = "" } = $("table").dataset;
const stage = /** @type {HTMLElement} */ (find(document, ".stage", HTMLElement));
const notation = $("text", HTMLInputElement);
const confirming = $("confirm", HTMLInputElement);

const holder = new Holder(/** @type {View} */ (pageData("first")));
const queue = new Queue(update);
/** As the table is shown, or would be if nobody looked at the past. */
let view = holder.view;
/** @type {number | null} the move after which the table is shown, if not as it stands */
let past = null;
/** @type {string | null} the command that is not answered yet */
let waiting = null;
/** @type {number | null} the event that it was kept as, if that is not shown yet */
let keptAt = null;
/** @type {string | null} the action that waits to be confirmed */
let unconfirmed = null;
/** What was typed in notation and is on its way, to be given back if it is refused. */
let typed = "";
/** Whether the focus belongs on the board once the table has changed. */
let focusBoard = false;

const board = new Board($("areas"), $("choices"), {
  done: action => (confirming.checked ? askToConfirm(action) : act(action)),
  why: askWhy,
  back: forgetUnconfirmed,
  step: count => {
    $("back").hidden = !count;
    if (count && !waiting) showMail("");
  },
});
const scheme = location.protocol === "https:" ? "wss" : "ws";
const address = `${scheme}://${location.host}/api/tables/${id}/live`;
const wire = new Wire(address, () => holder.since, { state: showWire, message: receive });
const moves = new MoveList($("moves"), lookAt);
const invites = new Invites($("invites"), id, view.seats, words, seat =>
  send({ type: "fill", seat }),
);
const hints = new Hints(words, {
  ask: step => wire.send({ type: "hint", step, expected: view.seq }),
  show: hint => board.showHint(hint),
});

/** @param {Incoming} message */
function receive(message) {
  if (message.type === "steps") takeSteps(message);
  else if (message.type === "view") queue.add(holder.takeWhole(message.view));
  else if (message.type === "kept") kept(message);
  else if (message.type === "why") explain(message.text, message.rule);
  else if (message.type === "hint" && message.seq === view.seq) hints.take(message);
  else if (message.type === "refused") refused(message);
}

/** @param {Steps} steps */
function takeSteps(steps) {
  const wasLost = holder.lost;
  queue.add(holder.takeSteps(steps));
  if (holder.lost && !wasLost) wire.greet();
}

/** @param {Kept} message */
function kept(message) {
  if (message.id === waiting) keptAt = message.seq;
  settle();
}

/** Lets the next command be given once the last one is kept and what it led to is shown. */
function settle() {
  if (keptAt === null || view.seq < keptAt) return;
  waiting = keptAt = null;
  typed = "";
  showMail("kept");
  board.thaw();
}

/** @param {Refused} message */
function refused(message) {
  const settled = !message.retry_after;
  if (settled && message.id === waiting) giveBack();
  if (settled) hints.refused(message.id);
  explain(message.text, message.rule);
}

/** Lets a command that was refused be mended. */
function giveBack() {
  waiting = null;
  showMail("");
  board.thaw();
  if (!typed) return;
  notation.value = typed;
  typed = "";
  notation.focus();
}

/** @param {string} action */
function act(action) {
  send({ type: "act", action });
}

/** @param {string} action */
function askToConfirm(action) {
  unconfirmed = action;
  $("send").hidden = false;
  $("send").focus();
}

function forgetUnconfirmed() {
  unconfirmed = null;
  $("send").hidden = true;
}

/**
 * Asks why presses lead nowhere; in the past, any press leads back to the present.
 * @param {PartId[]} presses
 */
function askWhy(presses) {
  if (past === null) wire.say({ type: "press", presses });
  else showPresent();
}

/** @param {Command} command */
function send(command) {
  $("why").hidden = true;
  forgetUnconfirmed();
  if (past !== null) showPresent();
  const here = document.activeElement;
  focusBoard = here === document.body || stage.contains(here);
  board.freeze();
  keptAt = null;
  waiting = wire.send({ ...command, expected: view.seq });
  showMail("sent");
}

/** @param {"sent" | "kept" | ""} state */
function showMail(state) {
  $("mail").textContent = state && words[state];
  $("mail").dataset.state = state;
}

/** @param {WireState} state */
function showWire(state) {
  $("wire").dataset.state = state;
  $("wire-text").textContent = words[state];
}

/** @param {View} next */
function update(next) {
  const before = view;
  const fresh = next.seq > before.seq;
  view = next;
  if (fresh) forgetUnconfirmed();
  if (fresh) hints.forget();
  keepFocus(() => {
    if (past === null) paint({ fresh, moved: fresh && hasMoved(before, next) });
    showPanels();
  });
  settle();
  if (fresh) $("live").textContent = next.told;
  if (fresh && next.can.act && !before.can.act) document.title = `▶ ${next.title}`;
  else if (!next.can.act) document.title = next.title;
}

/**
 * Draws anew and puts the focus back where it was, or on the board.
 * @param {() => void} drawing
 */
function keepFocus(drawing) {
  const wasOnBoard = $("areas").contains(document.activeElement);
  const selector = selectorOf(document.activeElement);
  drawing();
  const there = selector ? find(document, selector, HTMLElement) : null;
  const lost = document.activeElement === document.body || document.activeElement === null;
  const onBoard = $("areas").contains(document.activeElement);
  if (lost && there?.offsetParent) there.focus({ preventScroll: true });
  else if (focusBoard ? lost || onBoard : lost && (selector || wasOnBoard)) board.home();
  if (view.can.act || view.over) focusBoard = false;
}

/**
 * How an element is found again after it was drawn anew.
 * @param {Element | null} element
 */
function selectorOf(element) {
  if (element instanceof HTMLElement && element.dataset.move) {
    return `[data-move="${element.dataset.move}"]`;
  }
  return element?.id ? `#${element.id}` : "";
}

/** @param {News} news */
function paint(news) {
  board.show(view, view.gestures, news);
  board.showHint(hints.hint);
  $("zoom").hidden = !view.areas.some(area => area.endless);
}

function showPanels() {
  showPrompt(view.prompt);
  const lines = view.seats.map((seat, n) => seatLine(seat, n, n === view.turn, words));
  $("seats").replaceChildren(...lines);
  moves.show(view, past);
  showCommands();
  hints.refresh(past === null && view.can.hint);
  showUndoAsked($("asked"), view, words, answerUndo);
  showNotice($("notice"), view, words);
  const rematch = () => $("rematch", HTMLFormElement).submit();
  showOver($("over"), view, words, { table: id, rematch });
  $("to-review").hidden = !view.over;
  invites.show(view.seats);
}

/** @param {Said} prompt */
function showPrompt({ lead, do: wanted, why }) {
  $("status").textContent = lead + wanted;
  $("note").textContent = why;
}

function showCommands() {
  const { can } = view;
  $("undo").hidden = !can.undo || view.undo !== null;
  $("undo").textContent = can.free_undo ? words.undo : words.ask_undo;
  $("resign").hidden = !can.resign;
  $("leave-bot").hidden = $("leave-open").hidden = !can.leave;
  $("typed").hidden = !can.act;
}

/** @param {UndoAnswer} what */
function answerUndo(what) {
  send({ type: "answer_undo", what });
  focusBoard = true; // the question and its buttons go away
}

/**
 * Shows the table as it was after a move.
 * @param {number} number
 */
async function lookAt(number) {
  if (number === view.moves.at(-1)?.n) {
    if (past !== null) showPresent();
    return;
  }
  const answer = await fetch(`/t/${id}/at/${number}`);
  if (answer.ok) showPast(number, await answer.json());
}

/**
 * @param {number} number
 * @param {PastView} old
 */
function showPast(number, old) {
  past = number;
  $("past").hidden = false;
  $("play-on").hidden = !view.over;
  const at = find($("play-on"), "[name=at]", HTMLInputElement);
  if (at) at.value = String(number);
  keepFocus(() => {
    board.show(old, []);
    showPanels();
    showPrompt(old.prompt);
  });
}

function showPresent() {
  past = null;
  keepFocus(() => {
    $("past").hidden = true;
    paint({});
    showPanels();
  });
}

/**
 * @param {string} text
 * @param {string} [rule]
 */
function explain(text, rule) {
  const box = $("why");
  const close = () => {
    box.hidden = true;
  };
  box.replaceChildren(make("span", text));
  if (rule) box.append(button(words.see_rule.replace("#", rule), () => openRule(game, rule)));
  box.append(button(words.close, close));
  box.hidden = false;
}

/** @param {KeyboardEvent} event */
function hintByKey(event) {
  const typing = around(event.target, "input", HTMLInputElement);
  const chord = event.ctrlKey || event.altKey || event.metaKey;
  if (!typing && !chord && ["h", "i"].includes(event.key.toLowerCase())) hints.next();
}

/** @param {Event} event */
function sendNotation(event) {
  event.preventDefault();
  const text = notation.value.trim();
  if (waiting || !text) return;
  typed = text;
  notation.value = "";
  act(text);
}

function listenToBoard() {
  $("back").addEventListener("click", () => board.back());
  $("send").addEventListener("click", () => unconfirmed && act(unconfirmed));
  $("hint").addEventListener("click", () => hints.next());
  $("present").addEventListener("click", showPresent);
  stage.addEventListener("keydown", hintByKey);
  for (const zoom of findAll(document, "[data-zoom]", HTMLElement)) {
    zoom.addEventListener("click", () => board.zoom(Number(zoom.dataset.zoom)));
  }
}

function listenToSide() {
  $("undo").addEventListener("click", () => send({ type: "undo" }));
  askTwice($("resign"), words.sure, () => send({ type: "resign" }));
  askTwice($("leave-bot"), words.sure_leave, () => send({ type: "leave", to: "bot" }));
  askTwice($("leave-open"), words.sure_leave, () => send({ type: "leave", to: "open" }));
  $("typed").addEventListener("submit", sendNotation);
  $("rules").addEventListener("toggle", () => loadRules(game));
  confirming.checked = localStorage.getItem("confirm") === "yes";
  confirming.addEventListener("change", () => {
    localStorage.setItem("confirm", confirming.checked ? "yes" : "no");
  });
}

listenToBoard();
listenToSide();
paint({});
showPanels();
