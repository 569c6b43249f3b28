import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { leftMs, written } from "../../../src/ludotheque/house/static/table/clocks.js";

const WORDS = { days: "d", hours: "h", decimal_point: "." };
const CLOCK = {
  pace: "5+3",
  text: "",
  left_ms: [60_000, 9000],
  running: 1,
  from_ms: 1_000_500,
};

describe("the time left", () => {
  test("runs for the seat to move alone, from the moment that is told", () => {
    assert.equal(leftMs(CLOCK, 0, 2_000_000), 60_000);
    assert.equal(leftMs(CLOCK, 1, 1_000_000), 9000);
    assert.equal(leftMs(CLOCK, 1, 1_001_000), 8500);
  });
  test("is never less than nothing", () => assert.equal(leftMs(CLOCK, 1, 9_000_000), 0));
  test("stands when no time runs", () => {
    const standing = { ...CLOCK, running: null, from_ms: null };
    assert.equal(leftMs(standing, 1, 9_000_000), 9000);
  });
});

describe("a time is written", () => {
  for (const [ms, text] of /** @type {[number, string][]} */ ([
    [0, "0:00.0"],
    [1, "0:00.1"],
    [9400, "0:09.4"],
    [10_000, "0:10"],
    [59_001, "1:00"],
    [245_000, "4:05"],
    [3_723_000, "1:02:03"],
    [86_400_000, "1 d"],
    [2 * 86_400_000 + 3 * 3_600_000, "2 d 3 h"],
  ]))
    test(text, () => assert.equal(written(ms, WORDS), text));
});
