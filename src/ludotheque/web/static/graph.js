// The course of a game as a picture: steps where it is proved, a line with its band where it is estimated.
const SVG = "http://www.w3.org/2000/svg";
export const SIGNS = { only: "!", slip: "?!", mistake: "?", blunder: "??", unknown: "·" };
export const TURNING = ["slip", "mistake", "blunder"];
const LOST = { slip: "circle", mistake: "triangle", blunder: "square" };

function draw(tag, attributes, text = "") {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}
const shape = {
  circle: (x, y) => draw("circle", { cx: x, cy: y, r: 6 }),
  triangle: (x, y) => draw("path", { d: `M${x} ${y - 8}l8 14h-16z` }),
  square: (x, y) => draw("rect", { x: x - 6.5, y: y - 6.5, width: 13, height: 13 }),
};

export class Graph {
  constructor(root, seats, words) {
    Object.assign(this, { root, seats, words, courses: [], marks: [], rounds: [], at: 0, last: 1 });
    new ResizeObserver(() => this.paint()).observe(root);
  }
  // `courses`: one list of points a seat drawn, by stop, null where nothing is known.
  show(courses, marks, rounds, last) { Object.assign(this, { courses, marks, rounds, last: Math.max(1, last) }); this.paint(); }
  go(at) { this.at = at; this.cursor(); }
  x(stop) { return this.left + (stop * (this.width - this.left - 14)) / this.last; }
  y(share) { return 20 + (1 - share) * (this.height - 40); }
  stop(clientX) {
    const from = this.root.getBoundingClientRect().left, wide = this.width - this.left - 14;
    return Math.min(this.last, Math.max(0, Math.round(((clientX - from - this.left) * this.last) / wide)));
  }
  paint() {
    this.width = this.root.clientWidth; this.height = this.root.clientHeight;
    if (!this.width) return;
    const estimated = this.courses.flat().some(point => point && !point.proved);
    this.left = estimated ? 46 : 14;
    const svg = draw("svg", { width: this.width, height: this.height, "aria-hidden": "true" });
    this.axis(svg, estimated);
    for (const round of this.rounds) svg.append(draw("line", { class: "round", x1: this.x(round), x2: this.x(round), y1: 20, y2: this.height - 20 }));
    for (const [seat, course] of this.courses.entries()) this.course(svg, seat, course);
    this.flags(svg);
    this.root.replaceChildren(svg);
    this.cursor();
  }
  axis(svg, estimated) {
    for (const share of [0, 0.5, 1]) {
      const y = this.y(share);
      svg.append(draw("line", { class: "rule", x1: this.left, x2: this.width - 14, y1: y, y2: y }));
      if (estimated) svg.append(draw("text", { class: "tick", x: this.left - 6, y: y + 4, "text-anchor": "end" }, `${100 * share} %`));
    }
    if (this.seats.length > 2) return;
    const [one, other] = this.seats.map(seat => `${seat.sign} ${this.words.wins.replace("#", () => seat.name)}`);
    svg.append(draw("text", { class: "word", x: this.left, y: 13 }, one), draw("text", { class: "word", x: this.left, y: this.height - 5 }, other));
    if (!estimated) svg.append(draw("text", { class: "tick", x: this.width - 16, y: this.y(0.5) - 4, "text-anchor": "end" }, this.words.even));
  }
  // Runs of one kind: between what is proved and what is estimated there is only a thread, between rounds nothing.
  runs(course) {
    const runs = [];
    let run = null;
    const fresh = (stop, point) => !run || run.proved !== point.proved || this.rounds.includes(stop);
    for (let stop = 0; stop < course.length; stop += 1) {
      const point = course[stop];
      if (!point) { run = null; continue; }
      const placed = { ...point, x: this.x(stop), y: this.y(point.share) };
      if (fresh(stop, point)) {
        const from = run && !this.rounds.includes(stop) ? run.points.at(-1) : null;
        runs.push((run = { proved: point.proved, points: [], from }));
      }
      run.points.push(placed);
    }
    return runs;
  }
  course(svg, seat, course) {
    const many = this.seats.length > 2, name = many ? ` seat-${seat}` : "";
    const runs = this.runs(course);
    for (const { proved, points, from } of runs) {
      if (from) svg.append(draw("line", { class: "join" + name, x1: from.x, y1: from.y, x2: points[0].x, y2: points[0].y }));
      if (!proved) {
        const top = points.map(p => `${p.x} ${this.y(p.high)}`), bottom = points.map(p => `${p.x} ${this.y(p.low)}`).reverse();
        svg.append(draw("polygon", { class: "band" + name, points: [...top, ...bottom].join(" ") }));
      }
      const path = proved ? points.map((p, i) => (i ? `H${p.x}V${p.y}` : `M${p.x} ${p.y}`)).join("") : points.map((p, i) => `${i ? "L" : "M"}${p.x} ${p.y}`).join("");
      svg.append(draw("path", { class: (proved ? "sure" : "guess") + name, d: path }));
      if (points.length === 1) svg.append(draw("circle", { class: "lone" + name, cx: points[0].x, cy: points[0].y, r: 3 }));
    }
    if (!many) return;
    const points = runs.flatMap(run => run.points), every = Math.max(1, Math.ceil(points.length / 8));
    for (const [index, point] of points.entries()) {
      if ((index + seat) % every === 0 || index === points.length - 1) svg.append(draw("text", { class: "sign-at" + name, x: point.x, y: point.y + 4, "text-anchor": "middle" }, this.seats[seat].sign));
    }
  }
  // Where marks would lie on each other, the worst is drawn and the others are dots.
  flags(svg) {
    const taken = [], bad = Object.keys(LOST);
    for (const { stop, mark, share } of [...this.marks].sort((a, b) => bad.indexOf(b.mark) - bad.indexOf(a.mark))) {
      const x = this.x(stop), y = this.y(share);
      if (taken.some(([tx, ty]) => Math.abs(tx - x) < 20 && Math.abs(ty - y) < 34)) svg.append(draw("circle", { class: "dot-at", cx: x, cy: y, r: 2.5 }));
      else { taken.push([x, y]); this.mark(svg, x, y, mark); }
    }
  }
  mark(svg, x, y, mark) {
    const above = y > 40 ? y - 11 : y + 22, group = draw("g", { class: `mark mark-${mark}` });
    if (LOST[mark]) group.append(shape[LOST[mark]](x, y));
    group.append(draw("text", { x, y: above, "text-anchor": "middle" }, SIGNS[mark]));
    svg.append(group);
  }
  cursor() {
    const svg = this.root.querySelector("svg");
    if (!svg) return;
    svg.querySelector(".cursor")?.remove();
    svg.prepend(draw("rect", { class: "cursor", x: this.x(this.at) - 4, y: 16, width: 8, height: this.height - 32, rx: 4 }));
  }
}
