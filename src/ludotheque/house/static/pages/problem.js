// The page of a daily problem: counts the tries, stores the streak and shares the result.
import { $, button, findAll, make, pageData } from "../lib/dom.js";
import { share } from "../lib/share.js";
import { begin, showSolution, tryAgain } from "../practice/exercise.js";
import { Streak } from "../practice/streak.js";

/** @import { ProblemWords } from "../types.d.ts" */

const words = /** @type {ProblemWords} */ (pageData("words"));
const { game = "", day = "", today = "" } = $("table").dataset;
const streak = new Streak(game);
let tries = 1;
let shown = false;

function failed() {
  tries++;
  const answers = make("span", "", { class: "answers" });
  answers.append(button(words.retry, tryAgain), button(words.solution, showSolution));
  $("verdict").append(answers);
}

function solved() {
  streak.add(day, shown || day !== today ? 0 : tries);
  showStreak();
}

function showStreak() {
  const days = streak.length(day);
  $("streak").textContent = days ? words.streak.replace("#", String(days)) : "";
  for (const tick of findAll(document, "[data-day] > .tick", HTMLElement)) {
    tick.hidden = !streak.has(tick.parentElement?.dataset.day ?? "");
  }
}

/** Says in a few words how the problem was solved. */
function result() {
  if (shown) return words.solved_shown;
  return tries > 1 ? words.solved_tries.replace("#", String(tries)) : words.solved_first;
}

async function shareResult() {
  const lines = [document.title, [result(), $("streak").textContent].filter(Boolean).join(" · ")];
  const text = [...lines, location.href].join("\n");
  await share({ text }, () => $("share").replaceChildren(words.result_copied));
}

begin({ done: solved, failed, shown: () => (shown = true) });
$("share").addEventListener("click", shareResult);
showStreak();
