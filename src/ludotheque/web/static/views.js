// Views of a table: each is made of the one before and a step. No page, no game.
import { readGestures, readGhosts } from "./families.js";

/** @import { Area, AreaChange, Ghosts, Key, MoveLine, Part, PartId } from "./types.d.ts" */
/** @import { Sound, Step, Steps, View } from "./types.d.ts" */

/** The newest view that is known, and what messages make of it. */
export class Holder {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** Whether steps are missing, so that only a whole view is of use. */
    this.lost = false;
  }

  /** The last event that is known; none if the whole view must be told. */
  get since() {
    return this.lost ? null : this.view.seq;
  }

  /**
   * The views that steps lead to, one for each; none if they are known, or lead on from elsewhere.
   * @param {Pick<Steps, "from" | "steps">} message
   * @returns {View[]}
   */
  takeSteps({ from, steps }) {
    const last = steps.at(-1)?.seq ?? from;
    if (this.lost || last <= this.view.seq) return [];
    this.lost = from !== this.view.seq;
    return this.lost ? [] : steps.map(step => this.#hold(merged(this.view, step)));
  }

  /**
   * The view to show, unless a later one is known.
   * @param {View} view
   * @returns {View[]}
   */
  takeWhole(view) {
    this.lost = false;
    return view.seq < this.view.seq ? [] : [this.#hold(view)];
  }

  /** @param {View} view */
  #hold(view) {
    this.view = view;
    return view;
  }
}

/**
 * Whether moves were made, not taken back.
 * @param {Pick<View, "moves">} before
 * @param {Pick<View, "moves">} after
 */
export function hasMoved(before, after) {
  return (after.moves.at(-1)?.n ?? 0) > (before.moves.at(-1)?.n ?? 0);
}

/**
 * What is heard when one view follows another.
 * @param {Pick<View, "over" | "moves" | "can">} before
 * @param {Pick<View, "over" | "moves" | "can">} after
 * @returns {Sound | null}
 */
export function soundBetween(before, after) {
  if (after.over && !before.over) return "end";
  if (hasMoved(before, after)) return "place";
  return after.can.act && !before.can.act ? "turn" : null;
}

/**
 * Whether moves were taken back.
 * @param {Pick<View, "moves">} before
 * @param {Pick<View, "moves">} after
 */
export function isUndone(before, after) {
  return (after.moves.at(-1)?.n ?? 0) < (before.moves.at(-1)?.n ?? 0);
}

/**
 * The view after a step; whatever stays is the same object as before.
 * @param {View} view
 * @param {Step} step
 * @returns {View}
 */
export function merged(view, step) {
  return {
    .../** @type {View} */ (mergedFact(view, step.facts ?? {})),
    seq: step.seq,
    moves: step.moves ? mergedMoves(view.moves, step.moves) : view.moves,
    gestures: step.gestures ? readGestures(step.gestures) : view.gestures,
    ghosts: step.gestures ? readGhosts(step.gestures) : view.ghosts,
    symbols: joined(view.symbols, step.symbols),
    drawings: joined(view.drawings, step.drawings),
    looks: joined(view.looks, step.looks),
    prompts: joined(view.prompts, step.prompts),
    areas: step.areas || step.order ? mergedAreas(view.areas, step) : view.areas,
  };
}

/**
 * Objects are merged key by key, and lists by number; anything else is replaced.
 * @param {unknown} fact
 * @param {unknown} change
 * @returns {unknown}
 */
function mergedFact(fact, change) {
  if (!isObject(fact) || !isObject(change) || Array.isArray(change)) return change;
  const old = /** @type {Record<string, unknown>} */ (fact);
  const news = Object.entries(change).map(([key, value]) => [key, mergedFact(old[key], value)]);
  return Object.assign(Array.isArray(fact) ? [...fact] : { ...fact }, Object.fromEntries(news));
}

/** @type {(value: unknown) => value is object} */
const isObject = value => typeof value === "object" && value !== null;

/**
 * The lines up to a move, then those after it.
 * @param {MoveLine[]} moves
 * @param {[number, ...MoveLine[]]} change
 */
function mergedMoves(moves, [upTo, ...lines]) {
  return [...moves.filter(({ n }) => n <= upTo), ...lines];
}

/**
 * @template T
 * @param {Record<string, T>} known
 * @param {Record<string, T>} [more]
 */
function joined(known, more) {
  return more ? { ...known, ...more } : known;
}

/**
 * @param {Area[]} areas
 * @param {Step} step
 */
function mergedAreas(areas, { areas: changes = {}, order }) {
  const known = new Map(areas.map(area => [area.name, area]));
  const names = order ?? areas.map(area => area.name);
  return names.map(name => mergedArea(known.get(name), changes[name] ?? {}));
}

/**
 * @param {Area | undefined} area
 * @param {Area | AreaChange} change
 * @returns {Area}
 */
function mergedArea(area, change) {
  if (!area || "parts" in change) return /** @type {Area} */ (change);
  if (Object.keys(change).length === 0) return area;
  const { gone, changed, came, sorted, ...rest } = change;
  const moved = gone || changed || came || sorted;
  return { ...area, ...rest, parts: moved ? mergedParts(area.parts, change) : area.parts };
}

/**
 * @param {Part[]} parts
 * @param {AreaChange} change
 */
function mergedParts(parts, { gone = [], changed = [], came = [], sorted }) {
  const [left, news] = [new Set(gone), byId(changed)];
  const stayed = parts.filter(([id]) => !left.has(id));
  const all = stayed.map(part => news.get(part[0]) ?? part);
  for (const [index, ...part] of came) all.splice(index, 0, part);
  return sorted ? inOrder(all, sorted) : all;
}

/**
 * @param {Part[]} parts
 * @param {PartId[]} ids
 */
function inOrder(parts, ids) {
  const known = byId(parts);
  return ids.map(id => /** @type {Part} */ (known.get(id)));
}

/** @param {Part[]} parts */
function byId(parts) {
  return new Map(parts.map(part => [part[0], part]));
}

/**
 * Areas with the ghosts among their parts, after all others and where those lie that they are over.
 * @param {Area[]} areas
 * @param {Ghosts} ghosts
 * @returns {Area[]}
 */
export function withGhosts(areas, ghosts) {
  const all = Object.entries(ghosts);
  return areas.map(area => {
    const known = byId(area.parts);
    const own = all.flatMap(([id, [look, over]]) => ghostOver(id, look, known.get(over)));
    return own.length ? { ...area, parts: [...area.parts, ...own] } : area;
  });
}

/**
 * @param {PartId} id
 * @param {Key} look
 * @param {Part | undefined} over
 * @returns {Part[]}
 */
function ghostOver(id, look, over) {
  return over ? [[id, look, over[2], over[3]]] : [];
}
