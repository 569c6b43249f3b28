// The areas of a board, with the parts that can be pressed, are lit, chosen or joined by threads.

import { arrange, makeSvg } from "../lib/dom.js";
import { AreaDrawing } from "./area.js";
import { labelOf } from "./dress.js";
import { areaOf, idOf, isButton, middleOf, partOf, partsIn } from "./parts.js";

/** @import { Area, Ghosts, Key, Part, PartId, PastView } from "../types.d.ts" */
/** @import { Camera } from "./camera.js" */
/** @import { Drawings } from "./drawings.js" */

// A board more than this many times as high as wide has everything else beside it.
const TALL = 1.3;

/** Everything that lies on the table. */
export class Scene {
  /**
   * @param {HTMLElement} root
   * @param {Camera} camera
   * @param {Drawings} drawings
   */
  constructor(root, camera, drawings) {
    this.root = root;
    this.camera = camera;
    this.drawings = drawings;
    /** @type {Map<string, AreaDrawing>} */
    this.drawn = new Map();
    /** @type {Area[]} as drawn last */
    this.areas = [];
    /** @type {Part[]} the parts that are shown as buttons beside the board */
    this.buttons = [];
  }

  /** @param {Omit<PastView, "prompt">} view */
  draw(view) {
    this.drawings.learn(view);
    const drawn = view.areas.filter(area => !this.#isButtons(area));
    this.buttons = view.areas.filter(area => this.#isButtons(area)).flatMap(area => area.parts);
    this.areas = withGhosts(drawn, view.ghosts ?? {});
    this.drawn = new Map(this.areas.map(area => [area.name, this.#drawArea(area)]));
    const svgs = [...this.drawn.values()].map(({ svg }) => svg);
    arrange(this.root, svgs);
    this.camera.turn();
  }

  /**
   * Gives these parts the role of buttons, and all others that of images.
   * @param {Set<PartId>} ids
   */
  makeButtons(ids) {
    for (const part of partsIn(this.root)) {
      const role = ids.has(idOf(part)) ? "button" : "img";
      if (part.getAttribute("role") !== role) part.setAttribute("role", role);
      if (role === "img") part.removeAttribute("aria-pressed");
    }
  }

  /**
   * @param {PartId[]} next
   * @param {PartId[]} pressed
   * @param {PartId[]} others the alternatives to the last press
   */
  light(next, pressed, others) {
    this.root.classList.toggle("begun", pressed.length > 0);
    const lit = new Set(next);
    for (const part of partsIn(this.root)) {
      const chosen = pressed.includes(idOf(part));
      part.classList.toggle("lit", lit.has(idOf(part)));
      part.classList.toggle("chosen", chosen);
      part.classList.toggle("other", others.includes(idOf(part)));
      if (isButton(part)) part.setAttribute("aria-pressed", String(chosen));
    }
  }

  /**
   * Joins pairs of parts by coloured lines, in place of earlier ones.
   * @param {[PartId, PartId, string][]} pairs
   */
  thread(pairs) {
    for (const old of this.root.querySelectorAll(".thread")) old.remove();
    for (const [order, [one, other, ink]] of pairs.entries()) {
      const ends = [one, other].map(id => partOf(this.root, id)).filter(part => part !== null);
      if (ends.length === 2) joinParts(ends[0], ends[1], `thread thread-${order} s-${ink}`);
    }
  }

  /** Returns the ids and labels of the parts that are shown as buttons. */
  buttonLabels() {
    return this.buttons.map(([id, key]) => ({
      id,
      label: labelOf(this.drawings.look(key).label, id),
    }));
  }

  /** @param {Area} area */
  #isButtons({ parts }) {
    return parts.length > 0 && parts.every(([, key]) => this.drawings.look(key).role === "button");
  }

  /** @param {Area} area */
  #drawArea(area) {
    const drawing = this.drawn.get(area.name) ?? new AreaDrawing(area.name, this.drawings);
    if (drawing.area === area) return drawing;
    drawing.draw(area);
    const [, , width, height] = area.box;
    const tall = !area.endless && height > TALL * width;
    const around = this.root.closest("#table") ?? this.root.parentElement;
    if (area.name === "board") around?.classList.toggle("tall", tall);
    const [first] = area.parts;
    this.camera.fit(drawing.svg, area, first ? this.drawings.look(first[1]).w : 0);
    return drawing;
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
  areaOf(one).querySelector(".parts")?.before(line);
}

/**
 * Adds ghosts to areas, after all other parts, each at the place of the part that it lies over.
 * @param {Area[]} areas
 * @param {Ghosts} ghosts
 * @returns {Area[]}
 */
export function withGhosts(areas, ghosts) {
  const all = Object.entries(ghosts);
  return areas.map(area => {
    const known = new Map(area.parts.map(part => [part[0], part]));
    const own = all.flatMap(([id, [look, over]]) => ghostOver(id, look, known.get(over)));
    return own.length ? { ...area, parts: [...area.parts, ...own] } : area;
  });
}

/**
 * @param {PartId} id
 * @param {Key} look
 * @param {Part | undefined} over
 * @returns {Part[]}
 */
function ghostOver(id, look, over) {
  return over ? [[id, look, over[2], over[3]]] : [];
}
