// Small helpers around the page: elements found, elements made.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean>} Attributes */

/**
 * The element of that id, which the page is known to have.
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
 * The first such element within another.
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
 * Every such element within another.
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
 * The nearest such element around what an event happened to.
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
 * What a click was made with; a key counts as a mouse.
 * @param {Event} event
 */
export function pointerOf(event) {
  return event instanceof PointerEvent && event.pointerType === "touch" ? "touch" : "mouse";
}

/**
 * The data that the page carries in a script of that id.
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
export function setAttributes(element, attributes) {
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
 * What stands for a player: a symbol that came with the view, in the place of a letter.
 * @param {string} symbol
 */
export function makeEmblem(symbol) {
  // Symbols fill a square of 100; the rest is for their edges and shadows.
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
 * Puts children into this order; those that follow each other already are not touched.
 * @param {Element} parent
 * @param {Element[]} children all that the parent is to have
 */
export function arrange(parent, children) {
  let next = parent.firstElementChild;
  for (const child of children) {
    if (child === next) next = child.nextElementSibling;
    else parent.insertBefore(child, next);
  }
}
