// Sends work to the Worker that computes bots, hints and reviews; replaces it if it is stuck.

// The first piece of work waits for Python to start, which takes seconds on a slow phone.
const LONGEST_START_MS = 120_000;

/** Has a Worker do one piece of work after the other. */
export class Thoughts {
  /** @type {Worker | null} */
  worker = null;
  /** @type {Promise<unknown>} */
  last = Promise.resolve();
  number = 0;
  /** Whether Python has started in the Worker, so that it answers soon. */
  ready = false;

  /** Starts the Worker, so that the first bot need not wait for it. */
  start() {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("thinker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (data.ready) this.ready = true;
    });
    this.worker = worker;
    return worker;
  }

  /**
   * Returns the result of a piece of work, which begins after the earlier ones.
   * @param {Uint8Array} work
   * @param {number} longest how many milliseconds it may take
   * @returns {Promise<Uint8Array>}
   */
  think(work, longest) {
    const answer = this.last.then(() => this.#asked(work, longest));
    this.last = answer.catch(() => {});
    return answer;
  }

  /**
   * @param {Uint8Array} work
   * @param {number} longest
   * @returns {Promise<Uint8Array>}
   */
  #asked(work, longest) {
    const time = this.number === 0 ? LONGEST_START_MS : longest;
    const worker = this.start();
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#replace();
        reject(new Error("stuck"));
      }, time);
      worker.onmessage = ({ data }) => {
        if (data.id !== id) return;
        clearTimeout(timer);
        if (data.bytes) resolve(data.bytes);
        else reject(new Error(data.error));
      };
      worker.postMessage({ id, work });
    });
  }

  #replace() {
    this.worker?.terminate();
    this.worker = null;
    this.number = 0;
    this.ready = false;
    this.start();
  }
}
