// A position to solve: a board without a table, where the house answers every attempt.
import { Board } from "../board/board.js";
import { $, around, find, pageData } from "../lib/dom.js";
import { ask, here } from "../lib/house.js";
import { Sounds } from "../lib/sound.js";
import { Prompter } from "../table/prompter.js";
import { prepareMenu, Sheets } from "../table/sheets.js";
import { Verdict } from "../table/verdict.js";

/** @import { LessonAnswer, LessonStart, LessonWords, PartId } from "../types.d.ts" */

// An answer by the rules comes at once; if a solver takes seconds, the page says that it thinks.
const THINKING_AFTER_MS = 400;

const words = /** @type {LessonWords} */ (pageData("words"));
const first = /** @type {LessonStart} */ (pageData("first"));
const { game = "" } = $("table").dataset;
const sounds = new Sounds();
const verdict = new Verdict(game, words, sounds);

let view = first.view;
/** The right actions so far: a turn may take several. */
let actions = first.actions;
/** Callbacks of the page: when it is solved, after a wrong attempt, when the solution is shown. */
const told = { done: () => {}, failed: () => {}, shown: () => {} };

const board = new Board($("areas"), $("typing"), {
  done: attempt,
  why: askWhy,
  preview: askWhy,
  step: () => {
    if (board.pressed.length && !board.followsHint()) verdict.hide();
    showPrompt();
  },
});
const prompter = new Prompter(board, words, { chatty: true });
const menu = prepareMenu(() => view.done || board.frozen, attempt);
new Sheets(game);

/**
 * Sends actions, or presses after them; returns the answer, or null (and says so) if none came.
 * @param {{ actions: string[], presses?: PartId[], solution?: boolean }} tried
 * @returns {Promise<LessonAnswer | null>}
 */
async function send(tried) {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(tried);
  let shown = false;
  const thinking = setTimeout(() => {
    shown = true;
    verdict.show(words.thinking);
  }, THINKING_AFTER_MS);
  try {
    const answer = await ask(here, { method: "POST", headers, body });
    if (answer.ok) return await answer.json();
  } catch {
    // Reported below, like an answer with an error status.
  } finally {
    clearTimeout(thinking);
    if (shown) verdict.hide();
  }
  verdict.refuse(words.no_answer);
  return null;
}

/** @param {string} action */
async function attempt(action) {
  board.freeze();
  const answer = await send({ actions: [...actions, action] });
  if (answer && "view" in answer) actions = [...actions, action];
  else board.thaw(); // before the answer is shown, because restoring a typed word hides it
  if (answer) take(answer);
}

/**
 * Asks why presses lead nowhere, or what they would do.
 * @param {PartId[]} presses
 */
async function askWhy(presses) {
  if (view.done) return;
  const answer = await send({ actions, presses });
  if (answer?.kind === "outlook") {
    prompter.foretell(presses, answer.text);
    showPrompt();
  } else if (answer) take(answer);
}

/** @param {LessonAnswer} answer */
function take(answer) {
  if (answer.kind === "refused" || answer.kind === "other") {
    verdict.refuse(answer.text, answer.rule);
    if (answer.kind === "other") told.failed();
  } else if (answer.kind === "on" || answer.kind === "done") {
    view = answer.view;
    $("text", HTMLInputElement).value = "";
    verdict.hide();
    paint(true);
    sounds.play(view.done ? "end" : "place");
    if (answer.rule) verdict.show(answer.text, answer.rule);
    if (view.done) leadOn();
  }
}

function leadOn() {
  told.done();
  find($("next"), "a, button", HTMLElement)?.focus();
}

/** @param {boolean} moved */
function paint(moved) {
  board.plays = view.plays;
  board.show(view, view.gestures, { fresh: moved, moved });
  $("zoom").hidden = !view.areas.some(area => area.endless);
  $("solution", HTMLButtonElement).disabled = view.done;
}

function showPrompt() {
  prompter.show({ ...view, can: { act: !view.done }, seats: [], turn: null });
  $("next").hidden = !view.done;
  $("table").classList.toggle("lesson-done", view.done);
}

/** Hides the answer to the last attempt. */
export function tryAgain() {
  verdict.hide();
  board.keys.home();
}

/** Shows the solution on the board. */
export async function showSolution() {
  const answer = view.solution ?? (await send({ actions, solution: true }));
  if (!answer || !("parts" in answer)) return;
  verdict.show(answer.text);
  board.showHint({ kind: "move", parts: answer.parts });
  told.shown();
}

/** @param {KeyboardEvent} event */
function obeyKey(event) {
  const typing = around(event.target, "input, select, textarea", HTMLElement);
  const chord = event.ctrlKey || event.altKey || event.metaKey;
  if (typing || chord || document.querySelector("dialog[open]")) return;
  if (event.key === "?") menu.showModal();
  else if (event.key.toLowerCase() === "r") board.turn();
  else if ($("areas").contains(document.activeElement) || !board.keys.isMove(event.key)) return;
  else board.keys.home();
  event.preventDefault();
}

/**
 * Shows the position, and starts listening.
 * @param {Partial<typeof told>} whenTold
 */
export function begin(whenTold) {
  Object.assign(told, whenTold);
  $("solution").addEventListener("click", showSolution);
  document.addEventListener("keydown", obeyKey);
  paint(false);
  $("task").focus({ preventScroll: true });
}
