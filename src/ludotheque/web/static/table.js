// A table: shows what the server says, sends what people do, says what is sent and what is kept.
import { Board } from "./board.js";
import { Wire } from "./wire.js";

const $ = id => document.getElementById(id);
const words = JSON.parse($("words").textContent);
const id = $("table").dataset.id, game = $("table").dataset.game;
let view = JSON.parse($("first").textContent), past = null, waiting = null, pending = null, typed = "", home = false;
let clue = null, sought = null;

const board = new Board($("areas"), $("choices"), {
  done: action => ($("confirm").checked ? ask(action) : act(action)),
  why: presses => (past === null ? wire.say({ type: "press", presses }) : present()),
  back: () => forget(),
  step: count => { $("back").hidden = !count; if (count && !waiting) mail(""); },
});
const wire = new Wire(
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${id}/live`,
  () => view.seq,
  { state: showWire, message },
);

function message(m) {
  if (m.type === "view") return update(m.view);
  if (m.type === "kept") {
    if (m.id === waiting) { waiting = null; typed = ""; mail("kept"); }
    if (view.seq >= m.seq) board.thaw();
    return;
  }
  if (m.type === "why") return explain(m.text, m.rule);
  if (m.type === "hint") return m.id === sought && m.seq === view.seq && told(m);
  if (m.type === "refused") {
    const mine = m.id === waiting;
    if (mine && !m.retry_after) {
      waiting = null; mail(""); board.thaw();
      if (typed) { $("text").value = typed; typed = ""; $("text").focus(); }
    }
    if (m.id === sought && !m.retry_after) told(clue);
    if (m.view) update(m.view);
    explain(m.text, m.rule);
  }
}
function act(action) { send({ type: "act", action }); }
function ask(action) { pending = action; $("send").hidden = false; $("send").focus(); }
function send(body) {
  $("why").hidden = true; forget();
  if (past !== null) present();
  const here = document.activeElement;
  home = here === document.body || document.querySelector(".stage").contains(here);
  board.freeze();
  waiting = wire.send({ ...body, expected: view.seq });
  mail("sent");
}
function forget() { $("send").hidden = true; pending = null; }
function mail(key) { $("mail").textContent = key ? words[key] : ""; $("mail").dataset.state = key; }
function showWire(state) { $("wire").dataset.state = state; $("wire-text").textContent = words[state]; }

function update(next) {
  if (next.seq < view.seq) return;
  const fresh = next.seq > view.seq, acting = view.can.act;
  view = next;
  if (fresh) { forget(); clue = sought = null; }
  const focused = keyOf(document.activeElement);
  if (past === null) paint(fresh);
  panels();
  refocus(focused);
  if (fresh) $("live").textContent = view.told;
  if (fresh && view.can.act && !acting) document.title = `▶ ${view.title}`;
  else if (!view.can.act) document.title = view.title;
}
// Where the focus is, in a way that outlives a repaint; and back there, or to the board.
function keyOf(element) { return element?.dataset?.move ? `[data-move="${element.dataset.move}"]` : element?.id ? `#${element.id}` : ""; }
function refocus(key) {
  const there = key && document.querySelector(key);
  const lost = document.activeElement === document.body || document.activeElement === null;
  if (lost && there && !there.hidden && there.offsetParent) there.focus({ preventScroll: true });
  else if (home ? lost || $("areas").contains(document.activeElement) : lost && key) board.home();
  if (view.can.act || view.over) home = false;
}
function paint(animate) {
  $("shared").innerHTML = `<svg width="0" height="0">${view.defs}</svg>`;
  board.show(view.areas, view.gestures, animate);
  board.clues(clue);
  $("zoom").hidden = !view.areas.some(a => a.endless);
}
function panels() {
  $("status").textContent = view.status; $("note").textContent = view.note;
  $("seats").replaceChildren(...view.seats.map(seatLine));
  $("moves").replaceChildren(...view.moves.map(moveLine));
  if ($("moves").lastChild && past === null) $("moves").scrollTop = $("moves").scrollHeight;
  show("undo", view.can.undo && !view.undo, view.can.free_undo ? words.undo : words.ask_undo);
  show("resign", view.can.resign); show("leave-bot", view.can.leave); show("leave-open", view.can.leave);
  $("typed").hidden = !view.can.act;
  hinted();
  asked(); notice(); over();
  if (!view.seats.some(s => s.kind === "open")) $("invites").replaceChildren();
  else if (view.seats.some(s => s.mine)) fetch(`/t/${id}/invites`).then(r => r.text()).then(html => { $("invites").innerHTML = html; });
}
function show(name, visible, text) { $(name).hidden = !visible; if (text) $(name).textContent = text; }
function make(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
function button(text, action, main) {
  const b = make("button", text, { type: "button", ...(main ? { class: "main" } : {}) });
  b.addEventListener("click", action);
  return b;
}
function seatLine(seat, index) {
  const line = make("li", "", { class: seat.turn ? "turn" : "" });
  line.append(make("span", seat.turn ? "▶" : seat.sign, { class: "sign", "aria-hidden": "true" }), make("strong", seat.name));
  const role = seat.label !== seat.name ? seat.label : "";
  const extra = [role, seat.mine ? words.you : "", seat.points ?? ""].filter(x => x !== "").join(" · ");
  line.append(make("small", extra));
  if (seat.feels) line.append(make("em", seat.feels));
  line.dataset.seat = index;
  return line;
}
function moveLine(move) {
  const line = make("li", "");
  const chance = move.chance.length > 3 ? ` +${move.chance.length}` : move.chance.map(c => ` ${c}`).join("");
  const b = button(move.text, () => look(move.n));
  b.dataset.move = move.n;
  b.setAttribute("aria-current", String(past === move.n));
  b.append(make("small", chance));
  line.append(make("span", move.seat === null ? "·" : view.seats[move.seat].sign, { "aria-hidden": "true" }), b);
  return line;
}
async function look(number) {
  if (number === view.moves.at(-1)?.n) return past === null || present();
  const answer = await fetch(`/t/${id}/at/${number}`);
  if (!answer.ok) return;
  const old = await answer.json();
  past = number; $("past").hidden = false;
  $("play-on").hidden = !view.over; $("play-on").elements.at.value = number;
  $("shared").innerHTML = `<svg width="0" height="0">${old.defs}</svg>`;
  const focused = keyOf(document.activeElement);
  board.show(old.areas, [], false);
  panels();
  $("status").textContent = old.status;
  refocus(focused);
}
function present() {
  const focused = keyOf(document.activeElement);
  past = null; $("past").hidden = true; paint(false); panels();
  refocus(focused);
}

// A hint in three steps, each asked for; it is gone with the next move.
function hint() {
  if (!view.can.hint || past !== null || sought) return;
  if (clue && !clue.next) return told(null);
  sought = wire.send({ type: "hint", step: (clue?.step || 0) + 1, expected: view.seq });
  hinted();
}
function told(step) {
  clue = step; sought = null;
  board.clues(clue);
  hinted();
}
function hinted() {
  const next = clue ? clue.next || "close" : "where", here = past === null && view.can.hint;
  show("hint", here, words[`hint_${next}`]);
  $("hint").setAttribute("aria-busy", String(!!sought));
  const text = !here ? "" : sought ? words.hint_sought : clue?.text || "";
  if ($("hint-text").textContent !== text) $("hint-text").textContent = text;
}

function asked() {
  const box = $("asked");
  box.hidden = !view.undo;
  if (!view.undo) return box.replaceChildren();
  const answer = what => () => { home = true; send({ type: "answer_undo", what }); };
  const name = view.seats[view.undo.seat].name;
  if (view.undo.mine) box.replaceChildren(make("p", words.undo_waiting), button(words.withdraw, answer("withdrawn")));
  else if (view.seats.some(s => s.mine)) box.replaceChildren(make("p", words.undo_asked.replace("#", () => name)), button(words.accept, answer("accepted"), true), button(words.refuse, answer("refused")));
  else box.replaceChildren(make("p", words.undo_asked.replace("#", () => name)));
}
function shut(box) {
  const b = button("×", () => { box.hidden = true; });
  b.className = "shut"; b.setAttribute("aria-label", words.close);
  return b;
}
function notice() {
  const box = $("notice");
  box.hidden = !view.notice;
  if (!view.notice) return box.replaceChildren();
  box.replaceChildren(shut(box), make("h2", view.notice.text), make("p", view.notice.why));
  const figure = make("div", "", { class: "still", role: "img", "aria-label": words.last_round });
  figure.innerHTML = view.notice.svg;
  box.append(figure);
}
function over() {
  const box = $("over");
  box.hidden = !view.over;
  $("to-review").hidden = !view.over;
  if (!view.over) return box.replaceChildren();
  box.replaceChildren(shut(box), make("h2", view.over.text), make("p", view.over.why));
  if (view.over.points) box.append(make("p", view.over.points, { class: "points" }));
  box.append(make("a", box.dataset.review, { class: "button", href: `/t/${id}/review` }));
  if (view.rematch) box.append(make("a", words.to_rematch, { class: "button", href: `/t/${view.rematch}` }));
  else if (view.can.rematch) box.append(button(words.rematch, () => $("rematch").submit(), true));
}
function explain(text, rule) {
  const box = $("why");
  box.replaceChildren(make("span", text));
  if (rule) box.append(button(words.see_rule.replace("#", rule), () => openRule(rule)));
  box.append(button(words.close, () => { box.hidden = true; }));
  box.hidden = false;
}
async function loadRules() {
  if ($("rules-text").childElementCount) return;
  $("rules-text").innerHTML = await (await fetch(`/rules/${game}/part`)).text();
}
async function openRule(rule) {
  await loadRules();
  $("rules").open = true;
  const paragraph = $(`rule-${rule}`);
  paragraph?.scrollIntoView({ block: "center" });
  paragraph?.focus();
  paragraph?.classList.add("cited");
}
$("rules").addEventListener("toggle", loadRules);
$("present").addEventListener("click", present);
$("back").addEventListener("click", () => board.back());
$("send").addEventListener("click", () => pending && act(pending));
$("hint").addEventListener("click", hint);
document.querySelector(".stage").addEventListener("keydown", event => {
  const typing = event.target.closest("input"), more = event.ctrlKey || event.altKey || event.metaKey;
  if (!typing && !more && ["h", "i"].includes(event.key.toLowerCase())) hint();
});
$("undo").addEventListener("click", () => send({ type: "undo" }));
function sure(name, words_, action) {
  const b = $(name), text = b.textContent, calm = () => { delete b.dataset.sure; b.textContent = text; };
  b.addEventListener("click", () => {
    if (b.dataset.sure) { calm(); action(); } else { b.dataset.sure = 1; b.textContent = words_; }
  });
  b.addEventListener("blur", calm);
}
sure("resign", words.sure, () => send({ type: "resign" }));
sure("leave-bot", words.sure_leave, () => send({ type: "leave", to: "bot" }));
sure("leave-open", words.sure_leave, () => send({ type: "leave", to: "open" }));
$("typed").addEventListener("submit", event => {
  event.preventDefault();
  if (waiting || !$("text").value.trim()) return;
  typed = $("text").value.trim();
  $("text").value = "";
  act(typed);
});
$("confirm").checked = localStorage.getItem("confirm") === "yes";
$("confirm").addEventListener("change", () => localStorage.setItem("confirm", $("confirm").checked ? "yes" : "no"));
for (const b of document.querySelectorAll("[data-zoom]")) b.addEventListener("click", () => board.zoom(Number(b.dataset.zoom)));
document.addEventListener("click", async event => {
  const link = event.target.closest("[data-copy]")?.dataset.copy;
  const seat = event.target.closest("[data-fill]")?.dataset.fill;
  if (seat !== undefined) send({ type: "fill", seat: Number(seat) });
  if (link) { await navigator.clipboard?.writeText(link).catch(() => {}); event.target.textContent = words.copied; }
});
paint(false); panels();
