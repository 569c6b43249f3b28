// What moved between two drawings of a board: pieces glide to their place, or fall and fade.
import { pixelsPerUnit } from "./camera.js";
import { find } from "./dom.js";
import { areaOf, boundsOf, idOf, partOf, partsIn, placeOf } from "./parts.js";

/** @import { PartId } from "./types.d.ts" */

/** @typedef {{ part: SVGGElement, area: string, rect: DOMRect }} Before */

const GLIDE_MS = 220;
const FALL_MS = 240;
// How far a piece falls while it fades: more than its own height, to be seen leaving.
const FALL_HEIGHTS = 1.3;

/**
 * Where every part is on the screen, before the board is drawn anew.
 * @param {HTMLElement} root
 * @returns {Map<PartId, Before>}
 */
export function rememberParts(root) {
  const remembered = partsIn(root).map(part => {
    const before = {
      part,
      area: areaOf(part).dataset.name ?? "",
      rect: part.getBoundingClientRect(),
    };
    return /** @type {const} */ ([idOf(part), before]);
  });
  return new Map(remembered);
}

/**
 * Moves what says which part it was, and lets fall what went nowhere.
 * @param {HTMLElement} root
 * @param {Map<PartId, Before>} before
 */
export function animateFrom(root, before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const part of partsIn(root, "[data-was]")) {
    const from = before.get(part.dataset.was ?? "")?.rect;
    if (from) glide(part, from);
  }
  // All are found before the first falls, since it is then part of the drawing again.
  const gone = [...before.values()].filter(({ part }) => isGone(root, part));
  for (const { part, area } of gone) {
    const svg = find(root, `[data-name="${CSS.escape(area)}"]`, SVGSVGElement);
    if (svg) fall(svg, part);
  }
}

/**
 * @param {SVGGElement} part
 * @param {DOMRect} from
 */
function glide(part, from) {
  const to = part.getBoundingClientRect();
  if (!to.width) return;
  const unit = pixelsPerUnit(areaOf(part));
  const { x, y } = placeOf(part);
  const right = (from.left + from.width / 2 - to.left - to.width / 2) / unit;
  const down = (from.top + from.height / 2 - to.top - to.height / 2) / unit;
  const frames = [{ transform: at(x + right, y + down) }, { transform: at(x, y) }];
  part.animate(frames, { duration: GLIDE_MS, easing: "ease-out" });
}

/**
 * Whether a piece of the last drawing is neither where it was nor anywhere else.
 * @param {HTMLElement} root
 * @param {SVGGElement} part
 */
function isGone(root, part) {
  const same = partOf(root, idOf(part));
  const moved = root.querySelector(`[data-was="${CSS.escape(idOf(part))}"]`);
  return part.classList.contains("piece") && (!same || same.dataset.was) && !moved;
}

/**
 * @param {SVGSVGElement} svg
 * @param {SVGGElement} part
 */
function fall(svg, part) {
  const { x, y, height } = boundsOf(part);
  part.setAttribute("class", "leaving");
  part.setAttribute("aria-hidden", "true");
  for (const name of ["data-id", "tabindex", "role"]) part.removeAttribute(name);
  svg.append(part);
  const low = { transform: at(x, y + FALL_HEIGHTS * height), opacity: 0 };
  const falling = part.animate([{ transform: at(x, y) }, low], {
    duration: FALL_MS,
    easing: "ease-in",
  });
  const remove = () => part.remove();
  falling.finished.then(remove, remove);
}

/**
 * @param {number} x
 * @param {number} y
 */
function at(x, y) {
  return `translate(${x}px, ${y}px)`;
}
