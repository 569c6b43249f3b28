// What the lines and marks of a review's graph mean.
import { SIGNS, TURNING } from "./course.js";
import { make } from "./dom.js";

/** @import { Decision, Mark, ReviewSeat, ReviewWords } from "./types.d.ts" */
/** @import { Course } from "./course.js" */

/**
 * An entry for each kind of line and mark that is drawn.
 * @param {Course[]} courses
 * @param {Decision[]} decisions
 * @param {ReviewSeat[]} seats
 * @param {ReviewWords} words
 */
export function legend(courses, decisions, seats, words) {
  const points = courses.flat().filter(point => point !== null);
  const owners = seats.map(({ sign, name }, n) => line(`guess seat-${n}`, `${sign} ${name}`));
  const marks = TURNING.filter(mark => decisions.some(decision => decision.mark === mark));
  return [
    ...(seats.length > 2 ? owners : []),
    ...(points.some(point => point.proved) ? [line("sure", words.proved)] : []),
    ...(points.some(point => !point.proved) ? [line("guess", words.estimated)] : []),
    ...marks.map(mark => make("span", markText(mark, words))),
  ];
}

/**
 * @param {Mark} mark
 * @param {ReviewWords} words
 */
export function markText(mark, words) {
  return `${SIGNS[mark]} ${words.marks[mark]}`;
}

/**
 * @param {string} kind
 * @param {string} text
 */
function line(kind, text) {
  const item = make("span");
  const drawn = `<path class="${kind}" d="M2 7H32"/>`;
  item.innerHTML = `<svg width="34" height="14" aria-hidden="true">${drawn}</svg>`;
  item.append(text);
  return item;
}
