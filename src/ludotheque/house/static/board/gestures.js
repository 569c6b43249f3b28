// Gestures: parts pressed in order, then an action or something to type. No page, no game.

/** @import { End, Gesture, PartId, TypedStep } from "../types.d.ts" */

/**
 * What a press comes to.
 * @typedef {object} Step
 * @property {PartId[]} presses all presses from now on
 * @property {boolean} ledOn whether it is one more step of a gesture
 * @property {boolean} tookBack whether earlier presses were taken back for it
 * @property {boolean} again whether a whole gesture was confirmed by pressing its last part again
 * @property {PartId[] | null} ask the presses whose mistake the server is to explain
 * @property {End | null} end what the presses mean, if they are a whole gesture now
 */

/**
 * Ghosts lie where something may come to lie; places are what pieces are moved to.
 * @typedef {{ ghosts: Iterable<PartId>, places: Iterable<PartId> }} Roles
 */

/** @type {(end: End) => end is TypedStep} */
export const isTyped = end => typeof end !== "string";

/** Everything that can be pressed in one position. */
export class Gestures {
  /**
   * @param {Gesture[]} gestures
   * @param {Roles} roles
   */
  constructor(gestures, { ghosts, places }) {
    this.paths = gestures.map(readPath);
    this.ghosts = new Set(ghosts);
    this.places = new Set(places);
    /** @type {PartId[]} the presses of a gesture that was hinted at */
    this.hinted = [];
  }

  /** Every part that some gesture names. */
  parts() {
    return new Set(this.paths.flatMap(path => path.presses));
  }

  /**
   * The parts that lead on from these presses.
   * @param {PartId[]} presses
   */
  next(presses) {
    const going = this.paths.filter(
      path => path.presses.length > presses.length && startsWith(path.presses, presses),
    );
    return [...new Set(going.map(path => path.presses[presses.length]))];
  }

  /**
   * What these presses mean if they are a whole gesture.
   * @param {PartId[]} presses
   */
  end(presses) {
    const made = this.paths.find(
      path => path.presses.length === presses.length && startsWith(path.presses, presses),
    );
    return made?.end ?? null;
  }

  /**
   * A press after others. One that follows a whole gesture takes it back as far as it must.
   * @param {PartId[]} presses
   * @param {PartId} id
   * @returns {Step}
   */
  press(presses, id) {
    const end = this.end(presses);
    if (end === null) return this.#pressed(presses.length ? presses : this.#hintedBefore(id), id);
    if (!isTyped(end) && this.#isLast(presses, id)) return { ...stay(presses), again: true };
    const left = this.#rewound(presses, id);
    const leadsOn = this.next(left).includes(id);
    // What is being typed stays if the press leads nowhere: the server explains the press alone.
    if (!leadsOn && isTyped(end)) return { ...stay(presses, [presses[0], id]), tookBack: true };
    return { ...this.#pressed(left, id), tookBack: true };
  }

  /**
   * The same gesture with the next of the ways in which its last piece may lie.
   * @param {PartId[]} presses
   */
  turned(presses) {
    const before = presses.slice(0, -1);
    const ways = this.next(before);
    const turned = ways[(ways.indexOf(presses.at(-1) ?? "") + 1) % ways.length];
    return turned === undefined ? presses : [...before, turned];
  }

  /**
   * How many presses could come next; once the gesture is whole, how many could have been its last.
   * @param {PartId[]} presses
   */
  choices(presses) {
    const whole = presses.length > 0 && this.end(presses) !== null;
    return this.next(whole ? presses.slice(0, -1) : presses).length;
  }

  /**
   * What could be pressed in place of the last choice of a gesture that waits to be played.
   * @param {PartId[]} presses
   */
  others(presses) {
    const end = this.end(presses);
    if (end === null || isTyped(end)) return [];
    const before = presses.slice(0, this.ghosts.has(presses.at(-1) ?? "") ? -2 : -1);
    return this.next(before).filter(id => !presses.includes(id));
  }

  /**
   * Whether nothing else could have followed the first press.
   * @param {PartId[]} presses
   */
  isOnly(presses) {
    return this.paths.filter(path => path.presses[0] === presses[0]).length === 1;
  }

  /**
   * One step back, past every step that was no choice.
   * @param {PartId[]} presses
   */
  back(presses) {
    let left = presses.slice(0, -1);
    while (left.length > 0 && this.#isNoChoice(left)) left = left.slice(0, -1);
    return left;
  }

  /**
   * A press after presses that are not yet a gesture.
   * @param {PartId[]} presses
   * @param {PartId} id
   * @returns {Step}
   */
  #pressed(presses, id) {
    if (this.next(presses).includes(id)) return this.#onward([...presses, id]);
    if (presses[0] === id) return { ...stay([]), tookBack: true };
    if (this.#startsOver(presses, id)) return stay([id]);
    return stay(presses, [...presses, id]);
  }

  /**
   * @param {PartId[]} presses
   * @returns {Step}
   */
  #onward(presses) {
    const made = this.#asHinted(this.#withForced(presses));
    return { ...stay(made), ledOn: true, end: this.end(made) };
  }

  /**
   * The presses that a hint has before that part, unless the part begins a gesture itself.
   * @param {PartId} id
   * @returns {PartId[]}
   */
  #hintedBefore(id) {
    const order = this.next([]).includes(id) ? 0 : this.hinted.indexOf(id);
    return this.hinted.slice(0, Math.max(order, 0));
  }

  /**
   * These presses with the last piece lying as a hint has it, if they are the hint otherwise.
   * @param {PartId[]} presses
   */
  #asHinted(presses) {
    const last = presses.length - 1;
    const alike = this.hinted.length === presses.length && this.ghosts.has(presses[last]);
    return alike && startsWith(this.hinted, presses.slice(0, last)) ? this.hinted : presses;
  }

  /**
   * These presses and the steps after them that are no choice.
   * @param {PartId[]} presses
   * @returns {PartId[]}
   */
  #withForced(presses) {
    if (this.end(presses) !== null || !this.#isNoChoice(presses)) return presses;
    const [next] = this.next(presses);
    return this.#isForced(presses, next) ? this.#withForced([...presses, next]) : presses;
  }

  /**
   * Whether the next step need not be chosen: there is but one, or it is how a piece will lie, which
   * can be turned afterwards.
   * @param {PartId[]} presses
   */
  #isNoChoice(presses) {
    const next = this.next(presses);
    return next.length === 1 || (next.length > 1 && next.every(id => this.ghosts.has(id)));
  }

  /**
   * Whether that part is what a whole gesture ends with, or lies below it.
   * @param {PartId[]} presses
   * @param {PartId} id
   */
  #isLast(presses, id) {
    const last = presses.at(-1) ?? "";
    return id === last || (this.ghosts.has(last) && id === presses.at(-2));
  }

  /**
   * Whether a lone step may be skipped: how a piece lies, or what leaves something to say. Never
   * the last free press, since that one makes the move.
   * @param {PartId[]} presses
   * @param {PartId} id
   */
  #isForced(presses, id) {
    const end = this.end([...presses, id]);
    return end === null || isTyped(end) || this.ghosts.has(id);
  }

  /**
   * Whether the press takes up another piece; what can be this step after others is a mistake to
   * explain.
   * @param {PartId[]} presses
   * @param {PartId} id
   */
  #startsOver(presses, id) {
    const first = this.paths.some(path => path.presses[0] === id);
    const here = this.paths.some(path => path.presses[presses.length] === id);
    return first && !here && !this.places.has(id);
  }

  /**
   * A whole gesture without its last presses, as many as it takes to press this part.
   * @param {PartId[]} presses
   * @param {PartId} id
   */
  #rewound(presses, id) {
    let left = presses.slice(0, -1);
    while (left.length > 0 && !this.next(left).includes(id)) left = left.slice(0, -1);
    return left;
  }
}

/**
 * @param {Gesture} gesture
 * @returns {{ presses: PartId[], end: End }}
 */
function readPath(gesture) {
  const presses = /** @type {PartId[]} */ (gesture.slice(0, -1));
  return { presses, end: /** @type {End} */ (gesture.at(-1)) };
}

/**
 * @param {PartId[]} path
 * @param {PartId[]} presses
 */
function startsWith(path, presses) {
  return presses.every((press, order) => path[order] === press);
}

/**
 * @param {PartId[]} presses
 * @param {PartId[] | null} ask
 * @returns {Step}
 */
function stay(presses, ask = null) {
  return { presses, ledOn: false, tookBack: false, again: false, ask, end: null };
}
