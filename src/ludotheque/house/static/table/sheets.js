// Beside the board or over it: the tabs with moves, rules and people, the menu, confirmations.
import { $, findAll } from "../lib/dom.js";
import { loadRules } from "./rulebook.js";

/** Tabs beside the board, or a sheet over it on small screens. */
export class Sheets {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.tabs = findAll($("rail"), "[data-tab]", HTMLElement);
    /** @type {HTMLElement | null} what opened the sheet */
    this.opener = null;
    for (const tab of this.tabs) tab.addEventListener("click", () => this.choose(nameOf(tab)));
    for (const opener of findAll(document, "[data-sheet]", HTMLElement)) {
      opener.addEventListener("click", () => this.open(opener.dataset.sheet ?? "", opener));
    }
    document.addEventListener("rules", () => this.open("rules", null));
    $("rail-close").addEventListener("click", () => this.close());
    $("rail").addEventListener("keydown", event => this.#key(event));
    this.choose(nameOf(this.tabs[0]));
  }

  /** @param {string} name */
  choose(name) {
    for (const tab of this.tabs) {
      const chosen = nameOf(tab) === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      $(`panel-${nameOf(tab)}`).hidden = !chosen;
    }
    $(`panel-${name}`).querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    if (name === "rules") loadRules(this.game);
  }

  /**
   * @param {string} name
   * @param {HTMLElement | null} opener
   */
  open(name, opener) {
    this.opener = opener;
    $("table").classList.add("sheet-open");
    this.choose(name);
    $(`tab-${name}`).focus();
  }

  close() {
    $("table").classList.remove("sheet-open");
    this.opener?.focus();
    this.opener = null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const here = this.tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") this.close();
    else if (way && here >= 0) {
      const next = this.tabs[(here + way + this.tabs.length) % this.tabs.length];
      this.choose(nameOf(next));
      next.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {HTMLElement} tab */
function nameOf(tab) {
  return tab.dataset.tab ?? "";
}

/**
 * Connects the dialog with the menu to its button; returns the dialog.
 * @param {() => boolean} isBusy whether no move can be played now; what was typed then stays there
 * @param {(text: string) => void} play plays a move that was typed there
 */
export function prepareMenu(isBusy, play) {
  const dialog = $("menu", HTMLDialogElement);
  $("menu-open").addEventListener("click", () => dialog.showModal());
  $("typed").addEventListener("submit", event => {
    event.preventDefault();
    const text = $("text", HTMLInputElement).value.trim();
    if (!text || isBusy()) return;
    dialog.close(); // closed first, so that during the move the focus is back where it was before
    play(text);
  });
  closeOutside(dialog);
  return dialog;
}

/**
 * @typedef {object} Question
 * @property {string} ask
 * @property {string} why
 * @property {string} yes
 * @property {string} no
 */

/**
 * Asks for confirmation before something that cannot be undone.
 * @param {Question} question
 * @param {() => void} action
 */
export function askFirst({ ask, why, yes, no }, action) {
  const dialog = $("sure", HTMLDialogElement);
  $("sure-text").textContent = ask;
  $("sure-why").textContent = why;
  $("sure-yes").textContent = yes;
  $("sure-no").textContent = no;
  dialog.returnValue = "";
  dialog.onclose = () => dialog.returnValue === "yes" && action();
  $("menu", HTMLDialogElement).close();
  dialog.showModal();
  closeOutside(dialog);
}

/** @param {HTMLDialogElement} dialog */
function closeOutside(dialog) {
  dialog.onclick = event => {
    if (event.target === dialog) dialog.close();
  };
}
