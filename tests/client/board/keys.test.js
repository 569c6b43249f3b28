import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nearest } from "../../../src/ludotheque/house/static/board/keys.js";

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
