// The house that answers this page: the Python in a Worker of this browser.

/** @import { Line } from "../../types.d.ts" */

const { pocket } = globalThis;

/** The path of this page, as a site would have it. */
export const here = pocket.path.split(/[?#]/)[0];

/**
 * Asks for a path of the house.
 * @param {string} path
 * @param {RequestInit} [how]
 */
export function ask(path, how) {
  return pocket.ask(path, how);
}

/**
 * Opens the line of a page to its table.
 * @param {string} table
 * @returns {Line}
 */
export function openLine(table) {
  return pocket.openLine(table);
}
