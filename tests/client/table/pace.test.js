import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { breath, Pace } from "../../../src/ludotheque/house/static/table/pace.js";

const still = seq => ({ seq, moves: 0 });
const moved = seq => ({ seq, moves: seq });

/** A pace whose breaths end when the test says so, and what it has shown. */
function paced() {
  const shown = [];
  const breaths = [];
  const isSeen = (before, after) => before.moves !== after.moves;
  const later = (action, ms) => breaths.push({ action, ms });
  const pace = new Pace(view => shown.push(view.seq), isSeen, still(0), later);
  return { pace, shown, breaths, breathe: () => breaths.shift().action() };
}

describe("a breath", () => {
  test("is as long as a person needs", () => {
    assert.equal(breath(0), 600);
    assert.equal(breath(4), 600);
  });
  test("is shorter where many moves wait, but never too short to be seen", () => {
    assert.equal(breath(6), 400);
    assert.equal(breath(100), 150);
  });
});

describe("views", () => {
  test("without a movement are shown at once", () => {
    const { pace, shown, breaths } = paced();
    pace.add([still(1), still(2)]);
    assert.deepEqual([shown, breaths], [[1, 2], []]);
  });
  test("with a movement come one at a time", () => {
    const { pace, shown, breaths, breathe } = paced();
    pace.add([moved(1), moved(2), moved(3)]);
    assert.deepEqual(shown, [1]);
    assert.ok(pace.behind);
    breathe();
    assert.deepEqual(shown, [1, 2]);
    breathe();
    assert.deepEqual(shown, [1, 2, 3]);
    assert.ok(!pace.behind);
    assert.deepEqual(
      breaths.map(({ ms }) => ms),
      [600],
    );
  });
  test("wait for the movement before them, also those that come later", () => {
    const { pace, shown, breathe } = paced();
    pace.add([moved(1)]);
    pace.add([moved(2)]);
    assert.deepEqual(shown, [1]);
    breathe();
    assert.deepEqual(shown, [1, 2]);
  });
  test("are shown at once after a rest", () => {
    const { pace, shown, breathe } = paced();
    pace.add([moved(1)]);
    breathe();
    pace.add([moved(2)]);
    assert.deepEqual(shown, [1, 2]);
  });
  test("that come while one is shown keep their order", () => {
    const shown = [];
    const show = view => {
      shown.push(view.seq);
      if (view.seq === 1) pace.add([still(3)]);
    };
    const pace = new Pace(show, () => false, still(0));
    pace.add([still(1), still(2)]);
    assert.deepEqual(shown, [1, 2, 3]);
  });
});

describe("who presses", () => {
  test("sees the last view at once, and none twice", () => {
    const { pace, shown, breathe } = paced();
    pace.add([moved(1), moved(2), moved(3)]);
    pace.skip();
    assert.deepEqual(shown, [1, 3]);
    assert.ok(!pace.behind);
    breathe();
    assert.deepEqual(shown, [1, 3]);
  });
  test("sees nothing new where nothing waits", () => {
    const { pace, shown } = paced();
    pace.skip();
    assert.deepEqual(shown, []);
  });
});
