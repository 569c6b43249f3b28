// Days in a row on which a problem was solved.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Streak } from "../../../src/ludotheque/house/static/practice/streak.js";

/** @type {Map<string, string>} */
const stored = new Map();
const localStorage = {
  getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
};
Object.assign(globalThis, { localStorage });

beforeEach(() => stored.clear());

test("days in a row are counted back from a day, over the end of a month", () => {
  const streak = new Streak("plus4");
  for (const day of ["2026-02-27", "2026-02-28", "2026-03-01"]) streak.add(day, 1);
  assert.equal(streak.length("2026-03-01"), 3);
  assert.equal(streak.length("2026-02-28"), 2);
  assert.equal(streak.length("2026-03-02"), 0);
});

test("a day that was missed, late or solved with help ends it, and is marked if it was solved", () => {
  const streak = new Streak("plus4");
  streak.add("2026-11-14", 2);
  streak.add("2026-11-15", 0);
  streak.add("2026-11-16", 1);
  assert.equal(streak.length("2026-11-16"), 1);
  assert.ok(streak.has("2026-11-15"));
  assert.ok(!streak.has("2026-11-13"));
});

test("the first result of a day stays, each game has its own, and all are found again", () => {
  new Streak("plus4").add("2026-11-16", 3);
  new Streak("plus4").add("2026-11-16", 1);
  assert.deepEqual(new Streak("plus4").tries, { "2026-11-16": 3 });
  assert.deepEqual(new Streak("redline").tries, {});
});

test("old days are forgotten at last", () => {
  const streak = new Streak("plus4");
  for (let day = 0; day < 500; day++) {
    streak.add(new Date(day * 86_400_000).toISOString().slice(0, 10), 1);
  }
  assert.equal(Object.keys(streak.tries).length, 400);
  assert.ok(!streak.has("1970-01-01"));
});
