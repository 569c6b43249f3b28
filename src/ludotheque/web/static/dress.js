// A part as SVG: where it lies, what it looks like, what it is called.

/** @import { Key, Label, Part, PartId, Role } from "./types.d.ts" */
/** @import { Drawings, WholeLook } from "./drawings.js" */

// The ring around a part lies this far outside, in the units of its area: clear of a thick outline.
const RING_DISTANCE = 5;

/**
 * Makes an element show a part, where it does not show it already.
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
 * What a part is called; its own name is the rest of its id.
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
function insideOf({ art, w, h, radius, ring }, marks, drawings) {
  const [out, more] = [-RING_DISTANCE, 2 * RING_DISTANCE];
  const size = `width="${w + more}" height="${h + more}" rx="${radius + more}"`;
  const drawn = drawings.svg(art ? [art, ...marks] : marks);
  const hit = `<rect class="hit" width="${w}" height="${h}"/>`;
  return `${hit}<g>${drawn}</g><rect class="ring s-${ring}" x="${out}" y="${out}" ${size}/>`;
}
