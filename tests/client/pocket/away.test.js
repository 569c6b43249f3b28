import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Away, FIRST_WAIT_MS } from "../../../src/ludotheque/house/static/pocket/away.js";

/** What a tab keeps, without a browser. */
class Kept extends Map {
  /** @param {string} key */
  getItem(key) {
    return this.get(key) ?? null;
  }
  /** @param {string} key @param {string} value */
  setItem(key, value) {
    this.set(key, value);
  }
}

describe("a site that does not answer", () => {
  test("is asked ever more seldom, also if it answers and leads back here at once", () => {
    const kept = new Kept();
    let passed = 0;
    let asked = 0;
    while (passed < 3_600_000) {
      const away = new Away(kept); // in another document each time
      away.begin();
      passed += away.wait();
      asked += 1;
    }
    assert.ok(asked <= 20, `${asked} times in an hour`);
  });
  test("is asked soon at first, and again once the network is back", () => {
    const away = new Away(new Kept());
    assert.ok(!away.isAway);
    away.begin();
    assert.ok(away.isAway);
    assert.deepEqual([away.wait(), away.wait()], [FIRST_WAIT_MS, 2 * FIRST_WAIT_MS]);
    away.again();
    assert.equal(away.wait(), FIRST_WAIT_MS);
  });
  test("that an earlier version has noted is waited for as at first", () => {
    const kept = new Kept([["offline", "yes"]]);
    assert.equal(new Away(kept).wait(), FIRST_WAIT_MS);
  });
});
