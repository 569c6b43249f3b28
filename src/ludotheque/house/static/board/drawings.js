// Drawings, looks and symbols: each is sent once, and kept while the page is open.
import { makeSvg } from "../lib/dom.js";

/** @import { Key, Label, Look, PastView, Role } from "../types.d.ts" */

/**
 * A look with its default values filled in.
 * @typedef {object} WholeLook
 * @property {Label} label
 * @property {Key} art
 * @property {number} w
 * @property {number} h
 * @property {Role} role
 * @property {number} radius
 * @property {string} ring
 */

/** The drawings, looks and symbols that parts and areas refer to. */
export class Drawings {
  /** @param {HTMLElement} home gets a hidden SVG with the symbols that drawings refer to */
  constructor(home) {
    /** @type {Map<Key, string>} */
    this.drawings = new Map();
    /** @type {Map<Key, WholeLook>} */
    this.looks = new Map();
    /** @type {Set<string>} */
    this.symbols = new Set();
    this.definitions = makeSvg("defs");
    const hidden = makeSvg("svg", { width: 0, height: 0 });
    hidden.append(this.definitions);
    home.append(hidden);
  }

  /**
   * Keeps the drawings, looks and symbols of a view.
   * @param {Pick<PastView, "symbols" | "drawings" | "looks">} view
   */
  learn({ symbols, drawings, looks }) {
    for (const [key, look] of Object.entries(looks)) this.looks.set(key, wholeLook(look));
    for (const [key, drawing] of Object.entries(drawings)) this.drawings.set(key, drawing);
    for (const [name, symbol] of Object.entries(symbols)) this.#define(name, symbol);
  }

  /** @param {Key} key */
  look(key) {
    return /** @type {WholeLook} */ (this.looks.get(key));
  }

  /**
   * Returns drawings, one on top of the other, as SVG.
   * @param {Key[]} keys
   */
  svg(keys) {
    return keys.map(key => this.drawings.get(key) ?? "").join("");
  }

  /**
   * @param {string} name
   * @param {string} drawing
   */
  #define(name, drawing) {
    if (this.symbols.has(name)) return;
    this.symbols.add(name);
    const symbol = makeSvg("g", { id: name });
    symbol.innerHTML = drawing;
    this.definitions.append(symbol);
  }
}

/**
 * @param {Look} look
 * @returns {WholeLook}
 */
function wholeLook([label, art, w, h, role = "piece", radius = 8, ring = "ink"]) {
  return { label, art, w, h, role, radius, ring };
}
