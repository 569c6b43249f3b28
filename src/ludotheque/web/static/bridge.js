// What table.js and the other scripts of its page tell each other, as events of the document.

/** @import { TableEvents } from "./types.d.ts" */

/**
 * @template {keyof TableEvents} K
 * @param {K} what
 * @param {TableEvents[K]} detail
 */
export function tell(what, detail) {
  document.dispatchEvent(new CustomEvent(what, { detail }));
}

/**
 * @template {keyof TableEvents} K
 * @param {K} what
 * @param {(detail: TableEvents[K]) => void} listen
 */
export function hear(what, listen) {
  document.addEventListener(what, event => listen(/** @type {CustomEvent} */ (event).detail));
}
