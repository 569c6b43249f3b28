// The focus while the table is drawn anew: where it was, or on the board.
import { $, find } from "../lib/dom.js";

/** Keeps the focus from getting lost. */
export class Focus {
  /** @param {() => void} home puts it where the next press is */
  constructor(home) {
    this.home = home;
    /** Whether it belongs on the board once the table has changed. */
    this.wanted = false;
  }

  /** Takes note that somebody acts: whoever is at the board stays there. */
  follow() {
    const here = document.activeElement;
    this.wanted = here === document.body || ["areas", "prompt"].some(id => $(id).contains(here));
  }

  /**
   * Draws anew and puts the focus back where it was, or on the board.
   * @param {() => void} drawing
   * @param {() => boolean} isSettled whether nothing more is awaited after that
   */
  keep(drawing, isSettled) {
    const wasOnBoard = $("areas").contains(document.activeElement);
    const selector = selectorOf(document.activeElement);
    drawing();
    const there = selector ? find(document, selector, HTMLElement) : null;
    const lost = document.activeElement === document.body || document.activeElement === null;
    const onBoard = $("areas").contains(document.activeElement);
    if (lost && there?.offsetParent) there.focus({ preventScroll: true });
    else if (this.wanted ? lost || onBoard : lost && (selector || wasOnBoard)) this.home();
    if (isSettled()) this.wanted = false;
  }
}

/**
 * How an element is found again after it was drawn anew.
 * @param {Element | null} element
 */
function selectorOf(element) {
  if (element instanceof HTMLElement && element.dataset.move) {
    return `[data-move="${element.dataset.move}"]`;
  }
  return element?.id ? `#${element.id}` : "";
}
