// Ghosts that would lie on top of each other, offered side by side below the board.
import { button, makeSvg } from "./dom.js";
import { boundsOf, idOf } from "./parts.js";

/** @import { PartId } from "./types.d.ts" */

/**
 * One button for each ghost; looking at one shows it on the board.
 * @param {SVGGElement[]} ghosts
 * @param {{ press: (id: PartId) => void, preview: (ghost: SVGGElement) => void }} on
 */
export function choiceButtons(ghosts, on) {
  return ghosts.map(ghost => {
    const label = ghost.getAttribute("aria-label") ?? "";
    const made = button("", () => on.press(idOf(ghost)), { "aria-label": label });
    made.dataset.choice = idOf(ghost);
    made.append(pictureOf(ghost));
    for (const enter of ["pointerenter", "focus"]) {
      made.addEventListener(enter, () => on.preview(ghost));
    }
    return made;
  });
}

/**
 * A ghost as it will lie, no longer faint.
 * @param {SVGGElement} ghost
 */
function pictureOf(ghost) {
  const { width, height } = boundsOf(ghost);
  const picture = makeSvg("svg", { viewBox: `0 0 ${width} ${height}` });
  for (const drawing of ghost.querySelectorAll("use")) {
    picture.append(drawing.cloneNode(true));
  }
  return picture;
}
