// A part as SVG: its position, look and label.

/** @import { Key, Label, Part, PartId, Role } from "../types.d.ts" */
/** @import { Drawings, WholeLook } from "./drawings.js" */

// In units of the area. The ring around a part lies outside it, clear of a thick outline; that of a
// cell lies inside, so that it does not cover neighbouring cells. A press just outside a cell still
// counts, since the cells of a large board are small.
const [RING_DISTANCE, RING_OF_CELL, NEAR_CELL] = [5, -9, 5];

/**
 * Makes an element show a part, changing only what differs from before.
 * @param {SVGGElement} element
 * @param {Part} part
 * @param {Part | null} before the part that the element shows so far
 * @param {Drawings} drawings
 */
export function dressPart(element, part, before, drawings) {
  if (part === before) return;
  const [id, key, x, y, marks = [], was = ""] = part;
  element.setAttribute("transform", `translate(${x} ${y})`);
  if (was) element.dataset.was = was;
  else delete element.dataset.was;
  const look = drawings.look(key);
  const sameLook = key === before?.[1];
  if (!sameLook) setRole(element, look.role, before && drawings.look(before[1]).role);
  if (!sameLook) element.setAttribute("aria-label", labelOf(look.label, id));
  if (sameLook && marks.join() === (before[4] ?? []).join()) return;
  element.innerHTML = insideOf(look, marks, drawings);
}

/**
 * @param {SVGGElement} element
 * @param {Role} role
 * @param {Role | null} before
 */
function setRole(element, role, before) {
  if (before) element.classList.remove(before);
  element.classList.add(role);
  if (role === "trace") element.setAttribute("aria-hidden", "true");
  else element.removeAttribute("aria-hidden");
}

/**
 * Returns the label of a part; one in two pieces goes around the rest of the part's id.
 * @param {Label} label
 * @param {PartId} id
 */
export function labelOf(label, id) {
  if (typeof label === "string") return label;
  return label.join(id.slice(id.indexOf("-") + 1));
}

/**
 * @param {WholeLook} look
 * @param {Key[]} marks
 * @param {Drawings} drawings
 */
function insideOf({ art, w, h, role, radius, ring }, marks, drawings) {
  const isCell = role === "place" && h < 2 * w; // not a column, which pieces fill
  const [ringAt, hitAt] = isCell ? [RING_OF_CELL, NEAR_CELL] : [RING_DISTANCE, 0];
  const rect = (/** @type {string} */ kind, /** @type {number} */ out, rx = 0) =>
    `<rect class="${kind}" x="${-out}" y="${-out}" width="${w + 2 * out}" height="${h + 2 * out}" rx="${rx}"/>`;
  const drawn = drawings.svg(art ? [art, ...marks] : marks);
  const rounded = Math.max(radius + ringAt, 4);
  return `${rect("hit", hitAt)}<g>${drawn}</g>${rect(`ring s-${ring}`, ringAt, rounded)}`;
}
