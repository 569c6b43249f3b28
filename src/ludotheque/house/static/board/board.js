// A board to play on: connects the scene, gestures, camera, keyboard and dragging.

import { $, find, findAll, pointerOf } from "../lib/dom.js";
import { Camera } from "./camera.js";
import { showClues } from "./clues.js";
import { Drag } from "./drag.js";
import { Drawings } from "./drawings.js";
import { Gestures, isTyped } from "./gestures.js";
import { Keys } from "./keys.js";
import { prepareMovement } from "./movement.js";
import { idOf, isGhost, middleOnScreen, nearestOf, partAround, partOf, partsIn } from "./parts.js";
import { Scene } from "./scene.js";
import { typingForm } from "./typing.js";

/** @import { End, Gesture, Hint, PartId, PastView, Plays, TypedStep } from "../types.d.ts" */

/**
 * Callbacks of a board: for an action to send, for presses that lead nowhere, for a complete
 * gesture that waits to be played, and for every press or take-back.
 * @typedef {object} BoardEvents
 * @property {(action: string) => void} done
 * @property {(presses: PartId[]) => void} why
 * @property {(presses: PartId[]) => void} preview
 * @property {() => void} step
 */

/** What a press is made with. @typedef {"mouse" | "touch" | "key" | "drag"} How */

// A second press this soon counts as part of the first, not as a press on what the first has shown.
const DOUBLE_PRESS_MS = 400;
// A touch that misses a part by less than this counts as a press on it.
const NEAR_PX = 22;

/**
 * A typed step that was interrupted, with the word so far, to be restored.
 * @typedef {{ pressed: PartId[], word: string, hadFocus: boolean }} Held
 */

/**
 * Whether a view is new, whether a move in it is to be animated, and whether one was taken back.
 * @typedef {{ fresh?: boolean, moved?: boolean, undone?: boolean }} News
 */

/** The areas of a table, and what has been pressed in them. */
export class Board {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} typing holds the form for a word
   * @param {BoardEvents} on
   */
  constructor(root, typing, on) {
    this.root = root;
    this.typing = typing;
    this.on = on;
    this.camera = new Camera(root, () => this.drag.from !== null);
    this.scene = new Scene(root, this.camera, new Drawings($("shared")));
    this.keys = new Keys(root, this.camera, id => this.press(id));
    this.gestures = new Gestures([], { ghosts: [], places: [] });
    /** @type {PartId[]} */
    this.pressed = [];
    /** @type {Held | null} */
    this.held = null;
    /** Whether an action was sent, so that presses are ignored until it is answered. */
    this.frozen = false;
    /** @type {Plays} which presses make a move instead of only showing it */
    this.plays = "button";
    /** The value of `performance.now()` when a complete gesture was first shown. */
    this.previewedAt = 0;
    this.drag = new Drag(root, this);
    root.addEventListener("click", event => this.#click(event));
    document.addEventListener("keydown", event => this.#escape(event));
    for (const zoom of findAll(document, "[data-zoom]", HTMLElement)) {
      zoom.addEventListener("click", () => this.camera.zoom(Number(zoom.dataset.zoom)));
    }
  }

  /**
   * @param {Omit<PastView, "prompt">} view
   * @param {Gesture[]} gestures
   * @param {News} [news]
   */
  show(view, gestures, { fresh = false, moved = false, undone = false } = {}) {
    const focused = partAround(document.activeElement);
    const move = moved ? this.#movementTo(view, undone) : null;
    showClues(this.root, null); // a hint belongs to the previous view
    this.scene.draw(view);
    if (!this.frozen) this.#hold();
    else if (fresh) this.held = null;
    this.#begin(gestures);
    move?.();
    // A part that was moved within the document has lost the focus.
    if (focused?.isConnected && focused !== document.activeElement) this.keys.focus(focused);
    this.#resumeTyping();
  }

  /** @param {Pick<Hint, "kind" | "parts"> | null} hint */
  showHint(hint) {
    this.gestures.hinted = hint?.kind === "move" ? hint.parts : [];
    this.camera.reveal(showClues(this.root, hint));
  }

  /** Ignores presses until the action that was sent is answered. */
  freeze() {
    this.#hold();
    this.frozen = true;
    this.choose([]);
  }

  /** Accepts presses again after an action was refused, and restores the word that was typed. */
  thaw() {
    if (!this.frozen) return;
    this.frozen = false;
    this.choose(this.pressed);
    this.#resumeTyping();
  }

  /**
   * @param {PartId} id
   * @param {How} how
   */
  press(id, how = "key") {
    if (this.frozen) return;
    const { presses, ledOn, again, ask, end } = this.gestures.press(this.pressed, id);
    if (again) {
      if (how !== "key" && this.canTurn()) this.turn();
      else if (this.isReady()) this.play();
      return;
    }
    if (presses !== this.pressed) this.choose(presses);
    if (ask) this.on.why(ask);
    else if (end !== null) this.#finish(end, how);
    else if (ledOn) this.keys.moveOnTo(this.#nextParts());
  }

  /**
   * Replaces the presses so far, and lights the parts that can be pressed after them.
   * @param {PartId[]} presses
   */
  choose(presses) {
    this.pressed = presses;
    const lit = this.#nextParts().filter(part => !isGhost(part));
    this.scene.light(lit.map(idOf), presses, this.gestures.others(presses));
    this.scene.thread([]);
    this.typing.hidden = true;
    this.typing.replaceChildren();
    this.on.step();
  }

  /** Whether the preview has been visible long enough for a press to confirm it. */
  isReady() {
    return performance.now() - this.previewedAt > DOUBLE_PRESS_MS;
  }

  /** Returns the gesture's action, even if its last press is missing but obvious; else null. */
  playable() {
    const end = this.gestures.end(this.pressed);
    if (end !== null) return isTyped(end) ? null : end;
    const next = this.gestures.next(this.pressed);
    const last = next.length === 1 ? this.gestures.end([...this.pressed, next[0]]) : null;
    return last === null || isTyped(last) || !this.pressed.length ? null : last;
  }

  /** Makes the move that is shown. */
  play() {
    const action = this.playable();
    if (action !== null && !this.frozen) this.on.done(action);
  }

  /** Whether a ghost shows how a piece will lie, and the piece could be turned. */
  canTurn() {
    return this.#showsGhost() && this.gestures.choices(this.pressed) > 1;
  }

  /** Turns the piece that is shown. */
  turn() {
    if (this.frozen) return;
    this.choose(this.gestures.turned(this.pressed));
    this.on.preview(this.pressed);
  }

  /** Takes back the last choice and the presses after it. */
  back() {
    this.choose(this.gestures.back(this.pressed));
  }

  /** Whether the gesture begins like that of the hint. */
  followsHint() {
    return this.pressed.length > 0 && this.pressed[0] === this.gestures.hinted[0];
  }

  /**
   * @param {Omit<PastView, "prompt">} view
   * @param {boolean} undone
   */
  #movementTo({ areas }, undone) {
    const { scene } = this;
    const isPiece = (/** @type {string} */ key) => scene.drawings.look(key).role === "piece";
    return prepareMovement(this.root, scene.areas, areas, isPiece, undone);
  }

  /** @param {Gesture[]} gestures */
  #begin(gestures) {
    const idsOf = (/** @type {string} */ role) => partsIn(this.root, role).map(idOf);
    const roles = { ghosts: idsOf(".ghost"), places: idsOf(".place") };
    this.gestures = new Gestures(gestures, roles);
    this.scene.makeButtons(this.gestures.parts());
    this.keys.keepTabStops();
    this.frozen = false;
    this.camera.reveal(partsIn(this.root, "[data-was]")); // the pieces that have moved
    this.choose([]);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.camera.dragged || this.drag.dragged) return;
    const how = pointerOf(event);
    const part = this.#meant(event, how);
    if (!part) return;
    this.keys.takeTabStop(part);
    this.press(idOf(part), how);
  }

  /**
   * Returns the part that a click means. A touch means a pressable part nearby if that is closer
   * than the middle of the part it hit.
   * @param {MouseEvent} event
   * @param {How} how
   */
  #meant(event, how) {
    const part = partAround(event.target);
    if (how !== "touch" || part?.classList.contains("lit")) return part;
    const lit = partsIn(this.root, ".lit:not(.ghost)");
    if (!part) return nearestOf(lit, event, NEAR_PX);
    const [x, y] = middleOnScreen(part);
    const nearer = Math.min(NEAR_PX, Math.hypot(event.x - x, event.y - y));
    return nearestOf(lit, event, nearer) ?? part;
  }

  /** @param {KeyboardEvent} event */
  #escape(event) {
    if (event.key !== "Escape" || !this.pressed.length || document.querySelector("dialog[open]"))
      return;
    event.preventDefault();
    this.back();
    this.keys.home();
  }

  #hold() {
    const input = find(this.typing, "input", HTMLInputElement);
    const hadFocus = document.activeElement === input;
    this.held = input && { pressed: this.pressed, word: input.value, hadFocus };
  }

  #resumeTyping() {
    const end = this.held && this.gestures.end(this.held.pressed);
    if (!this.held || !end || !isTyped(end)) return;
    this.choose(this.held.pressed);
    this.#type(end, this.held.word, this.held.hadFocus);
  }

  /** Returns the word typed so far, or null if none is asked for. */
  word() {
    return find(this.typing, "input", HTMLInputElement)?.value.trim() ?? null;
  }

  #nextParts() {
    const next = this.frozen ? [] : this.gestures.next(this.pressed);
    return next.map(id => partOf(this.root, id)).filter(part => part !== null);
  }

  /**
   * @param {End} end
   * @param {How} how
   */
  #finish(end, how) {
    if (isTyped(end)) this.#type(end, "", true);
    else if (this.#playsWith(how)) this.on.done(end);
    else {
      this.previewedAt = performance.now();
      this.keys.moveOnTo(this.pressed.toReversed().map(id => partOf(this.root, id)));
      this.on.preview(this.pressed);
    }
  }

  #showsGhost() {
    const shown = partOf(this.root, this.pressed.at(-1) ?? "");
    return shown !== null && isGhost(shown);
  }

  /**
   * Whether the last press makes the move, without confirmation.
   * @param {How} how
   */
  #playsWith(how) {
    if (this.#showsGhost()) return false;
    const byMouse = how === "mouse" || how === "drag";
    return this.plays === "press" || (this.plays === "mouse" && byMouse);
  }

  /**
   * Shows the form for the typed last step, and threads between the pressed parts.
   * @param {TypedStep} step
   * @param {string} word
   * @param {boolean} focus
   */
  #type(step, word, focus) {
    const { pressed } = this;
    this.scene.thread((step.threads ?? []).map(([i, j, ink]) => [pressed[i], pressed[j], ink]));
    const { form, input } = typingForm(step, this.typing.dataset, word, {
      change: () => this.on.step(),
      send: action => this.on.done(action),
    });
    this.typing.replaceChildren(form);
    this.typing.hidden = false;
    this.on.step();
    if (focus) input.focus({ preventScroll: true });
  }
}
