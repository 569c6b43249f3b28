// Views of a table: builds each from the previous one and a step. Knows no page and no game.

/** @import { Area, AreaChange, End, Family, FamilyTree, Gesture, Ghosts } from "../types.d.ts" */
/** @import { Leaf, MoveLine, Part, PartId, Sound, Step, Steps, View } from "../types.d.ts" */

/**
 * A gesture of a family: the rest of each press after the common beginning, and the tree's leaf.
 * @typedef {{ rests: string[], leaf: Leaf }} Row
 */

/** Holds the newest view, and applies messages to it. */
export class Holder {
  /** @param {View} view */
  constructor(view) {
    this.view = view;
    /** Whether steps are missing, so that a whole view is needed. */
    this.lost = false;
  }

  /** The last known event, or null if a whole view is needed. */
  get since() {
    return this.lost ? null : this.view.seq;
  }

  /**
   * Returns the view after each step; none if they are known, or do not follow the newest view.
   * @param {Pick<Steps, "from" | "steps">} message
   * @returns {View[]}
   */
  takeSteps({ from, steps }) {
    const last = steps.at(-1)?.seq ?? from;
    if (this.lost || last <= this.view.seq) return [];
    this.lost = from !== this.view.seq;
    return this.lost ? [] : steps.map(step => (this.view = merged(this.view, step)));
  }

  /**
   * Takes a whole view; returns it unless a newer one is known.
   * @param {View} view
   * @returns {View[]}
   */
  takeWhole(view) {
    this.lost = false;
    if (view.seq < this.view.seq) return [];
    this.view = view;
    return [view];
  }
}

/**
 * Whether moves were made rather than taken back.
 * @param {Pick<View, "moves">} before
 * @param {Pick<View, "moves">} after
 */
export function hasMoved(before, after) {
  return (after.moves.at(-1)?.n ?? 0) > (before.moves.at(-1)?.n ?? 0);
}

/**
 * Returns the sound for the change from one view to another, or null.
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
 * Returns the view after a step; what does not change stays the same object.
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
 * Merges objects by key, and lists with an object by index; replaces anything else.
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
 * Returns the lines up to a move, followed by the new ones.
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
 * Expands families to a list of gestures, as a whole view has them.
 * @param {Family[]} families
 * @returns {Gesture[]}
 */
export function readGestures(families) {
  return families.flatMap(family =>
    rowsOf(family).map(({ rests, leaf }) => [
      ...pressesOf(family, rests),
      endOf(family, rests, leaf),
    ]),
  );
}

/**
 * Returns the ghosts that gestures end with, each over the part pressed before it.
 * @param {Family[]} families
 * @returns {Ghosts}
 */
export function readGhosts(families) {
  const ghostly = families.filter(family => family.ghosts);
  const rows = ghostly.flatMap(family =>
    rowsOf(family).map(({ rests, leaf }) => {
      const [over, ghost] = pressesOf(family, rests).slice(-2);
      return [ghost, [leaf, over]];
    }),
  );
  return Object.fromEntries(rows);
}

/**
 * Returns the gestures of a family, which are sent as a tree.
 * @param {Family} family
 * @returns {Row[]}
 */
function rowsOf({ tree, steps }) {
  return branches(tree, steps.length, []);
}

/**
 * @param {FamilyTree} tree
 * @param {number} levels
 * @param {string[]} rests
 * @returns {Row[]}
 */
function branches(tree, levels, rests) {
  if (levels === 0) return [{ rests, leaf: /** @type {Leaf} */ (tree) }];
  // A list of rests has no leaves: the action follows from the presses alone.
  const below = Array.isArray(tree) ? tree.map(rest => [rest, ""]) : Object.entries(tree);
  return below.flatMap(([rest, branch]) => branches(branch, levels - 1, [...rests, rest]));
}

/**
 * @param {Family} family
 * @param {string[]} rests
 */
function pressesOf({ steps }, rests) {
  return rests.map((rest, order) => steps[order] + rest);
}

/**
 * @param {Family} family
 * @param {string[]} rests
 * @param {Leaf} leaf
 * @returns {End}
 */
function endOf({ action: pattern, typed }, rests, leaf) {
  const action = pattern.replace(/\{(\d+)\}/g, (_, order) => rests[order]);
  return typed ? { action, initial: leaf[0], letters: leaf, ...typed } : action;
}
