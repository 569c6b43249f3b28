// Gestures as steps tell them: those whose presses begin alike are a family, written as a tree.

/** @import { End, Family, FamilyTree, Gesture, Ghosts, Leaf } from "./types.d.ts" */

/** @typedef {{ rests: string[], leaf: Leaf }} Row */

/**
 * Gestures as a whole view lists them, in the order in which the trees are walked.
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
 * The ghosts that gestures end with, each over the part that is pressed before it.
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
 * The gestures of a family: each press without what it begins with, and what is said of the gesture.
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
  // Below a list of rests there is nothing to say: the action is made of the presses alone.
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
