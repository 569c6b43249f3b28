// Drawings, looks and symbols that the server has sent: each once, kept while the page is open.
import { makeSvg } from "./dom.js";

/** @import { Key, Look, PastView } from "./types.d.ts" */

/** Everything that parts and areas are drawn from. */
export class Drawings {
  /** @param {HTMLElement} home where symbols stand, hidden, for drawings to refer to */
  constructor(home) {
    /** @type {Map<Key, string>} */
    this.drawings = new Map();
    /** @type {Map<Key, Look>} */
    this.looks = new Map();
    /** @type {Set<string>} */
    this.symbols = new Set();
    this.definitions = makeSvg("defs");
    const hidden = makeSvg("svg", { width: 0, height: 0 });
    hidden.append(this.definitions);
    home.append(hidden);
  }

  /**
   * Keeps what comes with a view.
   * @param {Pick<PastView, "symbols" | "drawings" | "looks">} view
   */
  learn({ symbols, drawings, looks }) {
    for (const [key, look] of Object.entries(looks)) this.looks.set(key, look);
    for (const [key, drawing] of Object.entries(drawings)) this.drawings.set(key, drawing);
    for (const [name, symbol] of Object.entries(symbols)) this.#define(name, symbol);
  }

  /** @param {Key} key */
  look(key) {
    return /** @type {Look} */ (this.looks.get(key));
  }

  /**
   * These drawings, one on top of the other, as SVG.
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
