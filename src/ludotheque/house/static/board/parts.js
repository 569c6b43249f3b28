// Parts as drawn: finds them, and returns their ids and their place in the units of their area.
import { around, find, findAll } from "../lib/dom.js";

/** @import { PartId } from "../types.d.ts" */

/** @typedef {{ x: number, y: number, width: number, height: number }} Bounds */

/**
 * @param {ParentNode} within
 * @param {string} [which]
 */
export function partsIn(within, which = "") {
  return findAll(within, `.part${which}`, SVGGElement);
}

/**
 * @param {ParentNode} within
 * @param {PartId} id
 */
export function partOf(within, id) {
  return find(within, `[data-id="${CSS.escape(id)}"]`, SVGGElement);
}

/** @param {EventTarget | null} target */
export function partAround(target) {
  return around(target, ".part", SVGGElement);
}

/**
 * @param {SVGGElement} part
 * @returns {PartId}
 */
export function idOf(part) {
  return part.dataset.id ?? "";
}

/** @param {Element} part */
export function isGhost(part) {
  return part.classList.contains("ghost");
}

/** @param {Element} part */
export function isButton(part) {
  return part.getAttribute("role") === "button";
}

/** @param {SVGElement} part */
export function areaOf(part) {
  return /** @type {SVGSVGElement} */ (part.ownerSVGElement);
}

/**
 * Returns the contents of an area, which are turned sideways with it.
 * @param {SVGSVGElement} area
 */
export function groundOf(area) {
  return find(area, ".ground", SVGGElement) ?? area;
}

/** @param {SVGGElement} part */
export function placeOf(part) {
  const { e, f } = part.transform.baseVal.getItem(0).matrix;
  return { x: e, y: f };
}

/**
 * @param {SVGGElement} part
 * @returns {Bounds}
 */
export function boundsOf(part) {
  const hit = find(part, ".hit", SVGRectElement);
  const [width, height] = [hit?.width, hit?.height].map(length => length?.baseVal.value ?? 0);
  return { ...placeOf(part), width, height };
}

/** @param {SVGGElement} part */
export function middleOf(part) {
  const { x, y, width, height } = boundsOf(part);
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * Returns the part nearest to a point of the screen, or null if none is within the distance.
 * @param {SVGGElement[]} parts
 * @param {{ x: number, y: number }} point
 * @param {number} within in pixels
 */
export function nearestOf(parts, point, within) {
  const found = parts.map(part => ({ part, gap: gapTo(part.getBoundingClientRect(), point) }));
  const near = found.filter(({ gap }) => gap <= within).sort((one, other) => one.gap - other.gap);
  return near[0]?.part ?? null;
}

/**
 * @param {Element} part
 * @returns {[x: number, y: number]}
 */
export function middleOnScreen(part) {
  const { left, top, width, height } = part.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/**
 * @param {DOMRect} rect
 * @param {{ x: number, y: number }} point
 */
function gapTo({ left, right, top, bottom }, { x, y }) {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}
