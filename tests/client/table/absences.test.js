import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Absences } from "../../../src/ludotheque/house/static/table/absences.js";

const person = (mine = false) => ({ kind: "person", mine });
const HERE = { here: true, away_s: null, waited_s: null };
const view = (more = {}) => ({
  seq: 7,
  turn: 1,
  over: null,
  seats: [person(true), person()],
  ...more,
});
const told = (other, more = {}) => ({
  type: "presence",
  seq: 7,
  turn_s: 500,
  limit_s: 120,
  seats: [HERE, other],
  ...more,
});
const away = (awayS, waitedS = awayS) => ({ here: false, away_s: awayS, waited_s: waitedS });

/** What is known when that was told at 0 s and this is seen then. */
function known(message, seen = view()) {
  const absences = new Absences();
  absences.see(seen, 0);
  absences.take(message, 0);
  return absences;
}

describe("somebody at a table", () => {
  test("is here, away, and gone once the others need not wait any longer", () => {
    const at = (message, nowMs) => {
      const absences = known(message);
      return absences.attendance(absences.of(view(), 1), nowMs);
    };
    assert.equal(at(told(HERE), 0), "here");
    assert.equal(at(told(away(100)), 0), "away");
    assert.equal(at(told(away(100)), 20_000), "gone");
    assert.equal(at(told(away(null)), 0), "gone");
  });
  test("is nobody if it is oneself, a bot or nobody", () => {
    const absences = known(told(away(3)));
    const seats = [person(true), { kind: "bot", mine: false }];
    assert.equal(absences.of(view({ seats }), 1), null);
    assert.equal(absences.of(view(), 0), null);
  });
});

describe("somebody who is awaited", () => {
  test("keeps the others waiting for as long as the site says", () => {
    const absences = known(told(away(50, 30)));
    assert.deepEqual(absences.awaited(view(), 0), { seat: 1, leftS: 90 });
    assert.deepEqual(absences.awaited(view(), 60_000), { seat: 1, leftS: 30 });
    assert.deepEqual(absences.awaited(view(), 600_000), { seat: 1, leftS: 0 });
  });
  test("has all the time when a turn begins", () => {
    const absences = known(told(away(100)), view({ turn: 0 }));
    const later = view({ seq: 8 });
    absences.see(later, 10_000);
    assert.deepEqual(absences.awaited(later, 15_000), { seat: 1, leftS: 115 });
  });
  test("gains no time by what others ask for meanwhile", () => {
    const absences = known(told(away(100)));
    const asked = view({ seq: 8 });
    absences.see(asked, 10_000);
    assert.deepEqual(absences.awaited(asked, 15_000), { seat: 1, leftS: 5 });
  });
  test("was awaited no longer than the turn lasts", () => {
    const absences = known(told(away(100), { turn_s: 20 }));
    assert.deepEqual(absences.awaited(view(), 0), { seat: 1, leftS: 100 });
  });
  test("is nobody who is here, who is not to move, or after the end", () => {
    assert.equal(known(told(HERE)).awaited(view(), 0), null);
    assert.equal(known(told(away(9))).awaited(view({ turn: 0 }), 0), null);
    assert.equal(known(told(away(9))).awaited(view({ over: {} }), 0), null);
    assert.equal(known(told(away(9, null))).awaited(view(), 0), null);
  });
  test("is awaited by those who play, not by those who watch", () => {
    const seats = [person(), person()];
    assert.equal(known(told(away(9))).awaited(view({ seats }), 0), null);
  });
});
