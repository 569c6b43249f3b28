import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  coursesOf,
  flagsOf,
  mistakesOf,
  nextTurning,
  roundsOf,
  runsOf,
  worthAt,
} from "../../../src/ludotheque/house/static/review/course.js";

const sure = share => ({ share, proved: true, low: null, high: null });
const guess = (share, low, high) => ({ share, proved: false, low, high });
const decision = (more = {}) => ({ seat: 0, round: 0, mark: "", worth: [], taken: null, ...more });
const game = (stops, seats, end = null) => ({
  stops: Array(stops).fill(),
  seats: Array(seats).fill(),
  end,
});

describe("what each seat has", () => {
  test("before a decision is what the decision says", () => {
    const worth = [sure(1), sure(0)];
    assert.deepEqual(worthAt(game(3, 2), [decision({ worth })], 0), worth);
  });
  test("is unknown where nothing is understood", () => {
    assert.deepEqual(worthAt(game(3, 2), [decision({ taken: sure(1) })], 1), []);
    assert.deepEqual(worthAt(game(2, 2), [decision()], 1), []);
    assert.deepEqual(worthAt(game(3, 2), [], 2), []);
  });
  test("at the end is what the last decision left, to both players", () => {
    const taken = guess(0.75, 0.5, 1);
    const both = [taken, guess(0.25, 0, 0.5)];
    assert.deepEqual(worthAt(game(2, 2), [decision({ taken })], 1), both);
    const second = [decision({ seat: 1, taken })];
    assert.deepEqual(worthAt(game(2, 2), second, 1), [...both].reverse());
    const proved = [decision({ taken: sure(0) })];
    assert.deepEqual(worthAt(game(2, 2), proved, 1), [sure(0), sure(1)]);
  });
  test("at the end of a game of several is how it ended", () => {
    const last = [decision({ taken: sure(0) })];
    assert.deepEqual(worthAt(game(2, 3, [1, 0, 0]), last, 1), [sure(1), sure(0), sure(0)]);
    assert.deepEqual(worthAt(game(2, 3), last, 1), []);
  });
});

describe("courses", () => {
  test("of two players, the first's; of several, everybody's", () => {
    const worth = [sure(1), sure(0), sure(0.5)];
    assert.deepEqual(coursesOf(game(2, 2), [decision({ worth })]), [[sure(1), null]]);
    const three = [
      [sure(1), null],
      [sure(0), null],
      [sure(0.5), null],
    ];
    assert.deepEqual(coursesOf(game(2, 3), [decision({ worth })]), three);
  });
});

describe("flags", () => {
  const courses = [[sure(1), sure(0), null]];
  test("stand after decisions that gave something away", () => {
    const marks = ["only", "slip"].map(mark => decision({ mark }));
    assert.deepEqual(flagsOf([[sure(1), sure(0), sure(0.5)]], marks), [
      { stop: 2, mark: "slip", share: 0.5 },
    ]);
  });
  test("stand at the height before, if what follows is unknown", () => {
    const marks = ["mistake", "blunder"].map(mark => decision({ mark }));
    assert.deepEqual(
      flagsOf(courses, marks).map(flag => flag.share),
      [0, 0],
    );
    assert.deepEqual(flagsOf([[null, null]], [decision({ mark: "slip" })]), []);
  });
  test("stand on the course of whoever decided", () => {
    const three = [
      [sure(1), sure(1)],
      [sure(0), sure(0.25)],
      [sure(0), sure(0)],
    ];
    const [flag] = flagsOf(three, [decision({ seat: 1, mark: "slip" })]);
    assert.equal(flag.share, 0.25);
    const [alone] = flagsOf(courses, [decision({ seat: 1, mark: "slip" })]);
    assert.equal(alone.share, 0, "of two players, the first's course is the only one");
  });
});

test("a round begins where the number of rounds grows", () => {
  const rounds = [0, 0, 1, 1, 2].map(round => decision({ round }));
  assert.deepEqual(roundsOf(rounds), [2, 4]);
  assert.deepEqual(roundsOf([decision({ round: 3 })]), []);
});

test("the next turning point is looked for from the beginning again", () => {
  const marks = ["slip", "", "blunder", "only"].map(mark => decision({ mark }));
  assert.equal(nextTurning(marks, 0), 1);
  assert.equal(nextTurning(marks, 1), 3);
  assert.equal(nextTurning(marks, 3), 1);
  assert.equal(nextTurning([decision()], 0), undefined);
});

describe("runs", () => {
  const [p, q, g, h] = [sure(1), sure(0), guess(0.5, 0, 1), guess(0.4, 0, 1)];
  const run = (from, ...points) => ({ proved: points[0].proved, points, from });
  test("are points of one kind that follow each other", () => {
    assert.deepEqual(runsOf([p, q], []), [run(null, p, q)]);
    assert.deepEqual(runsOf([g, h], []), [run(null, g, h)]);
  });
  test("of different kinds are joined", () => {
    assert.deepEqual(runsOf([p, q, g], []), [run(null, p, q), run(q, g)]);
  });
  test("end where something is unknown", () => {
    assert.deepEqual(runsOf([p, null, q], []), [run(null, p), run(null, q)]);
    assert.deepEqual(runsOf([null, p], []), [run(null, p)]);
  });
  test("end with their round", () => {
    assert.deepEqual(runsOf([p, q], [1]), [run(null, p), run(null, q)]);
    assert.deepEqual(runsOf([p, g], [1]), [run(null, p), run(null, g)]);
  });
});

describe("mistakes", () => {
  test("are those of this device that gave much away, with the turn they were made at", () => {
    const seats = [{ mine: true }, { mine: false }];
    const decisions = ["slip", "mistake", "", "blunder", "only", "unknown"].flatMap((mark, n) => [
      decision({ mark, number: 2 * n + 1 }),
      decision({ mark, seat: 1, number: 2 * n + 2 }),
    ]);
    assert.deepEqual(mistakesOf(decisions, seats), [
      { number: 3, turn: 3 },
      { number: 7, turn: 7 },
    ]);
  });
});
