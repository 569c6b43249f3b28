import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  isBetterSideways,
  isWithin,
  widened,
  zoomed,
} from "../../src/ludotheque/web/static/camera.js";
import { nearest } from "../../src/ludotheque/web/static/keys.js";
import { nearestOf } from "../../src/ludotheque/web/static/parts.js";

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

describe("an arrow key leads", () => {
  const [left, right, up, down] = [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ];
  const around = [
    [-10, 0],
    [10, 0],
    [0, -10],
    [0, 10],
  ];
  test("its own way", () => {
    assert.equal(nearest([0, 0], around, left), 0);
    assert.equal(nearest([0, 0], around, right), 1);
    assert.equal(nearest([0, 0], around, up), 2);
    assert.equal(nearest([0, 0], around, down), 3);
  });
  test("to the nearest of several", () => {
    assert.equal(
      nearest(
        [0, 0],
        [
          [30, 0],
          [20, 0],
          [40, 0],
        ],
        right,
      ),
      1,
    );
  });
  test("rather far along than near aside", () => {
    assert.equal(
      nearest(
        [0, 0],
        [
          [10, 10],
          [34, 0],
        ],
        right,
      ),
      1,
    );
    assert.equal(
      nearest(
        [0, 0],
        [
          [10, 10],
          [36, 0],
        ],
        right,
      ),
      0,
    );
  });
  test("nowhere if nothing lies ahead, or only just", () => {
    assert.equal(
      nearest(
        [0, 0],
        [
          [-10, 0],
          [2, 5],
        ],
        right,
      ),
      -1,
    );
    assert.equal(nearest([0, 0], [], right), -1);
  });
});
