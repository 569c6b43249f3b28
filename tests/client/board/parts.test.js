import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nearestOf } from "../../../src/ludotheque/house/static/board/parts.js";

describe("the part that a finger means", () => {
  const part = (left, top) => ({
    getBoundingClientRect: () => ({ left, top, right: left + 10, bottom: top + 10 }),
  });
  const [one, other] = [part(0, 0), part(30, 0)];
  test("is the one below it", () => {
    assert.equal(nearestOf([one, other], { x: 5, y: 5 }, 0), one);
    assert.equal(nearestOf([one, other], { x: 30, y: 10 }, 0), other);
  });
  test("is the nearest otherwise", () => {
    assert.equal(nearestOf([one, other], { x: 19, y: 5 }, 20), one);
    assert.equal(nearestOf([one, other], { x: 21, y: 5 }, 20), other);
    assert.equal(nearestOf([other, one], { x: 21, y: 5 }, 20), other);
  });
  test("is none if all are farther than that, corners included", () => {
    assert.equal(nearestOf([one], { x: 13, y: 14 }, 5), one);
    assert.equal(nearestOf([one], { x: 14, y: 14 }, 5), null);
    assert.equal(nearestOf([], { x: 0, y: 0 }, 100), null);
  });
});
