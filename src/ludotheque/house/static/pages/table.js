// The page of a table: shows its views, sends what players do, and shows whether that is stored.
import { Board } from "../board/board.js";
import { $, around, find, pageData } from "../lib/dom.js";
import { ask } from "../lib/house.js";
import { setting } from "../lib/setting.js";
import { Sounds } from "../lib/sound.js";
import { Wire } from "../lib/wire.js";
import { Company } from "../table/company.js";
import { Focus } from "../table/focus.js";
import { Hints } from "../table/hints.js";
import { MoveList } from "../table/moves.js";
import { Pace } from "../table/pace.js";
import { putAway, seatLine, showNotice, showOver, showUndoAsked } from "../table/panels.js";
import { Experience, Prompter } from "../table/prompter.js";
import { askFirst, prepareMenu, Sheets } from "../table/sheets.js";
import { Verdict } from "../table/verdict.js";
import { Holder, isUndone, soundBetween } from "../table/views.js";

/** @import { Command, Incoming, Kept, Outlook, PartId, PastView, Refused } from "../types.d.ts" */
/** @import { Plays, Steps, TableWords, View, WireState } from "../types.d.ts" */
/** @import { News } from "../board/board.js" */

const words = /** @type {TableWords} */ (pageData("words"));
const { id = "", game = "" } = $("table").dataset;

const holder = new Holder(/** @type {View} */ (pageData("first")));
const pace = new Pace(
  update,
  (before, after) => past === null && before.moves !== after.moves,
  holder.view,
);
/** The view that is shown, or would be if no past position were. */
let view = holder.view;
/** @type {number | null} the move after which the table is shown; null for the present */
let past = null;
/** @type {string | null} the id of the command that is not answered yet */
let waiting = null;
/** The action that is sent with it; empty if it is another kind of command. */
let sentAction = "";
/** @type {number | null} the event as which it was stored, until that is shown */
let keptAt = null;
/** Whether every move must be confirmed with a button. */
let confirming = false;

const sounds = new Sounds();
const verdict = new Verdict(game, words, sounds);
const experience = new Experience(game);
const board = new Board($("areas"), $("typing"), {
  done: action => send({ type: "act", action }),
  why: askWhy,
  preview: presses => wire.say({ type: "press", presses }),
  step: () => {
    if (board.pressed.length) acted();
    if (board.followsHint()) hints.refresh(hints.offered);
    prompter.show(view);
  },
});
const focus = new Focus(
  () => board.keys.home(),
  () => view.can.act || view.over !== null,
);
const prompter = new Prompter(board, words, experience);
const wire = new Wire(id, () => holder.since, { state: showWire, message: receive });
const moves = new MoveList($("moves"), id, number => {
  sheets.close(); // on small screens it covers the board
  lookAt(number);
});
const hints = new Hints(words, {
  ask: step => {
    board.choose([]); // the parts that the hint marks begin a gesture
    return wire.send({ type: "hint", step, expected: view.seq });
  },
  show: hint => {
    board.showHint(hint);
    if (!hint) verdict.hide();
  },
  say: text => text && verdict.show(text),
});
const company = new Company(view, words, { send, say: remark => wire.say(remark) });
const sheets = new Sheets(game);
const menu = prepareMenu(
  () => waiting !== null,
  action => send({ type: "act", action }),
);

/** @param {Incoming} message */
function receive(message) {
  if (message.type === "steps") takeSteps(message);
  else if (message.type === "view") pace.add(holder.takeWhole(message.view));
  else if (message.type === "kept") kept(message);
  else if (message.type === "why") verdict.refuse(message.text, message.rule);
  else if (message.type === "outlook") foretell(message);
  else if (message.type === "hint" && message.seq === view.seq) hints.take(message);
  else if (message.type === "refused") refused(message);
  else if (message.type === "presence" || message.type === "reaction") company.take(message);
}

/** @param {Outlook} outlook */
function foretell({ presses, text, always }) {
  if (always || experience.chatty) prompter.foretell(presses, text, always);
  prompter.show(view);
}

/** @param {Steps} steps */
function takeSteps(steps) {
  const wasLost = holder.lost;
  pace.add(holder.takeSteps(steps));
  if (holder.lost && !wasLost) wire.greet();
}

/** @param {Kept} message */
function kept(message) {
  if (message.id === waiting) keptAt = message.seq;
  settle();
}

/** Accepts the next command once the last one is stored and its effect is shown. */
function settle() {
  if (keptAt === null || view.seq < keptAt) return;
  waiting = keptAt = null;
  const typed = $("text", HTMLInputElement);
  if (typed.value.trim() === sentAction) typed.value = ""; // kept until now, in case it is refused
  showMail("kept");
  board.thaw();
}

/** @param {Refused} message */
function refused(message) {
  const settled = !message.retry_after;
  if (settled && message.id === waiting) giveBack();
  if (settled) hints.refused(message.id);
  verdict.refuse(message.text, message.rule);
}

/** Lets the player correct a refused command. */
function giveBack() {
  waiting = null;
  showMail("");
  board.thaw();
}

/** Hides messages once the player acts again. */
function acted() {
  verdict.hide();
  if (!waiting) showMail("");
  $("welcome").hidden = true;
  experience.tell();
  pace.skip();
}

/**
 * Asks why presses lead nowhere; while a past position is shown, returns to the present instead.
 * @param {PartId[]} presses
 */
function askWhy(presses) {
  acted();
  if (past === null) wire.say({ type: "press", presses });
  else showPresent();
}

/** @param {Command} command */
function send(command) {
  acted();
  if (past !== null) showPresent();
  focus.follow();
  if (command.type === "answer_undo") focus.wanted = true; // the focused button disappears
  board.freeze();
  keptAt = null;
  sentAction = command.type === "act" ? command.action : "";
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
  if (fresh) hints.forget();
  focus.keep(() => {
    const undone = isUndone(before, next);
    if (past === null) paint({ fresh, moved: fresh && before.moves !== next.moves, undone });
    showPanels();
  });
  settle();
  if (!fresh) return;
  $("told").textContent = next.told;
  verdict.follow(before, next);
  if (next.can.act && !before.can.act) document.title = `▶ ${next.title}`;
  else if (!next.can.act) document.title = next.title;
  const sound = soundBetween(before, next);
  if (sound) sounds.play(sound);
  if (sound === "end") experience.count();
  $("over").classList.toggle("fresh", sound === "end");
}

/** @param {News} news */
function paint(news) {
  board.plays = playsNow();
  board.show(view, view.gestures, news);
  board.showHint(hints.hint);
  $("zoom").hidden = !view.areas.some(area => area.endless);
}

/** @returns {Plays} */
function playsNow() {
  return confirming ? "button" : view.plays;
}

function showPanels() {
  prompter.show(view);
  const line = (/** @type {boolean} */ feels) =>
    view.seats.map(seat => seatLine(seat, view, words, { feels }));
  $("seats").replaceChildren(...line(false));
  $("people").replaceChildren(...line(true));
  moves.show(view, past);
  showCommands();
  hints.refresh(past === null && view.can.hint);
  showNotice($("notice"), view, words);
  const copied = () => verdict.show(words.shared);
  showOver($("over"), view, words, { table: id, game, copied });
  $("to-review").hidden = !view.over;
  showUndoAsked($("asked"), view, words, what => send({ type: "answer_undo", what }));
  company.show(view);
}

function showCommands() {
  const { can } = view;
  $("undo").hidden = !can.undo || view.undo !== null || past !== null;
  const label = find($("undo"), "small", HTMLElement);
  if (label) label.textContent = can.free_undo ? words.undo : words.ask_undo;
  $("resign").hidden = !can.resign;
  $("leave-bot").hidden = $("leave-open").hidden = !can.leave;
  $("typed").hidden = !can.act;
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
  const answer = await ask(`/t/${id}/at/${number}`);
  if (answer.ok) showPast(number, await answer.json());
}

/**
 * @param {number} number
 * @param {PastView} old
 */
function showPast(number, old) {
  past = number;
  verdict.hide();
  $("told").textContent = moves.tells(number);
  $("table").classList.add("looks-back");
  $("play-on").hidden = !view.over;
  const at = find($("play-on"), "[name=at]", HTMLInputElement);
  if (at) at.value = String(number);
  focus.keep(() => {
    board.show(old, []);
    showPanels();
    prompter.show({ ...view, prompt: old.prompt });
  });
}

function showPresent() {
  past = null;
  $("told").textContent = view.told;
  focus.keep(() => {
    $("table").classList.remove("looks-back");
    paint({});
    showPanels();
  });
}

/** @param {KeyboardEvent} event */
function obeyKey(event) {
  const typing = around(event.target, "input, select, textarea", HTMLElement);
  const chord = event.ctrlKey || event.altKey || event.metaKey;
  if (typing || chord || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  const word = find($("typing"), "input", HTMLInputElement);
  if (word && key.length === 1) return word.focus(); // the key is typed into it
  if (key === "h" || key === "i") hints.next();
  else if (key === "?") menu.showModal();
  else if (key === "r") board.turn();
  else if (document.activeElement !== document.body || !board.keys.isMove(event.key)) return;
  else board.keys.home();
  event.preventDefault();
}

function listenToBoard() {
  $("undo").addEventListener("click", () => send({ type: "undo" }));
  $("hint").addEventListener("click", () => hints.next());
  $("present").addEventListener("click", showPresent);
  $("result").addEventListener("click", () => putAway($("over"), false));
  find($("welcome"), "button", HTMLElement)?.addEventListener("click", acted);
  $("areas").addEventListener("pointerdown", () => pace.behind && pace.skip());
  document.addEventListener("keydown", obeyKey);
}

function listenToMenu() {
  const others = view.seats.filter(seat => !seat.mine).map(seat => seat.name);
  const why = words.resign_why.replace("#", () => others.join(", "));
  const resigning = { ask: words.resign_ask, why, yes: words.resign, no: words.go_on };
  const leaving = { ask: words.leave_ask, why: words.leave_why, yes: words.leave, no: words.stay };
  $("resign").addEventListener("click", () => askFirst(resigning, () => send({ type: "resign" })));
  for (const to of /** @type {const} */ (["bot", "open"])) {
    const leave = () => send({ type: "leave", to });
    $(`leave-${to}`).addEventListener("click", () => askFirst(leaving, leave));
  }
  setting("confirm", false, on => {
    confirming = on;
    board.plays = playsNow();
  });
  setting("notation", false, on => document.body.classList.toggle("notation", on));
}

listenToBoard();
listenToMenu();
paint({});
showPanels();
const plays = view.over === null && view.seats.some(seat => seat.mine);
$("welcome").hidden = experience.told || !plays;
if (view.verdict) verdict.show(view.verdict);
if (view.seats.some(seat => seat.kind === "open")) sheets.open("people", null);
