// Areas of parts: lit, pressed, stepped back, moved. It knows gestures, and no game.
const SVG = "http://www.w3.org/2000/svg";
const still = matchMedia("(prefers-reduced-motion: reduce)");

const placeOf = part => part.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
const fold = text => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toUpperCase().replace(/Œ/g, "OE").replace(/Æ/g, "AE");

export class Board {
  constructor(root, choices, on) {
    Object.assign(this, { root, choices, on, pressed: [], gestures: [], zoomed: {}, views: {}, hinted: [] });
    root.addEventListener("click", event => this.click(event));
    root.addEventListener("keydown", event => this.key(event));
    root.addEventListener("focusin", event => this.rove(event.target.closest?.(".part")));
    document.addEventListener("keydown", event => this.escape(event));
    this.panning();
  }
  escape(event) {
    if (event.key !== "Escape" || !this.pressed.length) return;
    event.preventDefault();
    this.back(); this.home();
  }
  part(id) { return this.root.querySelector(`[data-id="${CSS.escape(id)}"]`); }

  show(areas, gestures, animate) {
    const old = new Map([...this.root.querySelectorAll(".part")].map(part => [part.dataset.id, { part, area: part.ownerSVGElement.dataset.name, box: part.getBoundingClientRect() }]));
    const focused = document.activeElement?.closest?.(".part")?.dataset.id;
    const names = areas.map(a => a.name);
    for (const svg of [...this.root.children]) if (!names.includes(svg.dataset.name)) svg.remove();
    for (const area of areas) this.area(area);
    if (!this.frozen) this.hold(); else if (animate) this.held = null;
    this.gestures = gestures; this.pressed = []; this.frozen = false;
    this.follow();
    this.light();
    if (animate && !still.matches) this.animate(old);
    if (focused) this.focus(focused);
    this.again();
  }
  // What a hint is about: a ring, and a mark that says whether to look there, take it, or in which order.
  clues(hint) {
    for (const mark of this.root.querySelectorAll(".clue")) mark.remove();
    for (const part of this.root.querySelectorAll(".hinted")) part.classList.remove("hinted");
    this.hinted = hint?.parts || [];
    for (const [n, id] of this.hinted.entries()) {
      const part = this.part(id);
      part?.classList.add("hinted");
      if (part && !part.classList.contains("ghost")) this.mark(part, { where: "?", why: "?", piece: "!" }[hint.kind] || n + 1);
    }
    for (const button of this.choices.querySelectorAll("[data-choice]")) button.classList.toggle("hinted", this.hinted.includes(button.dataset.choice));
    this.reveal();
  }
  mark(part, sign) {
    const mark = document.createElementNS(SVG, "g"), disc = document.createElementNS(SVG, "circle"), text = document.createElementNS(SVG, "text");
    const { width, height } = part.querySelector(".hit"), [x, y] = placeOf(part), w = width.baseVal.value, r = Math.max(9, Math.min(17, Math.min(w, height.baseVal.value) / 5));
    mark.setAttribute("class", "clue"); mark.dataset.of = part.dataset.id; mark.setAttribute("aria-hidden", "true"); mark.setAttribute("transform", `translate(${x + w - r / 2} ${y + r / 2})`);
    disc.setAttribute("r", r); text.textContent = sign; text.setAttribute("font-size", r * 1.5); text.setAttribute("dy", ".35em");
    mark.append(disc, text); part.ownerSVGElement.append(mark);
  }
  // What is hinted at outside a zoomed view brings the whole table back.
  reveal() {
    for (const part of this.root.querySelectorAll(".endless .hinted")) {
      const [x, y, w, h] = part.ownerSVGElement.getAttribute("viewBox").split(" ").map(Number), at = placeOf(part);
      if (at[0] < x || at[1] < y || at[0] + 100 > x + w || at[1] + 100 > y + h) return this.zoom(0);
    }
  }
  area(area) {
    let svg = [...this.root.children].find(c => c.dataset.name === area.name);
    if (!svg) {
      svg = document.createElementNS(SVG, "svg");
      svg.dataset.name = area.name;
      svg.setAttribute("class", "area area-" + area.name + (area.endless ? " endless" : ""));
      svg.setAttribute("role", "group");
      this.root.append(svg);
    }
    this.root.append(svg);
    svg.setAttribute("aria-label", area.label);
    const [x, y, w, h] = area.box, m = area.endless ? 20 : 14;
    if (area.name === "board") this.root.parentElement.classList.toggle("tall", h > 1.3 * w);
    this.views[area.name] = [x - m, y - m, w + 2 * m, h + 2 * m];
    if (!this.zoomed[area.name]) svg.setAttribute("viewBox", this.views[area.name].join(" "));
    svg.innerHTML = area.svg;
    const first = svg.querySelector('.part[role="button"]') || svg.querySelector(".part:not(.trace):not(.ghost)");
    if (first) first.setAttribute("tabindex", "0");
  }
  animate(old) {
    for (const part of this.root.querySelectorAll(".part[data-was]")) {
      const from = old.get(part.dataset.was)?.box, to = part.getBoundingClientRect();
      if (!from || !to.width) continue;
      const unit = part.ownerSVGElement.getScreenCTM().a, [x, y] = placeOf(part);
      const dx = (from.left + from.width / 2 - to.left - to.width / 2) / unit;
      const dy = (from.top + from.height / 2 - to.top - to.height / 2) / unit;
      part.animate([{ transform: `translate(${x + dx}px, ${y + dy}px)` }, { transform: `translate(${x}px, ${y}px)` }], { duration: 220, easing: "ease-out" });
    }
    // A piece that went nowhere falls out of the picture.
    const gone = [...old.values()].filter(({ part }) => {
      const same = this.part(part.dataset.id);
      return part.classList.contains("piece") && (!same || same.dataset.was) && !this.root.querySelector(`[data-was="${CSS.escape(part.dataset.id)}"]`);
    });
    for (const { part, area } of gone) {
      const svg = [...this.root.children].find(c => c.dataset.name === area), [x, y] = placeOf(part);
      if (!svg) continue;
      part.setAttribute("class", "leaving"); part.setAttribute("aria-hidden", "true");
      part.removeAttribute("data-id"); part.removeAttribute("tabindex"); part.removeAttribute("role");
      svg.append(part);
      part.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${x}px, ${y + 130}px)`, opacity: 0 }], { duration: 240, easing: "ease-in" }).finished.then(() => part.remove(), () => part.remove());
    }
  }
  follow() {
    // A move outside a zoomed view brings the whole table back.
    for (const svg of this.root.querySelectorAll(".endless")) {
      if (!this.zoomed[svg.dataset.name]) continue;
      const [x, y, w, h] = svg.getAttribute("viewBox").split(" ").map(Number), part = svg.querySelector(".part[data-was]");
      const at = part && placeOf(part);
      if (at && (at[0] < x || at[1] < y || at[0] + 100 > x + w || at[1] + 100 > y + h)) this.zoom(0);
    }
  }
  hold() {
    const input = this.choices.querySelector("input");
    this.held = input && { pressed: this.pressed, word: input.value, focus: document.activeElement === input };
  }
  freeze() { this.hold(); this.frozen = true; this.pressed = []; this.light(); }
  // A typed step that was refused, or looked away from, is taken up again as it was typed.
  again() {
    if (!this.held) return;
    this.pressed = this.held.pressed;
    const done = this.complete();
    if (!done) { this.pressed = []; return; }
    this.light(); this.finish(done.at(-1), this.held.word, this.held.focus);
  }
  thaw() { if (this.frozen) { this.frozen = false; this.light(); this.again(); } }
  next() {
    if (this.frozen) return [];
    const n = this.pressed.length;
    const going = this.gestures.filter(g => g.length - 1 > n && this.pressed.every((p, i) => g[i] === p));
    return [...new Set(going.map(g => g[n]))];
  }
  complete() {
    return this.gestures.find(g => g.length - 1 === this.pressed.length && this.pressed.every((p, i) => g[i] === p));
  }
  light() {
    const next = this.next();
    this.root.classList.toggle("begun", this.pressed.length > 0);
    for (const part of this.root.querySelectorAll(".part")) {
      part.classList.toggle("lit", next.includes(part.dataset.id));
      part.classList.toggle("chosen", this.pressed.includes(part.dataset.id));
      if (part.getAttribute("role") === "button") part.setAttribute("aria-pressed", String(this.pressed.includes(part.dataset.id)));
    }
    this.offer(next);
    this.on.step(this.pressed.length);
  }
  offer(next) {
    this.thread([]);
    // Things that would lie on top of each other are offered side by side.
    const ghosts = next.map(id => this.part(id)).filter(p => p?.classList.contains("ghost"));
    this.choices.hidden = ghosts.length < 2;
    this.choices.replaceChildren();
    if (ghosts.length < 2) return;
    for (const ghost of ghosts) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.choice = ghost.dataset.id;
      button.classList.toggle("hinted", this.hinted.includes(ghost.dataset.id));
      button.setAttribute("aria-label", ghost.getAttribute("aria-label"));
      const svg = document.createElementNS(SVG, "svg"), hit = ghost.querySelector(".hit");
      svg.setAttribute("viewBox", `0 0 ${hit.getAttribute("width")} ${hit.getAttribute("height")}`);
      for (const child of ghost.querySelectorAll("use")) { const copy = child.cloneNode(true); copy.removeAttribute("opacity"); svg.append(copy); }
      button.append(svg);
      button.addEventListener("click", () => this.press(ghost.dataset.id));
      for (const enter of ["pointerenter", "focus"]) button.addEventListener(enter, () => this.preview(ghost));
      this.choices.append(button);
    }
    this.preview(ghosts[0]);
    this.choices.firstChild.focus({ preventScroll: true });
  }
  preview(ghost) {
    for (const other of this.root.querySelectorAll(".ghost.shown")) other.classList.remove("shown");
    ghost.classList.add("shown");
  }
  press(id) {
    if (this.frozen) return;
    if (this.complete() && !this.rewind(id)) return;
    const next = this.next();
    if (!next.includes(id)) {
      const restart = this.gestures.some(g => g[0] === id);
      if (this.pressed[0] === id) return this.back(true);
      if (restart && this.pressed.length && !this.part(id)?.classList.contains("place") && !this.could(id)) {
        this.pressed = [id]; return this.light();
      }
      return this.on.why([...this.pressed, id]);
    }
    this.pressed.push(id);
    let only = this.next();
    while (!this.complete() && only.length === 1 && this.forced(only[0])) { this.pressed.push(only[0]); only = this.next(); }
    this.light();
    const done = this.complete();
    if (done) this.finish(done.at(-1));
    else if (this.choices.hidden) this.focusFirst(only);
  }
  // A made gesture is taken back as far as the next press asks; what is typed stays if it asks for nothing.
  rewind(id) {
    const made = this.pressed, typing = typeof this.complete().at(-1) !== "string";
    do this.pressed = this.pressed.slice(0, -1); while (this.pressed.length && !this.next().includes(id));
    this.on.back();
    if (this.next().includes(id) || !typing) return true;
    this.pressed = made;
    this.on.why([made[0], id]);
  }
  forced(id) {
    // A lone turn of a piece, or a step that leaves something to say; never the last free press.
    const end = this.gestures.find(g => g.length - 2 === this.pressed.length && g[this.pressed.length] === id && this.pressed.every((p, i) => g[i] === p));
    return !end || typeof end.at(-1) !== "string" || this.part(id)?.classList.contains("ghost");
  }
  finish(end, word = "", focus = true) {
    if (typeof end === "string") return this.on.done(end);
    // The last step is typed: threads join what was pressed, letters are ticked off as the word covers them.
    this.thread(end.threads || []);
    const form = document.createElement("form"), label = document.createElement("label"), input = document.createElement("input"), owed = document.createElement("p");
    const button = document.createElement("button"), said = this.choices.dataset;
    label.textContent = (said.typed || "#").replace("#", end.initial); button.textContent = said.send || "↵"; button.className = "main";
    input.id = "word"; label.htmlFor = "word"; input.setAttribute("aria-describedby", "owed"); owed.id = "owed";
    Object.assign(input, { maxLength: 60, autocomplete: "off", spellcheck: false, enterKeyHint: "send" }); for (const [key, value] of [["autocapitalize", "characters"], ["autocorrect", "off"]]) input.setAttribute(key, value);
    const chips = [...end.letters].map(() => Object.assign(document.createElement("span"), { className: "chip" }));
    owed.append(...chips); owed.setAttribute("aria-live", "polite"); input.lang = end.lang || "";
    const tick = () => {
      const left = [...fold(input.value)];
      for (const [n, letter] of [...end.letters].entries()) {
        const at = left.indexOf(letter), text = at >= 0 ? letter + " ✓" : letter;
        if (at >= 0) left.splice(at, 1);
        chips[n].classList.toggle("done", at >= 0);
        if (chips[n].textContent !== text) chips[n].textContent = text; // only what changes is spoken
      }
    };
    input.addEventListener("input", () => { tick(); this.on.back(); });
    form.addEventListener("submit", event => { event.preventDefault(); if (input.value.trim()) this.on.done(end.action + input.value.trim()); });
    input.value = word; form.append(label, owed, input, button); tick();
    this.choices.replaceChildren(form); this.choices.hidden = false;
    if (!focus) return;
    this.part(this.pressed.at(-1)).scrollIntoView({ block: "center" });
    input.focus({ preventScroll: true });
  }
  thread(pairs) {
    for (const old of this.root.querySelectorAll(".thread")) old.remove();
    for (const [n, pair] of pairs.entries()) {
      const [one, other] = pair.map(i => this.part(this.pressed[i])), line = document.createElementNS(SVG, "path");
      const middle = part => { const hit = part.querySelector(".hit"), [x, y] = placeOf(part); return `${x + hit.width.baseVal.value / 2} ${y + hit.height.baseVal.value / 2}`; };
      line.setAttribute("d", `M${middle(one)}L${middle(other)}`);
      line.setAttribute("class", `thread thread-${n}`);
      one.ownerSVGElement.insertBefore(line, one.ownerSVGElement.querySelector(".part"));
    }
  }
  could(id) { return this.gestures.some(g => g.slice(1, -1).includes(id)); }
  back(all) {
    if (all) this.pressed = [];
    else { this.pressed.pop(); while (this.pressed.length && this.next().length === 1) this.pressed.pop(); }
    this.light();
    this.on.back();
  }
  click(event) {
    if (this.dragged) return;
    const part = event.target.closest(".part");
    if (part) { this.rove(part); this.press(part.dataset.id); }
  }
  rove(part) {
    if (!part) return;
    for (const other of part.ownerSVGElement.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
    part.setAttribute("tabindex", "0");
  }
  focus(id) { const part = this.part(id); if (part && !part.classList.contains("ghost")) { this.rove(part); part.focus({ preventScroll: true }); } }
  home() {
    const part = this.root.querySelector(".part.lit:not(.ghost)") || this.root.querySelector('.area-board [tabindex="0"]');
    if (part) this.focus(part.dataset.id);
  }
  focusFirst(ids) {
    if (!this.root.contains(document.activeElement)) return;
    const part = ids.map(id => this.part(id)).find(p => p && !p.classList.contains("ghost"));
    if (part) this.focus(part.dataset.id);
  }
  key(event) {
    const part = event.target.closest(".part");
    if (!part) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" || event.key === " ") this.press(part.dataset.id);
    else if (ways[event.key]) this.step(part, ...ways[event.key]);
    else if (event.key === "n" || event.key === "p") this.hop(event.key === "n" ? 1 : -1);
    else if ("+-0".includes(event.key)) this.zoom({ "+": 1.25, "-": 0.8, 0: 0 }[event.key]);
    else return;
    event.preventDefault();
  }
  hop(way) {
    const lit = [...this.root.querySelectorAll(".part.lit:not(.ghost)")], here = lit.indexOf(document.activeElement.closest(".part"));
    if (lit.length) this.focus(lit.at((here + way) % lit.length).dataset.id);
  }
  step(part, dx, dy) {
    const middle = p => { const b = p.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; };
    const [x, y] = middle(part);
    let best = null, least = Infinity;
    for (const other of part.ownerSVGElement.querySelectorAll(".part:not(.trace):not(.ghost)")) {
      if (other === part) continue;
      const [ox, oy] = middle(other), along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx), cost = along + 2.5 * aside;
      if (along > 2 && cost < least) { least = cost; best = other; }
    }
    if (best) this.focus(best.dataset.id);
  }
  zoom(factor, centre) {
    const svg = this.root.querySelector(".endless");
    if (!svg) return;
    const name = svg.dataset.name;
    if (!factor) { delete this.zoomed[name]; return svg.setAttribute("viewBox", this.views[name].join(" ")); }
    const [x, y, w, h] = svg.getAttribute("viewBox").split(" ").map(Number);
    const [cx, cy] = centre || [x + w / 2, y + h / 2], wide = Math.min(6000, Math.max(250, w / factor)), f = wide / w;
    this.look(svg, [cx - (cx - x) * f, cy - (cy - y) * f, wide, h * f]);
  }
  look(svg, view) { this.zoomed[svg.dataset.name] = true; svg.setAttribute("viewBox", view.map(n => n.toFixed(1)).join(" ")); }
  panning() {
    const fingers = new Map();
    let svg, start, from, gap;
    const point = event => { const m = svg.getScreenCTM().inverse(); return [event.clientX * m.a + m.e, event.clientY * m.d + m.f]; };
    this.root.addEventListener("pointerdown", event => {
      svg = event.target.closest(".endless");
      if (!svg) return;
      fingers.set(event.pointerId, event);
      this.dragged = false; from = [event.clientX, event.clientY];
      start = svg.getAttribute("viewBox").split(" ").map(Number);
    });
    addEventListener("pointermove", event => {
      if (!fingers.has(event.pointerId) || !svg) return;
      fingers.set(event.pointerId, event);
      const all = [...fingers.values()];
      if (all.length === 2) {
        const now = Math.hypot(all[0].clientX - all[1].clientX, all[0].clientY - all[1].clientY);
        if (gap) this.zoom(now / gap, point(all[0]));
        gap = now; this.dragged = true;
        return;
      }
      const dx = event.clientX - from[0], dy = event.clientY - from[1];
      if (!this.dragged && Math.hypot(dx, dy) < 8) return;
      this.dragged = true;
      const unit = 1 / svg.getScreenCTM().a;
      this.look(svg, [start[0] - dx * unit, start[1] - dy * unit, start[2], start[3]]);
    });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, event => {
      fingers.delete(event.pointerId); gap = 0;
      if (this.dragged) setTimeout(() => { this.dragged = false; });
    });
    this.root.addEventListener("wheel", event => {
      svg = event.target.closest(".endless");
      if (!svg) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 1.12 : 0.89, point(event));
    }, { passive: false });
  }
}
