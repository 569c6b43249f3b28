// The house that answers this page: a site, over the network.

/** The path of this page. */
export const here = location.pathname;

/**
 * Asks for a path of the house.
 * @param {string} path
 * @param {RequestInit} [how]
 */
export function ask(path, how) {
  return fetch(path, how);
}

/**
 * Opens the line of a page to its table.
 * @param {string} table
 * @returns {Line}
 */
export function openLine(table) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}/api/tables/${table}/live`);
}

/** @import { Line } from "../types.d.ts" */
