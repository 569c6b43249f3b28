// Playing by keyboard: Tab reaches one part of each area; arrow keys, n and p move the focus.
import { findAll } from "../lib/dom.js";
import { areaOf, idOf, isButton, isGhost, middleOnScreen, partAround, partsIn } from "./parts.js";

/** @import { PartId } from "../types.d.ts" */
/** @import { Camera } from "./camera.js" */

/** @typedef {[x: number, y: number]} Vector */

/** @type {Record<string, Vector>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @type {Record<string, number>} */
const ZOOMS = { "+": 1.25, "-": 0.8, 0: 0 };
/** @type {Record<string, number>} */
const HOPS = { n: 1, p: -1 };
// How much more a distance across the direction of an arrow key counts than one along it.
const ASIDE = 2.5;
// Parts less far ahead than this count as beside the focused one.
const AHEAD_PX = 2;

/**
 * Chooses the point that an arrow key leads to: a near one, preferably straight ahead.
 * @param {Vector} from
 * @param {Vector[]} points
 * @param {Vector} way
 * @returns {number} its place in the list, or -1 if none lies ahead
 */
export function nearest([x, y], points, [right, down]) {
  const costs = points.map(([toX, toY]) => {
    const along = (toX - x) * right + (toY - y) * down;
    const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    return along > AHEAD_PX ? along + ASIDE * aside : Infinity;
  });
  const least = Math.min(...costs);
  return least === Infinity ? -1 : costs.indexOf(least);
}

/** The focus on a board and the keys that move it. */
export class Keys {
  /**
   * @param {HTMLElement} root
   * @param {Camera} camera
   * @param {(id: PartId) => void} press
   */
  constructor(root, camera, press) {
    this.root = root;
    this.camera = camera;
    this.press = press;
    root.addEventListener("keydown", event => this.#key(event));
    root.addEventListener("focusin", event => this.takeTabStop(partAround(event.target)));
  }

  /**
   * Makes a part the only one of its area that Tab reaches.
   * @param {SVGGElement | null} part
   */
  takeTabStop(part) {
    if (!part) return;
    for (const other of findAll(areaOf(part), '[tabindex="0"]', SVGElement)) {
      other.setAttribute("tabindex", "-1");
    }
    part.setAttribute("tabindex", "0");
  }

  /** Lets Tab reach one part of every area: the same as before, but a button if there is one. */
  keepTabStops() {
    for (const area of findAll(this.root, ":scope > svg", SVGSVGElement)) {
      const [kept] = partsIn(area, '[tabindex="0"]');
      const solid = partsIn(area, ":not(.trace):not(.ghost)");
      const button = solid.find(isButton);
      const stays = kept && (!button || isButton(kept) || kept === document.activeElement);
      if (!stays) this.takeTabStop(button ?? solid[0] ?? null);
    }
  }

  /** @param {SVGGElement | null | undefined} part */
  focus(part) {
    if (!part || isGhost(part)) return;
    this.takeTabStop(part);
    part.focus({ preventScroll: true });
  }

  /** Puts the focus on the first part that can be pressed, or on the board. */
  home() {
    const [lit] = partsIn(this.root, ".lit:not(.ghost)");
    const [board] = findAll(this.root, '.area-board [tabindex="0"]', SVGGElement);
    this.focus(lit ?? board);
  }

  /**
   * Moves the focus to the first of these parts, if it is on the board.
   * @param {(SVGGElement | null)[]} parts
   */
  moveOnTo(parts) {
    if (!this.root.contains(document.activeElement)) return;
    this.focus(parts.find(part => part && !isGhost(part)));
  }

  /**
   * Whether a key moves the focus on the board.
   * @param {string} key
   */
  isMove(key) {
    return key in WAYS || key in HOPS;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key } = event;
    const part = partAround(event.target);
    if (!part) return;
    const [way, hop, zoom] = [WAYS[key], HOPS[key], ZOOMS[key]];
    if (key === "Enter" || key === " ") this.press(idOf(part));
    else if (way) this.#step(part, way);
    else if (hop) this.#hop(hop);
    else if (zoom !== undefined) this.camera.zoom(zoom);
    else return;
    event.preventDefault();
  }

  /** @param {number} way */
  #hop(way) {
    const lit = partsIn(this.root, ".lit:not(.ghost)");
    const focused = partAround(document.activeElement);
    const here = focused ? lit.indexOf(focused) : -1;
    this.focus(lit.at((here + way) % lit.length));
  }

  /**
   * @param {SVGGElement} part
   * @param {Vector} way
   */
  #step(part, way) {
    const all = partsIn(areaOf(part), ":not(.trace):not(.ghost)");
    const others = all.filter(other => other !== part);
    this.focus(others[nearest(middleOnScreen(part), others.map(middleOnScreen), way)]);
  }
}
