// A finished game looked through: the board, the graph and the words go together.
import { Board } from "./board.js";
import { Graph, SIGNS, TURNING } from "./graph.js";

const $ = id => document.getElementById(id);
const words = JSON.parse($("words").textContent);
const { stops, seats, end, over } = JSON.parse($("first").textContent);
const id = $("review").dataset.id, decisions = [], last = stops.length - 1;
const nothing = () => {}, wait = seconds => new Promise(done => setTimeout(done, 1000 * seconds));
const ask = path => fetch(path, { signal: AbortSignal.timeout(20_000) }).catch(() => null);
const board = new Board($("areas"), $("choices"), { done: nothing, why: nothing, back: nothing, step: nothing });
const graph = new Graph($("graph"), seats, words);
let at = 0, aside = null, asked = 0;

function make(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

// What each seat has at a stop: before the decision there; at the end, what the last one left.
function worth(stop) {
  if (stop < decisions.length) return decisions[stop].worth;
  const before = decisions[stop - 1];
  if (stop !== last || !before?.taken) return [];
  if (seats.length > 2) return end ? end.map(share => ({ share, proved: true })) : [];
  const { share, proved, low, high } = before.taken;
  const others = { share: 1 - share, proved, low: proved ? null : 1 - high, high: proved ? null : 1 - low };
  return before.seat === 0 ? [before.taken, others] : [others, before.taken];
}
function redraw() {
  const drawn = seats.length > 2 ? seats.map((_, seat) => seat) : [0];
  const courses = drawn.map(seat => stops.map((_, stop) => worth(stop)[seat] ?? null));
  const marks = decisions.flatMap((decision, order) => {
    if (!TURNING.includes(decision.mark)) return [];
    const row = seats.length > 2 ? decision.seat : 0, point = courses[row][order + 1] ?? courses[row][order];
    return point ? [{ stop: order + 1, mark: decision.mark, share: point.share }] : [];
  });
  const rounds = decisions.flatMap((d, order) => (order && d.round > decisions[order - 1].round ? [order] : []));
  graph.show(courses, marks, rounds, last);
  legend(courses.flat());
}
function legend(points) {
  const line = (kind, text) => {
    const item = make("span", "");
    item.innerHTML = `<svg width="34" height="14" aria-hidden="true"><path class="${kind}" d="M2 7H32"/></svg>`;
    item.append(text);
    return item;
  };
  const items = [];
  if (seats.length > 2) items.push(...seats.map((seat, n) => {
    const item = make("span", "");
    item.innerHTML = `<svg width="34" height="14" aria-hidden="true"><path class="guess seat-${n}" d="M2 7H32"/></svg>`;
    item.append(`${seat.sign} ${seat.name}`);
    return item;
  }));
  if (points.some(p => p?.proved)) items.push(line("sure", words.proved));
  if (points.some(p => p && !p.proved)) items.push(line("guess", words.estimated));
  for (const mark of TURNING) if (decisions.some(d => d.mark === mark)) items.push(make("span", `${SIGNS[mark]} ${words.marks[mark]}`));
  $("legend").replaceChildren(...items);
}

function list() {
  $("moves").replaceChildren(...stops.slice(1).map((move, order) => {
    const line = make("li", ""), b = make("button", move.text, { type: "button" });
    b.dataset.stop = order + 1;
    b.addEventListener("click", () => go(order + 1));
    line.append(make("span", seats[move.seat]?.sign ?? "·", { "aria-hidden": "true" }), b);
    return line;
  }));
}
// Signs come as decisions are understood; the lines stay, and with them focus and scrolling.
function sign(from) {
  for (const [order, { mark }] of decisions.entries()) {
    if (order < from || !SIGNS[mark]) continue;
    const b = $("moves").querySelector(`[data-stop="${order + 1}"]`);
    b?.append(" ", make("b", SIGNS[mark], { "aria-hidden": "true", class: `sign-${mark}` }), make("span", ` ${words.marks[mark]}`, { class: "sr" }));
  }
}
function current() {
  for (const b of $("moves").querySelectorAll("button")) b.setAttribute("aria-current", String(Number(b.dataset.stop) === at));
  const here = $("moves").querySelector("[aria-current=true]"), box = $("moves");
  if (here) box.scrollTop = here.offsetTop - box.clientHeight / 2;
  else box.scrollTop = 0;
}

async function show(animate) {
  const mine = (asked += 1);
  const where = aside ? `/t/${id}/review/at/${aside.number}?then=${encodeURIComponent(aside.line.join("|"))}` : `/t/${id}/at/${stops[at].n}`;
  const answer = await ask(where);
  if (mine !== asked) return;
  const again = !answer || answer.status === 429 || answer.status >= 500;
  if (again) return void setTimeout(() => mine === asked && show(animate), 1500);
  if (!answer.ok) return;
  const view = await answer.json();
  if (mine !== asked) return;
  $("shared").innerHTML = `<svg width="0" height="0">${view.defs}</svg>`;
  board.show(view.areas, [], animate);
  // What has only buttons has nothing to show here.
  for (const svg of $("areas").children) svg.toggleAttribute("hidden", Boolean(svg.querySelector(".button")) && !svg.querySelector(".part:not(.button)"));
}
function go(stop, animate = false) {
  if (stop < 0 || stop > last) return;
  at = stop; aside = null;
  history.replaceState(null, "", `#${at}`);
  say(); current(); graph.go(at); playing(); show(animate);
}
function look(decision, line) {
  aside = { number: decision.number, line };
  say(); playing(); show(true);
}
function playing() {
  const ends = !aside && at === last && over;
  const form = $("play-on");
  form.elements.at.value = aside ? aside.number : stops[at].n;
  form.elements.then.value = aside ? aside.line.join("|") : "";
  form.querySelector("button").disabled = ends;
  $("why-not").hidden = !ends;
}
function title() {
  const heading = words.move.replace("#", at).replace("@", last), decision = decisions[at - 1];
  return decision?.mark ? `${heading} · ${SIGNS[decision.mark]} ${words.marks[decision.mark]}` : heading;
}
function say() {
  const box = $("said"), decision = decisions[at - 1], focused = document.activeElement?.dataset?.chip;
  const slider = $("graph");
  slider.setAttribute("aria-valuemax", last); slider.setAttribute("aria-valuenow", at);
  if (at === 0 || !decision) {
    const text = at === 0 ? words.start : words.thinking;
    box.replaceChildren(make("h2", title()), make("p", text));
    slider.setAttribute("aria-valuetext", `${title()}. ${text}`);
    return;
  }
  slider.setAttribute("aria-valuetext", `${title()}. ${decision.told}`);
  box.replaceChildren(make("h2", title(), { class: decision.mark ? `said-${decision.mark}` : "" }), make("p", decision.told), make("p", decision.text));
  if (decision.better) box.append(make("p", decision.better.text, { class: "better" }), chips(decision));
  if (decisions[at]?.luck) box.append(make("p", decisions[at].luck));
  if (aside) {
    const back = make("button", words.back, { type: "button", "data-chip": "back" });
    back.addEventListener("click", () => { go(at); $("graph").focus({ preventScroll: true }); });
    box.append(make("p", words.aside, { class: "aside" }), back);
  }
  if (focused) box.querySelector(`[data-chip="${focused}"]`)?.focus({ preventScroll: true });
}
function chips(decision) {
  const all = [decision.better.action, ...decision.better.proof], row = make("p", "", { class: "chips" });
  row.append(make("span", all.length > 1 ? words.line : words.look));
  for (const [index, action] of all.entries()) {
    const b = make("button", action, { type: "button", "aria-label": words.see.replace("#", action), "aria-pressed": String(aside?.line.length === index + 1) });
    b.dataset.chip = index + 1;
    b.addEventListener("click", () => look(decision, all.slice(0, index + 1)));
    row.append(b);
  }
  return row;
}

const turning = () => {
  const all = decisions.flatMap((d, order) => (TURNING.includes(d.mark) ? [order + 1] : []));
  return all.find(stop => stop > at) ?? all[0];
};
const steps = {
  first: () => go(0), last: () => go(last),
  previous: () => go(at - (aside ? 0 : 1)), next: () => go(at + 1, true),
  turning: () => { const stop = turning(); if (stop !== undefined) go(stop); },
};
for (const b of document.querySelectorAll("[data-step]")) b.addEventListener("click", () => steps[b.dataset.step]());
const keys = { ArrowLeft: "previous", ArrowDown: "previous", ArrowRight: "next", ArrowUp: "next", Home: "first", End: "last", t: "turning", T: "turning" };
document.addEventListener("keydown", event => {
  const here = event.target, own = here.closest?.("#areas, input, select, textarea");
  const vertical = event.key === "ArrowUp" || event.key === "ArrowDown";
  if (own || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
  if (vertical && here !== $("graph")) return;
  event.preventDefault();
  steps[keys[event.key]]();
});
let dragging = false;
$("graph").addEventListener("pointerdown", event => { dragging = true; go(graph.stop(event.clientX)); });
addEventListener("pointermove", event => { if (dragging && graph.stop(event.clientX) !== at) go(graph.stop(event.clientX)); });
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { dragging = false; });

function tell(text, loud) { $("progress").textContent = text; if (loud) $("announce").textContent = text; }
async function follow() {
  for (;;) {
    const answer = await ask(`/api/tables/${id}/review?known=${decisions.length}&wait=8`);
    const news = await answer?.json().catch(() => null);
    if (answer?.status === 409 || answer?.status === 404) return tell(news?.title ?? "", true);
    if (!answer?.ok || !news) { tell(words.offline, true); await wait(2); continue; }
    const before = decisions.length;
    decisions.push(...news.decisions);
    if (decisions.length > before || news.done) { redraw(); sign(before); if (at >= before && at <= decisions.length) say(); }
    $("turning").disabled = turning() === undefined;
    if (news.done) return tell(words.done, true);
    tell(words.progress.replace("#", decisions.length).replace("@", news.total));
    await wait(0.2);
  }
}
const wanted = Number(location.hash.slice(1) || last);
redraw(); list(); go(stops[wanted] ? wanted : last); $("turning").disabled = true;
follow();
