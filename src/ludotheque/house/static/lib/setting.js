// Settings of one device: stored there, and shown as checkboxes.
import { $ } from "./dom.js";

/**
 * Connects a checkbox with a stored setting, applies it now and at every change, and returns the box.
 * @param {string} id of the checkbox and of the stored value
 * @param {boolean} usual the default
 * @param {(on: boolean) => void} [apply]
 */
export function setting(id, usual, apply = () => {}) {
  const box = $(id, HTMLInputElement);
  const kept = localStorage.getItem(id);
  // An earlier version stored "1" when reactions were muted.
  box.checked = kept === null ? usual : kept !== "no";
  apply(box.checked);
  box.addEventListener("change", () => {
    localStorage.setItem(id, box.checked ? "yes" : "no");
    apply(box.checked);
  });
  return box;
}
