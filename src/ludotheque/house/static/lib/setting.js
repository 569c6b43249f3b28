// What people choose for one device: it is kept there, and shown by a box to tick.
import { $ } from "./dom.js";

/**
 * @param {string} id of the box, under which the choice is kept too
 * @param {boolean} usual
 * @param {(on: boolean) => void} apply
 */
export function setting(id, usual, apply) {
  const box = $(id, HTMLInputElement);
  const kept = localStorage.getItem(id);
  box.checked = kept === null ? usual : kept === "yes";
  apply(box.checked);
  box.addEventListener("change", () => {
    localStorage.setItem(id, box.checked ? "yes" : "no");
    apply(box.checked);
  });
}
