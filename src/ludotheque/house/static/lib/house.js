// How pages of a site reach the house: over the network. In the pocket, `pocket/lib/house.js` replaces it.

/** The path of this page. */
export const here = location.pathname;

/**
 * Requests a path of the house.
 * @param {string} path
 * @param {RequestInit} [how]
 */
export function ask(path, how) {
  return fetch(path, how);
}

/**
 * Opens the live connection to a table.
 * @param {string} table
 * @returns {Line}
 */
export function openLine(table) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/live`);
}

/** @import { Line } from "../types.d.ts" */
