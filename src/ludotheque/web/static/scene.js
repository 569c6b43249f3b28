// The areas of a board as SVG, and what is lit, chosen or joined by threads in them.
import { find, findAll, makeSvg } from "./dom.js";
import { areaOf, idOf, middleOf, partOf, partsIn } from "./parts.js";

/** @import { Area, PartId } from "./types.d.ts" */
/** @import { Camera } from "./camera.js" */

// A board this much higher than wide has everything else beside it.
const TALL = 1.3;

/** Everything that lies on the table. */
export class Scene {
  /**
   * @param {HTMLElement} root
   * @param {Camera} camera
   */
  constructor(root, camera) {
    this.root = root;
    this.camera = camera;
  }

  /** @param {Area[]} areas */
  draw(areas) {
    const names = areas.map(area => area.name);
    for (const svg of findAll(this.root, ":scope > svg", SVGSVGElement)) {
      if (!names.includes(svg.dataset.name ?? "")) svg.remove();
    }
    for (const area of areas) this.#drawArea(area);
  }

  /** @param {PartId} id */
  part(id) {
    return partOf(this.root, id);
  }

  /**
   * @param {"ghost" | "place"} role
   * @returns {PartId[]}
   */
  idsOf(role) {
    return partsIn(this.root, `.${role}`).map(idOf);
  }

  /** The parts that were elsewhere before the last move. */
  moved() {
    return partsIn(this.root, "[data-was]");
  }

  /**
   * @param {PartId[]} next
   * @param {PartId[]} pressed
   */
  light(next, pressed) {
    this.root.classList.toggle("begun", pressed.length > 0);
    for (const part of partsIn(this.root)) {
      const chosen = pressed.includes(idOf(part));
      part.classList.toggle("lit", next.includes(idOf(part)));
      part.classList.toggle("chosen", chosen);
      if (part.getAttribute("role") === "button") part.setAttribute("aria-pressed", String(chosen));
    }
  }

  /**
   * Shows one of several ghosts that would lie on top of each other.
   * @param {SVGGElement} ghost
   */
  preview(ghost) {
    for (const other of partsIn(this.root, ".ghost.shown")) other.classList.remove("shown");
    ghost.classList.add("shown");
  }

  /**
   * Joins parts by lines, in place of those before.
   * @param {[PartId, PartId][]} pairs
   */
  thread(pairs) {
    for (const old of this.root.querySelectorAll(".thread")) old.remove();
    for (const [order, [one, other]] of pairs.entries()) {
      const ends = [this.part(one), this.part(other)].filter(part => part !== null);
      if (ends.length === 2) joinParts(ends[0], ends[1], `thread thread-${order}`);
    }
  }

  /** @param {Area} area */
  #drawArea(area) {
    const svg = this.#svgOf(area);
    this.root.append(svg);
    svg.setAttribute("aria-label", area.label);
    const [, , width, height] = area.box;
    const tall = height > TALL * width;
    if (area.name === "board") this.root.parentElement?.classList.toggle("tall", tall);
    this.camera.fit(svg, area);
    svg.innerHTML = area.svg;
    const solid = ".part:not(.trace):not(.ghost)";
    const first = svg.querySelector('.part[role="button"]') ?? svg.querySelector(solid);
    first?.setAttribute("tabindex", "0");
  }

  /** @param {Area} area */
  #svgOf({ name, endless }) {
    const drawn = find(this.root, `:scope > [data-name="${CSS.escape(name)}"]`, SVGSVGElement);
    const kind = `area area-${name}${endless ? " endless" : ""}`;
    return drawn ?? makeSvg("svg", { "data-name": name, class: kind, role: "group" });
  }
}

/**
 * Draws a line between the middles of two parts, below all parts.
 * @param {SVGGElement} one
 * @param {SVGGElement} other
 * @param {string} kind
 */
function joinParts(one, other, kind) {
  const [from, to] = [middleOf(one), middleOf(other)];
  const line = makeSvg("path", { class: kind, d: `M${from.x} ${from.y}L${to.x} ${to.y}` });
  areaOf(one).insertBefore(line, areaOf(one).querySelector(".part"));
}
