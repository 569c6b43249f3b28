// Draws the course of a game: steps where it is proved, a line with a band where it is estimated.
import { make, makeSvg } from "../lib/dom.js";
import { runsOf, SIGNS, TURNING } from "./course.js";

/** @import { Decision, Mark, ReviewSeat, ReviewWords, Verdict } from "../types.d.ts" */
/** @import { Course, Flag, Run } from "./course.js" */

/** @typedef {Verdict & { x: number, y: number }} Placed */

// Pixels around the curves: for the names above and below, for the last flag, for the scale.
const EDGE_PX = 20;
const RIGHT_PX = 14;
const LEFT_PX = { scale: 46, bare: 14 };
// Flags nearer to each other than this would overlap.
const FLAG_PX = { wide: 20, high: 34 };
// If several curves are drawn, each carries about this many signs of its player.
const SIGNS_PER_CURVE = 8;

/** @type {Partial<Record<Mark, (x: number, y: number) => SVGElement>>} */
const SHAPES = {
  slip: (cx, cy) => makeSvg("circle", { cx, cy, r: 6 }),
  mistake: (x, y) => makeSvg("path", { d: `M${x} ${y - 8}l8 14h-16z` }),
  blunder: (x, y) => makeSvg("rect", { x: x - 6.5, y: y - 6.5, width: 13, height: 13 }),
};

/** The graph of a review, which fills its element. */
export class Graph {
  /**
   * @param {HTMLElement} root
   * @param {ReviewSeat[]} seats
   * @param {ReviewWords} words
   */
  constructor(root, seats, words) {
    this.root = root;
    this.seats = seats;
    this.words = words;
    /** @type {Course[]} */
    this.courses = [];
    /** @type {Flag[]} */
    this.flags = [];
    /** @type {number[]} */
    this.rounds = [];
    this.at = 0;
    this.last = 1;
    this.width = this.height = this.left = 0;
    new ResizeObserver(() => this.#paint()).observe(root);
  }

  /**
   * @param {Course[]} courses
   * @param {Flag[]} flags
   * @param {number[]} rounds
   * @param {number} last
   */
  show(courses, flags, rounds, last) {
    Object.assign(this, { courses, flags, rounds, last: Math.max(1, last) });
    this.#paint();
  }

  /** @param {number} at */
  go(at) {
    this.at = at;
    this.#drawCursor();
  }

  /**
   * Returns the stop nearest to a place on the screen.
   * @param {number} clientX
   */
  stopAt(clientX) {
    const along = clientX - this.root.getBoundingClientRect().left - this.left;
    return Math.min(this.last, Math.max(0, Math.round((along * this.last) / this.#span())));
  }

  #span() {
    return this.width - this.left - RIGHT_PX;
  }

  /** @param {number} stop */
  #x(stop) {
    return this.left + (stop * this.#span()) / this.last;
  }

  /** @param {number} share */
  #y(share) {
    return EDGE_PX + (1 - share) * (this.height - 2 * EDGE_PX);
  }

  #paint() {
    this.width = this.root.clientWidth;
    this.height = this.root.clientHeight;
    if (!this.width) return;
    const estimated = this.courses.flat().some(point => point && !point.proved);
    this.left = estimated ? LEFT_PX.scale : LEFT_PX.bare;
    const { width, height } = this;
    const svg = makeSvg("svg", { width, height, "aria-hidden": "true" });
    svg.append(...this.#scale(estimated), ...this.#names(), ...this.#roundLines());
    for (const [seat, course] of this.courses.entries()) svg.append(...this.#curve(seat, course));
    svg.append(...this.#allFlags());
    this.root.replaceChildren(svg);
    this.#drawCursor();
  }

  /** @param {boolean} estimated */
  #scale(estimated) {
    const right = this.width - RIGHT_PX;
    const drawn = [0, 0.5, 1].flatMap(share => {
      const y = this.#y(share);
      const line = makeSvg("line", { class: "rule", x1: this.left, x2: right, y1: y, y2: y });
      return estimated ? [line, tick(this.left - 6, y + 4, `${100 * share} %`)] : [line];
    });
    const level = !estimated && this.seats.length === 2;
    if (level) drawn.push(tick(right - 2, this.#y(0.5) - 4, this.words.even));
    return drawn;
  }

  /** With two players: who wins at the top, and who at the bottom. */
  #names() {
    if (this.seats.length > 2) return [];
    return this.seats.map(({ sign, name }, seat) => {
      const y = seat === 0 ? 13 : this.height - 5;
      const text = `${sign} ${this.words.wins.replace("#", () => name)}`;
      return makeSvg("text", { class: "word", x: this.left, y }, text);
    });
  }

  #roundLines() {
    const [y1, y2] = [EDGE_PX, this.height - EDGE_PX];
    return this.rounds.map(round => {
      const x = this.#x(round);
      return makeSvg("line", { class: "round", x1: x, x2: x, y1, y2 });
    });
  }

  /**
   * @param {number} seat
   * @param {Course} course
   */
  #curve(seat, course) {
    const placed = course.map(
      (point, stop) => point && { ...point, x: this.#x(stop), y: this.#y(point.share) },
    );
    const owner = this.seats.length > 2 ? ` seat-${seat}` : "";
    const drawn = runsOf(placed, this.rounds).flatMap(run => this.#run(run, owner));
    return owner ? [...drawn, ...this.#signs(seat, owner, placed)] : drawn;
  }

  /**
   * @param {Run<Placed>} run
   * @param {string} owner
   */
  #run({ proved, points, from }, owner) {
    const [first] = points;
    const ends = from && { x1: from.x, y1: from.y, x2: first.x, y2: first.y };
    const line = { class: (proved ? "sure" : "guess") + owner, d: pathOf(points, proved) };
    const lone = { class: `lone${owner}`, cx: first.x, cy: first.y, r: 3 };
    return [
      ...(ends ? [makeSvg("line", { class: `join${owner}`, ...ends })] : []),
      ...(proved ? [] : [this.#band(points, owner)]),
      makeSvg("path", line),
      ...(points.length === 1 ? [makeSvg("circle", lone)] : []),
    ];
  }

  /**
   * Draws the interval of an estimate.
   * @param {Placed[]} points
   * @param {string} owner
   */
  #band(points, owner) {
    const top = points.map(({ x, share, high }) => `${x} ${this.#y(high ?? share)}`);
    const bottom = points.map(({ x, share, low }) => `${x} ${this.#y(low ?? share)}`).reverse();
    return makeSvg("polygon", { class: `band${owner}`, points: [...top, ...bottom].join(" ") });
  }

  /**
   * Draws signs of a player along a curve, at other stops than those of the other players.
   * @param {number} seat
   * @param {string} owner
   * @param {(Placed | null)[]} course
   */
  #signs(seat, owner, course) {
    const points = course.filter(point => point !== null);
    const every = Math.max(1, Math.ceil(points.length / SIGNS_PER_CURVE));
    const signed = points.filter(
      (_, order) => (order + seat) % every === 0 || order === points.length - 1,
    );
    return signed.map(({ x, y }) => {
      const place = { x, y: y + 4, "text-anchor": "middle" };
      return makeSvg("text", { class: `sign-at${owner}`, ...place }, this.seats[seat].sign);
    });
  }

  /** Draws the flags; where some would overlap, only the worst, and the others as dots. */
  #allFlags() {
    /** @type {{ x: number, y: number }[]} */
    const drawn = [];
    const rank = (/** @type {Flag} */ flag) => TURNING.indexOf(flag.mark);
    const worstFirst = [...this.flags].sort((one, other) => rank(other) - rank(one));
    return worstFirst.map(({ stop, mark, share }) => {
      const [x, y] = [this.#x(stop), this.#y(share)];
      const { wide, high } = FLAG_PX;
      const covered = drawn.some(o => Math.abs(o.x - x) < wide && Math.abs(o.y - y) < high);
      if (covered) return makeSvg("circle", { class: "dot-at", cx: x, cy: y, r: 2.5 });
      drawn.push({ x, y });
      return flagAt(x, y, mark);
    });
  }

  #drawCursor() {
    const svg = this.root.querySelector("svg");
    if (!svg) return;
    svg.querySelector(".cursor")?.remove();
    const [x, height] = [this.#x(this.at) - 4, this.height - 32];
    svg.prepend(makeSvg("rect", { class: "cursor", x, y: 16, width: 8, height, rx: 4 }));
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
function tick(x, y, text) {
  return makeSvg("text", { class: "tick", x, y, "text-anchor": "end" }, text);
}

/**
 * Returns the path through points: steps if they are proved, straight lines if they are estimated.
 * @param {Placed[]} points
 * @param {boolean} proved
 */
function pathOf([first, ...others], proved) {
  const onward = others.map(({ x, y }) => (proved ? `H${x}V${y}` : `L${x} ${y}`));
  return `M${first.x} ${first.y}${onward.join("")}`;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {Mark} mark
 */
function flagAt(x, y, mark) {
  const flag = makeSvg("g", { class: `mark mark-${mark}` });
  const shape = SHAPES[mark]?.(x, y);
  const above = y > 40 ? y - 11 : y + 22;
  const sign = makeSvg("text", { x, y: above, "text-anchor": "middle" }, SIGNS[mark]);
  flag.append(...(shape ? [shape] : []), sign);
  return flag;
}

/**
 * Creates an entry for each kind of line and mark in the graph.
 * @param {Course[]} courses
 * @param {Decision[]} decisions
 * @param {ReviewSeat[]} seats
 * @param {ReviewWords} words
 */
export function legend(courses, decisions, seats, words) {
  const points = courses.flat().filter(point => point !== null);
  const owners = seats.map(({ sign, name }, n) => sample(`guess seat-${n}`, `${sign} ${name}`));
  const marks = TURNING.filter(mark => decisions.some(decision => decision.mark === mark));
  return [
    ...(seats.length > 2 ? owners : []),
    ...(points.some(point => point.proved) ? [sample("sure", words.proved)] : []),
    ...(points.some(point => !point.proved) ? [sample("guess", words.estimated)] : []),
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
function sample(kind, text) {
  const item = make("span");
  const drawn = `<path class="${kind}" d="M2 7H32"/>`;
  item.innerHTML = `<svg width="34" height="14" aria-hidden="true">${drawn}</svg>`;
  item.append(text);
  return item;
}
