// Keeps the focus where it was when the table is redrawn, or moves it to the board.
import { $ } from "../lib/dom.js";

/** Keeps the focus from getting lost. */
export class Focus {
  /**
   * @param {() => void} home moves the focus to the board, where the next press is
   * @param {() => boolean} isSettled whether no further change is expected
   */
  constructor(home, isSettled) {
    this.home = home;
    this.isSettled = isSettled;
    /** Whether the focus belongs on the board once the table has changed. */
    this.wanted = false;
  }

  /** Notes that the player acts: a focus at the board, or none, will be moved back to the board. */
  follow() {
    const here = document.activeElement;
    this.wanted = here === document.body || ["areas", "prompt"].some(id => $(id).contains(here));
  }

  /**
   * Redraws, and restores the focus or moves it to the board.
   * @param {() => void} drawing
   */
  keep(drawing) {
    const wasOnBoard = $("areas").contains(document.activeElement);
    const id = document.activeElement?.id;
    drawing();
    const there = id ? document.getElementById(id) : null;
    const lost = document.activeElement === document.body || document.activeElement === null;
    const onBoard = $("areas").contains(document.activeElement);
    if (lost && there?.offsetParent) there.focus({ preventScroll: true });
    else if (this.wanted ? lost || onBoard : lost && (id || wasOnBoard)) this.home();
    if (this.isSettled()) this.wanted = false;
  }
}
