// The mistakes to be tried again, which several open pages add to and solve.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @type {Map<string, string>} */
const stored = new Map();
const localStorage = {
  getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
};
Object.assign(globalThis, { localStorage, location: { pathname: "/" } });
const { Mistakes } = await import("../../../src/ludotheque/house/static/practice/mistakes.js");

beforeEach(() => stored.clear());

/** @param {number} number */
function made(number) {
  return { table: "t", number, turn: number, day: 0, solved: false };
}

/** @param {InstanceType<typeof Mistakes>} mistakes */
function told(mistakes) {
  return mistakes.list.map(({ number, solved }) => `${number}${solved ? "✓" : ""}`).join(" ");
}

test("the newest mistake comes first, none is stored twice, and the newest unsolved one is next", () => {
  const mistakes = new Mistakes("plus4");
  mistakes.add([made(1), made(4)]);
  mistakes.add([made(4), made(6)]);
  assert.equal(told(mistakes), "6 4 1");
  mistakes.solve(made(6));
  assert.equal(mistakes.next?.number, 4);
  assert.equal(told(new Mistakes("redline")), "");
});

test("a page keeps what other pages have added or solved since it was opened", () => {
  const [review, retry] = [new Mistakes("plus4"), new Mistakes("plus4")];
  review.add([made(1)]);
  retry.solve(made(1));
  review.add([made(1), made(4)]);
  retry.solve(made(4));
  assert.equal(told(review), "4✓ 1✓");
});

test("the oldest mistakes are forgotten at last", () => {
  const mistakes = new Mistakes("plus4");
  for (let number = 0; number < 60; number++) mistakes.add([made(number)]);
  assert.equal(mistakes.list.length, 50);
  assert.equal(mistakes.list[0].number, 59);
});
