// One area of a board as SVG; redraws only what has changed.
import { arrange, makeSvg } from "../lib/dom.js";
import { dressPart } from "./dress.js";

/** @import { Area, Key, Part, PartId } from "../types.d.ts" */
/** @import { Drawings } from "./drawings.js" */

/** @typedef {{ element: SVGGElement, part: Part }} DrawnPart */

/** An area with its parts, and the drawings below and above them. */
export class AreaDrawing {
  /**
   * @param {string} name
   * @param {Drawings} drawings
   */
  constructor(name, drawings) {
    this.drawings = drawings;
    this.below = makeSvg("g");
    this.parts = makeSvg("g", { class: "parts" });
    this.above = makeSvg("g");
    const kind = `area area-${name}`;
    this.svg = makeSvg("svg", { id: name, class: kind, role: "group" });
    const ground = makeSvg("g", { class: "ground" });
    ground.append(this.below, this.parts, this.above);
    this.svg.append(ground);
    /** @type {Area | null} as drawn last */
    this.area = null;
    /** @type {Map<PartId, DrawnPart>} */
    this.drawn = new Map();
  }

  /** @param {Area} area */
  draw(area) {
    const before = this.area;
    this.area = area;
    this.svg.setAttribute("aria-label", area.label);
    this.svg.classList.toggle("endless", area.endless);
    this.svg.classList.toggle("turnable", area.sideways);
    this.#fill(this.below, area.below, before?.below);
    this.#fill(this.above, area.above, before?.above);
    if (area.parts !== before?.parts) this.#drawParts(area.parts);
  }

  /**
   * @param {SVGGElement} group
   * @param {Key[]} keys
   * @param {Key[]} [before]
   */
  #fill(group, keys, before) {
    if (keys.join() !== before?.join()) group.innerHTML = this.drawings.svg(keys);
  }

  /** @param {Part[]} parts */
  #drawParts(parts) {
    this.drawn = new Map(parts.map(part => [part[0], this.#drawPart(part)]));
    const elements = [...this.drawn.values()].map(({ element }) => element);
    arrange(this.parts, elements);
  }

  /**
   * @param {Part} part
   * @returns {DrawnPart}
   */
  #drawPart(part) {
    const drawn = this.drawn.get(part[0]);
    const element = drawn?.element ?? makeSvg("g", { class: "part", "data-id": part[0] });
    dressPart(element, part, drawn?.part ?? null, this.drawings);
    return { element, part };
  }
}
