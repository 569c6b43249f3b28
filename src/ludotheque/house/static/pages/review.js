// The review of a finished game: keeps the board, the graph and the comments in step.
import { Board } from "../board/board.js";
import { $, around, button, find, findAll, make, makeEmblem, pageData } from "../lib/dom.js";
import { ask } from "../lib/house.js";
import { Mistakes, retryPath } from "../practice/mistakes.js";
import {
  coursesOf,
  flagsOf,
  isMistake,
  mistakesOf,
  nextTurning,
  roundsOf,
  SIGNS,
} from "../review/course.js";
import { Graph, legend, markText } from "../review/graph.js";

/** @import { Decision, PastView, ReviewNews, ReviewStart, ReviewWords } from "../types.d.ts" */

// Longer than the house takes to answer that nothing is new.
const PATIENCE_MS = 20_000;
// How long the house may delay an answer until something is new.
const HOLD_S = 8;
// The pause between two requests, and after a failed one.
const SOON_MS = 200;
const LATER_MS = 2000;
const DRAW_AGAIN_MS = 1500;

const words = /** @type {ReviewWords} */ (pageData("words"));
const game = /** @type {ReviewStart} */ (pageData("first"));
const { stops, seats } = game;
const { id = "", game: box = "" } = $("review").dataset;
const last = stops.length - 1;
const nothing = () => {};
const quiet = { done: nothing, why: nothing, preview: nothing, step: nothing };
const board = new Board($("areas"), $("choices"), quiet);
const slider = $("graph");
const graph = new Graph(slider, seats, words);

/** @type {Decision[]} */
const decisions = [];
let at = 0;
/** @type {{ number: number, line: string[] } | null} the better line after `number` actions */
let aside = null;
/** Counts the positions requested, so that only the latest is shown. */
let asked = 0;

function redraw() {
  const courses = coursesOf(game, decisions);
  graph.show(courses, flagsOf(courses, decisions), roundsOf(decisions), last);
  $("legend").replaceChildren(...legend(courses, decisions, seats, words));
}

function listMoves() {
  const lines = stops.slice(1).map((move, order) => {
    const line = make("li");
    const sign = move.seat === null ? "·" : makeEmblem(seats[move.seat].emblem);
    const choose = button("", () => go(order + 1), { id: `move-${order + 1}` });
    choose.append(make("span", move.text, { class: "in-words" }));
    choose.append(make("span", move.text, { class: "in-notation" }));
    line.append(sign, choose);
    return line;
  });
  $("moves").replaceChildren(...lines);
}

/** Fetches the moves in words; the list shows their notation until then. */
async function tellMoves() {
  const answer = await patiently(`/t/${id}/told`);
  if (!answer?.ok) return;
  const told = await answer.json();
  const untold = stops.length - told.length; // 1 for the start, 0 if chance acted before the game
  for (const [order, inWords] of findAll($("moves"), ".in-words", HTMLElement).entries()) {
    const text = told[order + 1 - untold];
    if (text) inWords.textContent = text;
  }
  markCurrent();
}

/**
 * Adds the marks of new decisions to the list. The lines are kept, to keep focus and scrolling.
 * @param {number} from
 */
function signMoves(from) {
  for (const [order, { mark }] of decisions.entries()) {
    if (order < from || mark === "") continue;
    const sign = make("b", SIGNS[mark], { "aria-hidden": "true", class: `sign-${mark}` });
    const spoken = make("span", ` ${words.marks[mark]}`, { class: "sr" });
    document.getElementById(`move-${order + 1}`)?.append(" ", sign, spoken);
  }
}

function markCurrent() {
  const list = $("moves");
  for (const move of findAll(list, "button", HTMLElement)) {
    move.setAttribute("aria-current", String(move.id === `move-${at}`));
  }
  const here = find(list, "[aria-current=true]", HTMLElement);
  list.scrollTop = here ? here.offsetTop - list.clientHeight / 2 : 0;
}

/** @param {string} path */
function patiently(path) {
  return ask(path, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
}

/** Returns the address of the position to show. */
function position() {
  if (!aside) return `/t/${id}/at/${stops[at].n}`;
  return `/t/${id}/review/at/${aside.number}?then=${encodeURIComponent(aside.line.join("|"))}`;
}

/** @param {boolean} animate */
async function showPosition(animate) {
  const mine = ++asked;
  const answer = await patiently(position());
  if (mine !== asked) return;
  if (!answer || answer.status === 429 || answer.status >= 500) {
    setTimeout(() => mine === asked && showPosition(animate), DRAW_AGAIN_MS);
    return;
  }
  const view = answer.ok && (await answer.json());
  if (view && mine === asked) board.show(view, [], { fresh: true, moved: animate });
}

/**
 * @param {number} stop
 * @param {boolean} [animate]
 */
function go(stop, animate = false) {
  if (stop < 0 || stop > last) return;
  at = stop;
  aside = null;
  history.replaceState(null, "", `#${at}`);
  comment();
  markCurrent();
  graph.go(at);
  offerToPlayOn();
  showPosition(animate);
}

/**
 * Shows the position after a line that could have been played instead.
 * @param {Decision} decision
 * @param {string[]} line
 */
function lookAside(decision, line) {
  aside = { number: decision.number, line };
  comment();
  offerToPlayOn();
  showPosition(true);
}

function offerToPlayOn() {
  const ends = !aside && at === last && game.over;
  const form = $("play-on", HTMLFormElement);
  setField(form, "at", String(aside ? aside.number : stops[at].n));
  setField(form, "then", aside ? aside.line.join("|") : "");
  for (const send of findAll(form, "button", HTMLButtonElement)) send.disabled = ends;
  $("why-not").hidden = !ends;
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
function setField(form, name, value) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value;
}

function title() {
  const heading = words.move.replace("#", String(at)).replace("@", String(last));
  const mark = decisions[at - 1]?.mark;
  return mark ? `${heading} · ${markText(mark, words)}` : heading;
}

/** Shows the comment on the last decision, and keeps the focus on its buttons. */
function comment() {
  const box = $("said");
  const here = document.activeElement;
  const focused = here instanceof HTMLElement ? here.dataset.chip : undefined;
  const decision = decisions[at - 1];
  const told = decision?.told ?? (at === 0 ? words.start : words.thinking);
  tellSlider(`${title()}. ${told}`);
  const kind = decision?.mark ? `said-${decision.mark}` : "";
  box.replaceChildren(make("h2", title(), { class: kind }), make("p", told));
  if (decision) box.append(...judgement(decision));
  if (focused) find(box, `[data-chip="${focused}"]`, HTMLElement)?.focus({ preventScroll: true });
}

/** @param {string} text */
function tellSlider(text) {
  slider.setAttribute("aria-valuemax", String(last));
  slider.setAttribute("aria-valuenow", String(at));
  slider.setAttribute("aria-valuetext", text);
}

/** @param {Decision} decision */
function judgement(decision) {
  const { text, better } = decision;
  const luck = decisions[at]?.luck;
  return [
    make("p", text),
    ...(better ? [make("p", better.text, { class: "better" }), betterLine(decision)] : []),
    ...(better ? [retryLink(decision)] : []),
    ...(luck ? [make("p", luck)] : []),
    ...(aside ? [make("p", words.aside, { class: "aside" }), backButton()] : []),
  ];
}

/**
 * Creates a link to the position before a decision, to play it again.
 * @param {Decision} decision
 */
function retryLink(decision) {
  const href = retryPath({ table: id, number: decision.number });
  const text = isMistake(decision, seats) ? words.retry : words.improve;
  return make("a", text, { href, class: "button", "data-chip": "retry" });
}

function backButton() {
  const back = () => {
    go(at);
    slider.focus({ preventScroll: true });
  };
  return button(words.back, back, { "data-chip": "back" });
}

/**
 * Creates buttons that show the better line step by step.
 * @param {Decision} decision
 */
function betterLine(decision) {
  const line = decision.better ? [decision.better.action, ...decision.better.proof] : [];
  const row = make("p", "", { class: "chips" });
  const several = line.length > 1;
  const steps = line.map((action, order) => {
    const number = order + 1;
    const shown = aside?.line.length === number;
    const text = several ? String(number) : words.look;
    const seen = words.see.replace("#", action);
    return button(text, () => lookAside(decision, line.slice(0, number)), {
      "aria-label": several ? `${number}. ${seen}` : text,
      "aria-pressed": shown,
      "data-chip": number,
    });
  });
  row.append(...(several ? [make("span", words.line)] : []), ...steps);
  return row;
}

/** @type {Record<string, () => void>} */
const steps = {
  first: () => go(0),
  last: () => go(last),
  previous: () => go(aside ? at : at - 1),
  next: () => go(at + 1, true),
  turning: () => {
    const stop = nextTurning(decisions, at);
    if (stop !== undefined) go(stop);
  },
};
const KEYS = new Map([
  ["ArrowLeft", "previous"],
  ["ArrowDown", "previous"],
  ["ArrowRight", "next"],
  ["ArrowUp", "next"],
  ["Home", "first"],
  ["End", "last"],
  ["t", "turning"],
  ["T", "turning"],
]);

/** @param {KeyboardEvent} event */
function key(event) {
  const step = KEYS.get(event.key);
  const elsewhere = around(event.target, "#areas, input, select, textarea", Element);
  const vertical = event.key === "ArrowUp" || event.key === "ArrowDown";
  const scrolls = vertical && event.target !== slider;
  if (!step || elsewhere || scrolls || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  steps[step]();
}

/**
 * @param {string} text
 * @param {boolean} [aloud]
 */
function tellProgress(text, aloud = false) {
  $("progress").textContent = text;
  if (aloud) $("announce").textContent = text;
}

/** Requests reviewed decisions until all are there. */
async function follow() {
  /** @type {number | null} */
  let pauseMs = 0;
  while (pauseMs !== null) {
    await new Promise(done => setTimeout(done, pauseMs ?? 0));
    const path = `/api/tables/${id}/review?known=${decisions.length}&wait=${HOLD_S}`;
    pauseMs = await heard(await patiently(path));
  }
}

/**
 * Handles an answer; returns after how many milliseconds to ask again, or null to stop.
 * @param {Response | null} answer
 */
async function heard(answer) {
  const news = await answer?.json().catch(() => null);
  if (answer?.status === 409 || answer?.status === 404) {
    tellProgress(news?.title ?? "", true);
    return null;
  }
  if (answer?.ok && news) return learn(news);
  tellProgress(words.offline, true);
  return LATER_MS;
}

/** @param {ReviewNews} news */
function learn(news) {
  const before = decisions.length;
  decisions.push(...news.decisions);
  const kept = { table: id, day: Date.now(), solved: false };
  new Mistakes(box).add(mistakesOf(decisions, seats).map(found => ({ ...found, ...kept })));
  if (decisions.length > before || news.done) showNew(before);
  $("turning", HTMLButtonElement).disabled = nextTurning(decisions, at) === undefined;
  const counted = words.progress.replace("#", String(decisions.length));
  tellProgress(news.done ? words.done : counted.replace("@", String(news.total)), news.done);
  return news.done ? null : SOON_MS;
}

/** @param {number} before */
function showNew(before) {
  redraw();
  signMoves(before);
  if (at >= before && at <= decisions.length) comment();
}

for (const step of findAll(document, "[data-step]", HTMLElement)) {
  step.addEventListener("click", () => steps[step.dataset.step ?? ""]());
}
document.addEventListener("keydown", key);
slider.addEventListener("pointerdown", event => {
  slider.setPointerCapture(event.pointerId); // until it is lifted
  go(graph.stopAt(event.clientX));
});
slider.addEventListener("pointermove", event => {
  const stop = graph.stopAt(event.clientX);
  if (slider.hasPointerCapture(event.pointerId) && stop !== at) go(stop);
});
const wanted = Number(location.hash.slice(1) || last);
redraw();
document.body.classList.toggle("notation", localStorage.getItem("notation") === "yes");
listMoves();
tellMoves();
go(stops[wanted] ? wanted : last);
$("turning", HTMLButtonElement).disabled = true;
follow();
