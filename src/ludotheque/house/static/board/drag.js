// Dragging a piece to its place, as an alternative to pressing one after the other.
import { make } from "../lib/dom.js";
import { idOf, nearestOf, partAround, partsIn } from "./parts.js";

/** @import { Board } from "./board.js" */

// A pointer that moves less than this presses, it does not drag.
const DRAG_PX = 8;
// A piece that is dropped this near to a place goes there.
const NEAR_PX = 30;

/** Lets the pointer drag pieces. */
export class Drag {
  /**
   * @param {HTMLElement} root
   * @param {Board} board
   */
  constructor(root, board) {
    this.root = root;
    this.board = board;
    /** @type {{ part: SVGGElement, x: number, y: number, pointer: number } | null} */
    this.from = null;
    /** @type {HTMLElement | null} the picture that follows the pointer */
    this.picture = null;
    /** Whether the pointer has dragged, so that the click that follows is not a press. */
    this.dragged = false;
    root.addEventListener("pointerdown", event => this.#down(event));
    addEventListener("pointermove", event => this.#move(event));
    addEventListener("pointerup", event => this.#up(event));
    addEventListener("pointercancel", () => this.#end());
    addEventListener("keydown", event => event.key === "Escape" && this.#end());
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const part = partAround(event.target);
    this.dragged = false;
    if (!part || event.button !== 0 || !this.#leadsOn(part)) return;
    this.from = { part, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  /**
   * Whether the part begins a gesture that goes on to another part.
   * @param {SVGGElement} part
   */
  #leadsOn(part) {
    const { gestures, frozen } = this.board;
    return !frozen && gestures.next([]).includes(idOf(part)) && gestures.end([idOf(part)]) === null;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.from || event.pointerId !== this.from.pointer) return;
    const far = Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) > DRAG_PX;
    if (!this.picture && far) this.#begin(this.from.part);
    if (!this.picture) return;
    event.preventDefault();
    this.picture.style.translate = `${event.clientX}px ${event.clientY}px`;
  }

  /** @param {SVGGElement} part */
  #begin(part) {
    this.dragged = true;
    const { width, height } = part.getBoundingClientRect();
    const box = part.getBBox();
    this.picture = make("div", "", { class: "drag" });
    const view = `viewBox="${box.x} ${box.y} ${box.width} ${box.height}"`;
    this.picture.innerHTML = `<svg width="${width}" height="${height}" ${view}>${part.innerHTML}</svg>`;
    this.picture.style.cssText = `left:${-width / 2}px;top:${-height / 2}px`;
    document.body.append(this.picture);
    document.body.classList.add("dragging");
    if (this.board.pressed[0] !== idOf(part)) this.board.choose([idOf(part)]);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const under = this.picture !== null;
    this.#end();
    if (!under) return;
    const lit = partsIn(this.root, ".lit:not(.ghost)");
    const target = nearestOf(lit, event, NEAR_PX);
    if (target) this.board.press(idOf(target), "drag");
    // The click event follows this one, and must still be ignored.
    setTimeout(() => (this.dragged = false));
  }

  #end() {
    this.from = null;
    this.picture?.remove();
    this.picture = null;
    document.body.classList.remove("dragging");
  }
}
