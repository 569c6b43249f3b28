// A part as SVG: where it lies, what it looks like, what it is called.

/** @import { Key, Look, Part } from "./types.d.ts" */
/** @import { Drawings } from "./drawings.js" */

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
  const [, key, x, y, marks = [], was = ""] = part;
  element.setAttribute("transform", `translate(${x} ${y})`);
  if (was) element.dataset.was = was;
  else delete element.dataset.was;
  const look = drawings.look(key);
  const sameLook = key === before?.[1];
  if (!sameLook) name(element, look, before && drawings.look(before[1]));
  if (sameLook && marks.join() === (before[4] ?? []).join()) return;
  element.innerHTML = insideOf(look, marks, drawings);
}

/**
 * @param {SVGGElement} element
 * @param {Look} look
 * @param {Look | null} before
 */
function name(element, { role, label }, before) {
  if (before) element.classList.remove(before.role);
  element.classList.add(role);
  element.setAttribute("aria-label", label);
  if (role === "trace") element.setAttribute("aria-hidden", "true");
  else element.removeAttribute("aria-hidden");
}

/**
 * @param {Look} look
 * @param {Key[]} marks
 * @param {Drawings} drawings
 */
function insideOf({ art, w, h, radius, ring }, marks, drawings) {
  const [out, more] = [-RING_DISTANCE, 2 * RING_DISTANCE];
  const size = `width="${w + more}" height="${h + more}" rx="${radius + more}"`;
  const drawn = drawings.svg(art ? [art, ...marks] : marks);
  const hit = `<rect class="hit" width="${w}" height="${h}"/>`;
  return `${hit}${drawn}<rect class="ring s-${ring}" x="${out}" y="${out}" ${size}/>`;
}
