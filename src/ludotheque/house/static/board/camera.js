// The visible part of each area: all of it, until an endless one is panned or zoomed.
import { around, find, findAll } from "../lib/dom.js";
import { areaOf, boundsOf, partsIn } from "./parts.js";

/** @import { Area } from "../types.d.ts" */
/** @import { Bounds } from "./parts.js" */

/** @typedef {[left: number, top: number, width: number, height: number]} ViewBox */
/** @typedef {[x: number, y: number]} Point */

// Room for rings and marks around the outermost parts, in the units of the area.
const MARGIN = 14;
const ENDLESS_MARGIN = 20;
// Areas beside the board, such as a hand, have an edge already and should show large pieces.
const SMALL_MARGIN = 3;
// The least and the greatest width of a zoomed view, in widths of a part.
const CLOSEST_PARTS = 2.5;
const FARTHEST_PARTS = 60;
// A table with a single tile is shown as if it had a few.
const LEAST_PARTS = 4.5;
// Parts that are smaller than this are hard to press.
const SMALL_PX = 34;
// A pointer that moves less than this presses, it does not pan.
const DRAG_PX = 8;
const WHEEL_IN = 1.12;
const WHEEL_OUT = 0.89;

/**
 * Zooms a view by a factor about a point, within limits given by the width of a part.
 * @param {ViewBox} view
 * @param {number} factor
 * @param {Point} about
 * @param {number} partWidth
 * @returns {ViewBox}
 */
export function zoomed([x, y, width, height], factor, [aboutX, aboutY], partWidth) {
  const [least, most] = [CLOSEST_PARTS * partWidth, FARTHEST_PARTS * partWidth];
  const scale = Math.min(most, Math.max(least, width / factor)) / width;
  const [left, top] = [aboutX - (aboutX - x) * scale, aboutY - (aboutY - y) * scale];
  return [left, top, width * scale, height * scale];
}

/**
 * @param {ViewBox} view
 * @param {Bounds} bounds
 */
export function isWithin([left, top, width, height], bounds) {
  const { x, y } = bounds;
  const [right, bottom] = [x + bounds.width, y + bounds.height];
  return x >= left && y >= top && right <= left + width && bottom <= top + height;
}

/**
 * Adds a margin to a box, and widens it to at least a size.
 * @param {ViewBox} box
 * @param {number} margin
 * @param {number} least
 * @returns {ViewBox}
 */
export function widened([x, y, width, height], margin, least) {
  const [wide, high] = [Math.max(least, width + 2 * margin), Math.max(least, height + 2 * margin)];
  return [x - (wide - width) / 2, y - (high - height) / 2, wide, high];
}

/**
 * Whether parts of that width are too small to press if the box fills the room upright, and larger
 * if it lies sideways.
 * @param {ViewBox} box
 * @param {number} partWidth
 * @param {{ width: number, height: number }} room in pixels
 */
export function isBetterSideways([, , width, height], partWidth, room) {
  const upright = Math.min(room.width / width, room.height / height);
  const turned = Math.min(room.width / height, room.height / width);
  return upright * partWidth < SMALL_PX && turned > upright;
}

/**
 * @param {ViewBox} view
 * @returns {Point}
 */
function middle([x, y, width, height]) {
  return [x + width / 2, y + height / 2];
}

/** The views of all areas of a board. */
export class Camera {
  /**
   * @param {HTMLElement} root
   * @param {() => boolean} held whether the pointer drags a piece, so that it does not pan the board
   */
  constructor(root, held) {
    this.root = root;
    this.held = held;
    /** @type {Map<string, ViewBox>} */
    this.whole = new Map();
    /** @type {Set<string>} the areas that are panned or zoomed */
    this.moved = new Set();
    /** Whether the pointer has panned, so that the click that follows is not a press. */
    this.dragged = false;
    new Pointers(this);
    addEventListener("resize", () => this.turn());
  }

  /**
   * Shows a freshly drawn area whole, unless it was panned or zoomed.
   * @param {SVGSVGElement} svg
   * @param {Area} area
   * @param {number} partWidth of its first part
   */
  fit(svg, { name, box, endless }, partWidth) {
    const least = endless ? LEAST_PARTS * partWidth : 0;
    const margin = name === "board" ? MARGIN : SMALL_MARGIN;
    this.whole.set(name, widened(box, endless ? ENDLESS_MARGIN : margin, least));
    if (!this.moved.has(name)) this.#showWhole(svg);
  }

  /** Turns areas sideways if their parts are too small otherwise, or upright again. */
  turn() {
    for (const svg of findAll(this.root, ".turnable", SVGSVGElement)) this.#turn(svg);
  }

  /**
   * Zooms by a factor, about a point or the middle; 0 shows the whole area.
   * @param {number} factor
   * @param {Point} [about]
   */
  zoom(factor, about) {
    const svg = find(this.root, ".endless", SVGSVGElement);
    if (!svg) return;
    if (!factor) return this.#showWhole(svg);
    const view = viewOf(svg);
    const [part] = partsIn(svg);
    if (part) this.look(svg, zoomed(view, factor, about ?? middle(view), boundsOf(part).width));
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {ViewBox} view
   */
  look(svg, view) {
    this.moved.add(svg.id);
    svg.setAttribute("viewBox", view.map(n => n.toFixed(1)).join(" "));
  }

  /**
   * Shows the whole area again if one of these parts is out of view.
   * @param {SVGGElement[]} parts
   */
  reveal(parts) {
    const endless = parts.filter(part => areaOf(part).classList.contains("endless"));
    if (endless.some(part => !isWithin(viewOf(areaOf(part)), boundsOf(part)))) this.zoom(0);
  }

  /** @param {SVGSVGElement} svg */
  #showWhole(svg) {
    this.moved.delete(svg.id);
    const [x, y, width, height] = this.whole.get(svg.id) ?? [0, 0, 0, 0];
    const sideways = svg.classList.contains("sideways");
    const view = sideways ? [-y - height, x, height, width] : [x, y, width, height];
    svg.setAttribute("viewBox", view.join(" "));
  }

  /** @param {SVGSVGElement} svg */
  #turn(svg) {
    const whole = this.whole.get(svg.id);
    const [part] = partsIn(svg);
    // While a word is typed, the keyboard of a phone resizes the page again and again.
    if (!whole || !part || svg.closest(".types")) return;
    const room = svg.getBoundingClientRect();
    svg.classList.toggle("sideways", isBetterSideways(whole, boundsOf(part).width, room));
    this.#showWhole(svg);
  }
}

/** Pointers on an endless area: one pans, two zoom, the wheel zooms. */
class Pointers {
  /** @param {Camera} camera */
  constructor(camera) {
    this.camera = camera;
    /** @type {Map<number, PointerEvent>} */
    this.down = new Map();
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {ViewBox} the view when the pointer came down */
    this.view = [0, 0, 0, 0];
    /** @type {Point} where the pointer came down, on the screen */
    this.from = [0, 0];
    /** The last distance of two fingers on the screen; 0 if unknown. */
    this.gap = 0;
    camera.root.addEventListener("pointerdown", event => this.press(event));
    camera.root.addEventListener("wheel", event => this.wheel(event), { passive: false });
    addEventListener("pointermove", event => this.move(event));
    addEventListener("pointerup", event => this.lift(event));
    addEventListener("pointercancel", event => this.lift(event));
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.svg = endlessAround(event);
    if (!this.svg) return;
    this.down.set(event.pointerId, event);
    this.camera.dragged = false;
    this.from = [event.clientX, event.clientY];
    this.view = viewOf(this.svg);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.svg || !this.down.has(event.pointerId) || this.camera.held()) return;
    this.down.set(event.pointerId, event);
    const [one, other] = this.down.values();
    if (this.down.size === 2) this.pinch(this.svg, one, other);
    else this.pan(this.svg, event.clientX - this.from[0], event.clientY - this.from[1]);
  }

  /** @param {PointerEvent} event */
  lift(event) {
    this.down.delete(event.pointerId);
    this.gap = 0;
    // The click event follows this one, and must still be ignored.
    if (this.camera.dragged) setTimeout(() => (this.camera.dragged = false));
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    this.svg = endlessAround(event);
    if (!this.svg) return;
    event.preventDefault();
    this.camera.zoom(event.deltaY < 0 ? WHEEL_IN : WHEEL_OUT, pointIn(this.svg, event));
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {PointerEvent} one
   * @param {PointerEvent} other
   */
  pinch(svg, one, other) {
    const gap = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (this.gap) this.camera.zoom(gap / this.gap, pointIn(svg, one));
    this.gap = gap;
    this.camera.dragged = true;
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {number} right
   * @param {number} down
   */
  pan(svg, right, down) {
    if (!this.camera.dragged && Math.hypot(right, down) < DRAG_PX) return;
    this.camera.dragged = true;
    const unit = 1 / (svg.getScreenCTM()?.a ?? 1); // how much of the area a pixel shows
    const [x, y, width, height] = this.view;
    this.camera.look(svg, [x - right * unit, y - down * unit, width, height]);
  }
}

/** @param {Event} event */
function endlessAround(event) {
  return around(event.target, ".endless", SVGSVGElement);
}

/**
 * @param {SVGSVGElement} svg
 * @returns {ViewBox}
 */
function viewOf(svg) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  return [x, y, width, height];
}

/**
 * Returns the position of the pointer in the units of the area.
 * @param {SVGSVGElement} svg
 * @param {MouseEvent} event
 * @returns {Point}
 */
function pointIn(svg, event) {
  const point = new DOMPoint(event.clientX, event.clientY);
  const { x, y } = point.matrixTransform(svg.getScreenCTM()?.inverse());
  return [x, y];
}
