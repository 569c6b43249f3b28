import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  isBetterSideways,
  isWithin,
  widened,
  zoomed,
} from "../../../src/ludotheque/house/static/board/camera.js";

describe("zooming", () => {
  test("keeps the point it is about where it is", () => {
    assert.deepEqual(zoomed([0, 0, 1000, 500], 2, [0, 0], 100), [0, 0, 500, 250]);
    assert.deepEqual(zoomed([0, 0, 1000, 500], 2, [1000, 500], 100), [500, 250, 500, 250]);
    assert.deepEqual(zoomed([0, 0, 1000, 500], 0.5, [500, 250], 100), [-500, -250, 2000, 1000]);
  });
  test("ends where two and a half parts, or sixty, fill the width", () => {
    assert.deepEqual(zoomed([0, 0, 400, 400], 100, [0, 0], 100), [0, 0, 250, 250]);
    assert.deepEqual(zoomed([0, 0, 400, 400], 100, [0, 0], 40), [0, 0, 100, 100]);
    assert.deepEqual(zoomed([0, 0, 400, 400], 0.001, [0, 0], 100), [0, 0, 6000, 6000]);
  });
});

describe("a box is widened", () => {
  test("by a margin on every side", () => {
    assert.deepEqual(widened([10, 20, 100, 50], 5, 0), [5, 15, 110, 60]);
  });
  test("to no less than is to be seen, with the box in the middle", () => {
    assert.deepEqual(widened([0, 0, 100, 60], 10, 200), [-50, -70, 200, 200]);
    assert.deepEqual(widened([0, 0, 300, 60], 10, 200), [-10, -70, 320, 200]);
  });
});

describe("a high board lies on its side", () => {
  test("in a room where its parts would be too small to press", () => {
    assert.equal(isBetterSideways([0, 0, 600, 1200], 80, { width: 500, height: 350 }), true);
  });
  test("unless they can be pressed as it is", () => {
    assert.equal(isBetterSideways([0, 0, 600, 1200], 80, { width: 1000, height: 700 }), false);
  });
  test("unless they would be smaller still", () => {
    assert.equal(isBetterSideways([0, 0, 600, 1200], 80, { width: 200, height: 500 }), false);
  });
});

describe("a part is within a view", () => {
  const view = [10, 20, 100, 50];
  const part = (x, y) => ({ x, y, width: 30, height: 10 });
  test("if all of it is", () => {
    assert.ok(isWithin(view, part(10, 20)));
    assert.ok(isWithin(view, part(80, 60)));
  });
  test("but not if it juts out at any side", () => {
    assert.ok(!isWithin(view, part(9, 20)));
    assert.ok(!isWithin(view, part(10, 19)));
    assert.ok(!isWithin(view, part(81, 60)));
    assert.ok(!isWithin(view, part(80, 61)));
  });
});
