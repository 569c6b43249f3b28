// Gestures: parts pressed in order, then an action or a word to type. Knows no page and no game.

/** @import { End, Gesture, PartId, TypedStep } from "../types.d.ts" */

/**
 * The result of a press.
 * @typedef {object} Step
 * @property {PartId[]} presses all presses from now on
 * @property {boolean} ledOn whether it continued a gesture
 * @property {boolean} again whether a whole gesture was confirmed by pressing its last part again
 * @property {PartId[] | null} ask presses that lead nowhere, for the house to explain why
 * @property {End | null} end the end of the gesture, if it is complete now
 */

/**
 * Ghosts show where and how a piece can lie; places are what pieces are moved to.
 * @typedef {{ ghosts: Iterable<PartId>, places: Iterable<PartId> }} Roles
 */

/** @type {(end: End) => end is TypedStep} */
export const isTyped = end => typeof end !== "string";

/** The gestures that are possible in one position. */
export class Gestures {
  /**
   * @param {Gesture[]} gestures
   * @param {Roles} roles
   */
  constructor(gestures, { ghosts, places }) {
    this.paths = gestures.map(readPath);
    this.ghosts = new Set(ghosts);
    this.places = new Set(places);
    /** @type {PartId[]} the presses of the gesture that a hint shows */
    this.hinted = [];
  }

  /** Returns every part that occurs in a gesture. */
  parts() {
    return new Set(this.paths.flatMap(path => path.presses));
  }

  /**
   * Returns the parts that can be pressed after these presses.
   * @param {PartId[]} presses
   */
  next(presses) {
    const going = this.paths.filter(
      path => path.presses.length > presses.length && startsWith(path.presses, presses),
    );
    return [...new Set(going.map(path => path.presses[presses.length]))];
  }

  /**
   * Returns the end of a complete gesture, or null.
   * @param {PartId[]} presses
   */
  end(presses) {
    const made = this.paths.find(
      path => path.presses.length === presses.length && startsWith(path.presses, presses),
    );
    return made?.end ?? null;
  }

  /**
   * Returns the result of a press after others. After a complete gesture, presses are taken back
   * until the new one fits.
   * @param {PartId[]} presses
   * @param {PartId} id
   * @returns {Step}
   */
  press(presses, id) {
    const end = this.end(presses);
    if (end === null) return this.#pressed(presses.length ? presses : this.#hintedBefore(id), id);
    if (!isTyped(end) && this.#isLast(presses, id)) return { ...stay(presses), again: true };
    const left = takenBack(presses, before => !this.next(before).includes(id));
    const leadsOn = this.next(left).includes(id);
    // A press that leads nowhere does not interrupt typing; it is only explained.
    if (!leadsOn && isTyped(end)) return stay(presses, [presses[0], id]);
    return this.#pressed(left, id);
  }

  /**
   * Returns the gesture with its last piece turned.
   * @param {PartId[]} presses
   */
  turned(presses) {
    const before = presses.slice(0, -1);
    const ways = this.next(before);
    const turned = ways[(ways.indexOf(presses.at(-1) ?? "") + 1) % ways.length];
    return turned === undefined ? presses : [...before, turned];
  }

  /**
   * Returns how many presses are possible next or, if the gesture is complete, as its last one.
   * @param {PartId[]} presses
   */
  choices(presses) {
    const whole = presses.length > 0 && this.end(presses) !== null;
    return this.next(whole ? presses.slice(0, -1) : presses).length;
  }

  /**
   * Returns the alternatives to the last choice of a gesture that waits to be played.
   * @param {PartId[]} presses
   */
  others(presses) {
    const end = this.end(presses);
    if (end === null || isTyped(end)) return [];
    const before = presses.slice(0, this.ghosts.has(presses.at(-1) ?? "") ? -2 : -1);
    return this.next(before).filter(id => !presses.includes(id));
  }

  /**
   * Whether the first press begins only one gesture.
   * @param {PartId[]} presses
   */
  isOnly(presses) {
    return this.paths.filter(path => path.presses[0] === presses[0]).length === 1;
  }

  /**
   * Returns the presses before the last one that was a choice.
   * @param {PartId[]} presses
   */
  back(presses) {
    return takenBack(presses, left => this.#isNoChoice(left));
  }

  /**
   * Returns the result of a press after an incomplete gesture.
   * @param {PartId[]} presses
   * @param {PartId} id
   * @returns {Step}
   */
  #pressed(presses, id) {
    if (this.next(presses).includes(id)) return this.#onward([...presses, id]);
    if (presses[0] === id) return stay([]);
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
   * Returns the presses before that part in the hint, or none if the part itself begins a gesture.
   * @param {PartId} id
   * @returns {PartId[]}
   */
  #hintedBefore(id) {
    const order = this.next([]).includes(id) ? 0 : this.hinted.indexOf(id);
    return this.hinted.slice(0, Math.max(order, 0));
  }

  /**
   * Returns the presses of the hint if these differ from it only in how the last piece lies.
   * @param {PartId[]} presses
   */
  #asHinted(presses) {
    const last = presses.length - 1;
    const alike = this.hinted.length === presses.length && this.ghosts.has(presses[last]);
    return alike && startsWith(this.hinted, presses.slice(0, last)) ? this.hinted : presses;
  }

  /**
   * Adds the following steps that are no choice.
   * @param {PartId[]} presses
   * @returns {PartId[]}
   */
  #withForced(presses) {
    if (this.end(presses) !== null || !this.#isNoChoice(presses)) return presses;
    const [next] = this.next(presses);
    return this.#isForced(presses, next) ? this.#withForced([...presses, next]) : presses;
  }

  /**
   * Whether the next step is no choice: there is only one, or all are ghosts of a piece that can be
   * turned afterwards.
   * @param {PartId[]} presses
   */
  #isNoChoice(presses) {
    const next = this.next(presses);
    return next.length === 1 || (next.length > 1 && next.every(id => this.ghosts.has(id)));
  }

  /**
   * Whether that part was pressed last, or lies below the ghost that was.
   * @param {PartId[]} presses
   * @param {PartId} id
   */
  #isLast(presses, id) {
    const last = presses.at(-1) ?? "";
    return id === last || (this.ghosts.has(last) && id === presses.at(-2));
  }

  /**
   * Whether a step that is no choice is made automatically: if it shows a ghost or the gesture goes
   * on after it. A last press makes the move, so it is left to the player.
   * @param {PartId[]} presses
   * @param {PartId} id
   */
  #isForced(presses, id) {
    const end = this.end([...presses, id]);
    return end === null || isTyped(end) || this.ghosts.has(id);
  }

  /**
   * Whether the press begins another gesture. A part that would fit here after other presses does
   * not: pressing it is a mistake to explain.
   * @param {PartId[]} presses
   * @param {PartId} id
   */
  #startsOver(presses, id) {
    const first = this.paths.some(path => path.presses[0] === id);
    const here = this.paths.some(path => path.presses[presses.length] === id);
    return first && !here && !this.places.has(id);
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
 * Takes back the last press, then earlier ones while `goesOn` holds for those that are left.
 * @param {PartId[]} presses
 * @param {(left: PartId[]) => boolean} goesOn
 */
function takenBack(presses, goesOn) {
  let left = presses.slice(0, -1);
  while (left.length > 0 && goesOn(left)) left = left.slice(0, -1);
  return left;
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
  return { presses, ledOn: false, again: false, ask, end: null };
}
