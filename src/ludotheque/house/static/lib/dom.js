// Small helpers that find and create elements of the page.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean>} Attributes */

/**
 * Returns the element with an id. Throws an error if it is missing or of another class.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @param {new () => E} [kind]
 * @returns {E}
 */
export function $(id, kind) {
  const element = document.getElementById(id);
  const wanted = kind ?? HTMLElement;
  if (!(element instanceof wanted)) throw new Error(`the page has no ${wanted.name} #${id}`);
  return /** @type {E} */ (element);
}

/**
 * Returns the first element that matches within another; null if it is missing or of another class.
 * @template {Element} E
 * @param {ParentNode} within
 * @param {string} selector
 * @param {new () => E} kind
 */
export function find(within, selector, kind) {
  const element = within.querySelector(selector);
  return element instanceof kind ? element : null;
}

/**
 * Returns all elements of a class that match within another.
 * @template {Element} E
 * @param {ParentNode} within
 * @param {string} selector
 * @param {new () => E} kind
 */
export function findAll(within, selector, kind) {
  const found = [...within.querySelectorAll(selector)];
  return /** @type {E[]} */ (found.filter(element => element instanceof kind));
}

/**
 * Returns the closest ancestor of an event's target (or the target) that matches, or null.
 * @template {Element} E
 * @param {EventTarget | null} target
 * @param {string} selector
 * @param {new () => E} kind
 */
export function around(target, selector, kind) {
  const element = target instanceof Element ? target.closest(selector) : null;
  return element instanceof kind ? element : null;
}

/**
 * Returns what a click was made with; a key counts as a mouse.
 * @param {Event} event
 */
export function pointerOf(event) {
  return event instanceof PointerEvent && event.pointerType === "touch" ? "touch" : "mouse";
}

/**
 * Returns the JSON data in the page's script element with an id.
 * @param {string} id
 * @returns {unknown}
 */
export function pageData(id) {
  return JSON.parse($(id).textContent ?? "");
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 */
function setAttributes(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} [text]
 * @param {Attributes} [attributes]
 */
export function make(tag, text = "", attributes = {}) {
  const element = setAttributes(document.createElement(tag), attributes);
  element.textContent = text;
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {string} [text]
 */
export function makeSvg(tag, attributes = {}, text = "") {
  const element = setAttributes(document.createElementNS(SVG, tag), attributes);
  element.textContent = text;
  return element;
}

/**
 * Creates the picture of a player from a symbol that came with the view.
 * @param {string} symbol
 */
export function makeEmblem(symbol) {
  // Symbols fill a square of 100 units; the margin is for their edges and shadows.
  const picture = makeSvg("svg", {
    class: "emblem",
    viewBox: "-6 -6 112 112",
    "aria-hidden": true,
  });
  picture.append(makeSvg("use", { href: `#${symbol}` }));
  return picture;
}

/**
 * @param {string} text
 * @param {(event: Event) => void} action
 * @param {Attributes} [attributes]
 */
export function button(text, action, attributes = {}) {
  const made = make("button", text, { type: "button", ...attributes });
  made.addEventListener("click", action);
  return made;
}

/**
 * Makes an element contain these children in this order, without touching those in place already.
 * @param {Element} parent
 * @param {Element[]} children
 */
export function arrange(parent, children) {
  const staying = new Set(children);
  for (const child of [...parent.children]) if (!staying.has(child)) child.remove();
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = child.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}
