// How pages of the pocket reach the house: as Python in a Worker. Replaces `lib/house.js` there.

/** @import { Line } from "../../types.d.ts" */

const { pocket } = globalThis;

/** The path that this page would have on a site. */
export const here = pocket.path.split(/[?#]/)[0];

/**
 * Requests a path of the house.
 * @param {string} path
 * @param {RequestInit} [how]
 */
export function ask(path, how) {
  return pocket.ask(path, how);
}

/**
 * Opens the live connection to a table.
 * @param {string} table
 * @returns {Line}
 */
export function openLine(table) {
  return pocket.openLine(table);
}
