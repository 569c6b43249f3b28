// Animates the change from one view to the next: pieces glide to their place, or fall and fade.
import { find } from "../lib/dom.js";
import { areaOf, boundsOf, groundOf, partOf, placeOf } from "./parts.js";

/** @import { Area, Key, PartId } from "../types.d.ts" */

/** @typedef {{ area: string, id: PartId }} Fallen */

const GLIDE_MS = 220;
const FALL_MS = 240;
// How far a piece falls while it fades, in heights of the piece.
const FALL_HEIGHTS = 1.3;

/**
 * Maps the parts of a view that came from another part to that part.
 * @param {Area[]} areas
 * @returns {Map<PartId, PartId>}
 */
export function originsIn(areas) {
  const parts = areas.flatMap(area => area.parts);
  return new Map(parts.flatMap(([id, , , , , was]) => (was ? [[id, was]] : [])));
}

/**
 * Maps the parts that move between two views to the part they came from. If moves are taken back,
 * the movements of the earlier view are reversed.
 * @param {Area[]} before
 * @param {Area[]} after
 * @param {boolean} undone
 * @returns {Map<PartId, PartId>}
 */
function originsBetween(before, after, undone) {
  if (!undone) return originsIn(after);
  return new Map([...originsIn(before)].map(([id, was]) => [was, id]));
}

/**
 * Returns the pieces that disappear between two views.
 * @param {Area[]} before
 * @param {Area[]} after
 * @param {(look: Key) => boolean} isPiece
 * @param {boolean} [undone]
 * @returns {Fallen[]}
 */
export function fallenBetween(before, after, isPiece, undone = false) {
  const origins = originsBetween(before, after, undone);
  const moved = new Set(origins.values());
  const here = new Set(after.flatMap(area => area.parts).map(([id]) => id));
  const stays = (/** @type {PartId} */ id) => moved.has(id) || (here.has(id) && !origins.has(id));
  return before.flatMap(({ name, parts }) => {
    const fallen = parts.filter(([id, look]) => isPiece(look) && !stays(id));
    return fallen.map(([id]) => ({ area: name, id }));
  });
}

/**
 * Notes where moving parts are; returns a function that animates them once the next view is drawn.
 * @param {HTMLElement} root
 * @param {Area[]} before
 * @param {Area[]} after
 * @param {(look: Key) => boolean} isPiece
 * @param {boolean} undone
 * @returns {() => void}
 */
export function prepareMovement(root, before, after, isPiece, undone) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  const glides = [...originsBetween(before, after, undone)].flatMap(([id, was]) => {
    const part = partOf(root, was);
    return part ? [{ id, from: part.getBoundingClientRect() }] : [];
  });
  const falls = fallenBetween(before, after, isPiece, undone).flatMap(({ area, id }) => {
    const part = partOf(root, id);
    return part ? [{ area, shape: leaving(part) }] : [];
  });
  return () => {
    for (const { id, from } of glides) glide(partOf(root, id), from);
    for (const { area, shape } of falls) {
      fall(find(root, `#${CSS.escape(area)}`, SVGSVGElement), shape);
    }
  };
}

/**
 * @param {SVGGElement | null} part
 * @param {DOMRect} from
 */
function glide(part, from) {
  const to = part?.getBoundingClientRect();
  if (!part || !to?.width) return;
  const { x, y } = placeOf(part);
  const right = from.left + from.width / 2 - to.left - to.width / 2;
  const down = from.top + from.height / 2 - to.top - to.height / 2;
  const back = wayOn(groundOf(areaOf(part)), right, down);
  const frames = [{ transform: at(x + back.x, y + back.y) }, { transform: at(x, y) }];
  part.animate(frames, { duration: GLIDE_MS, easing: "ease-out" });
}

/**
 * Converts a distance on the screen to the units and directions of an area, which may be sideways.
 * @param {SVGGraphicsElement} ground
 * @param {number} right
 * @param {number} down
 */
function wayOn(ground, right, down) {
  return new DOMPoint(right, down, 0, 0).matrixTransform(ground.getScreenCTM()?.inverse());
}

/**
 * Copies the picture of a part that is about to disappear.
 * @param {SVGGElement} part
 */
function leaving(part) {
  const shape = /** @type {SVGGElement} */ (part.cloneNode(true));
  shape.setAttribute("class", "leaving");
  shape.setAttribute("aria-hidden", "true");
  for (const name of ["data-id", "data-was", "tabindex", "role"]) shape.removeAttribute(name);
  return shape;
}

/**
 * @param {SVGSVGElement | null} svg
 * @param {SVGGElement} shape
 */
function fall(svg, shape) {
  if (!svg) return;
  groundOf(svg).append(shape);
  const { x, y, height } = boundsOf(shape);
  const low = { transform: at(x, y + FALL_HEIGHTS * height), opacity: 0 };
  const falling = shape.animate([{ transform: at(x, y) }, low], {
    duration: FALL_MS,
    easing: "ease-in",
  });
  const remove = () => shape.remove();
  falling.finished.then(remove, remove);
}

/**
 * @param {number} x
 * @param {number} y
 */
function at(x, y) {
  return `translate(${x}px, ${y}px)`;
}
