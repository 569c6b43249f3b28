// The parts that a hint names, each with a ring and a sign: look here, take this, or its order.
import { makeSvg } from "../lib/dom.js";
import { areaOf, boundsOf, groundOf, idOf, isGhost, partOf, partsIn } from "./parts.js";

/** @import { Hint } from "../types.d.ts" */

/** @type {Record<Hint["kind"], string | null>} */
const SIGNS = { where: "?", why: "?", piece: "!", move: null };
// The radius of a mark: a fifth of its part, within limits so that it is legible and hides little.
const [SMALLEST, LARGEST, SHARE] = [9, 17, 1 / 5];

/**
 * Marks the parts of a hint in place of the previous marks; returns those on the board.
 * @param {HTMLElement} root
 * @param {Pick<Hint, "kind" | "parts"> | null} hint
 */
export function showClues(root, hint) {
  for (const mark of root.querySelectorAll(".clue")) mark.remove();
  for (const part of partsIn(root, ".hinted")) part.classList.remove("hinted");
  if (!hint) return [];
  for (const [order, id] of hint.parts.entries()) {
    const part = partOf(root, id);
    part?.classList.add("hinted");
    if (part && !isGhost(part)) drawMark(part, SIGNS[hint.kind] ?? String(order + 1));
  }
  return partsIn(root, ".hinted");
}

/**
 * Draws a disc with a sign at the upper right of a part.
 * @param {SVGGElement} part
 * @param {string} sign
 */
function drawMark(part, sign) {
  const { x, y, width, height } = boundsOf(part);
  const r = Math.max(SMALLEST, Math.min(LARGEST, Math.min(width, height) * SHARE));
  const transform = `translate(${x + width - r / 2} ${y + r / 2})`;
  const mark = makeSvg("g", { class: "clue", "aria-hidden": "true", transform });
  mark.dataset.of = idOf(part);
  const text = makeSvg("text", { "font-size": r * 1.5, dy: ".35em" }, sign);
  mark.append(makeSvg("circle", { r }), text);
  groundOf(areaOf(part)).append(mark);
}
