import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  Holder,
  hasMoved,
  merged,
  readGestures,
  readGhosts,
} from "../../../src/ludotheque/house/static/table/views.js";

const seat = (name, turn) => ({ name, turn, points: 0 });
const line = n => ({ n, seat: 0, text: `move ${n}`, chance: [] });
const area = (name, ...parts) => ({
  name,
  label: name,
  box: [0, 0, 10, 10],
  endless: false,
  below: ["b"],
  above: [],
  parts,
});

/** A view with everything that a step can change. */
function viewOf(...areas) {
  return deepFreeze({
    seq: 12,
    title: "Toy",
    status: "your turn",
    note: "",
    told: "",
    seats: [seat("Ann", true), seat("Ben", false)],
    over: null,
    undo: null,
    can: { act: true, undo: false, hint: true },
    rematch: null,
    notice: null,
    moves: [line(1), line(2)],
    gestures: [["a", "a>b"]],
    symbols: { s: "<circle/>" },
    drawings: { b: "<rect/>" },
    looks: { k: ["pawn", "", 10, 10] },
    areas,
    ghosts: { "ghost-1": ["k", "a"] },
  });
}

function deepFreeze(value) {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}

/** The ids of the parts of the first area after a change of it. */
function idsAfter(ids, change) {
  const parts = ids.map(id => [id, "k", 0, 0]);
  const { areas } = merged(viewOf(area("board", ...parts)), { seq: 13, areas: { board: change } });
  return areas[0].parts.map(([id]) => id).join("");
}

describe("the facts of a step", () => {
  const view = viewOf();
  const after = facts => merged(view, { seq: 13, facts });
  test("are those that changed; all others stay, and stay the same objects", () => {
    const { seats, can, moves, gestures, areas, ...told } = after({ status: "wait" });
    assert.equal(told.seq, 13);
    assert.equal(told.status, "wait");
    assert.equal(told.title, "Toy");
    for (const [now, before] of [
      [seats, view.seats],
      [can, view.can],
      [moves, view.moves],
      [gestures, view.gestures],
      [areas, view.areas],
      [told.looks, view.looks],
      [told.drawings, view.drawings],
      [told.symbols, view.symbols],
      [told.ghosts, view.ghosts],
    ]) {
      assert.equal(now, before);
    }
  });
  test("are merged key by key", () => {
    assert.deepEqual(after({ can: { act: false } }).can, { act: false, undo: false, hint: true });
    assert.equal(view.can.act, true);
  });
  test("are merged seat by seat; a seat that stays is the same object", () => {
    const { seats } = after({ seats: { 1: { turn: true } } });
    assert.ok(Array.isArray(seats));
    assert.deepEqual(seats, [seat("Ann", true), seat("Ben", true)]);
    assert.equal(seats[0], view.seats[0]);
  });
  test("replace a list that has become longer or shorter", () => {
    assert.deepEqual(after({ seats: [seat("Ann", true)] }).seats, [seat("Ann", true)]);
  });
  test("come from nothing and go to nothing", () => {
    const over = { text: "Ann wins", why: "", points: "", scores: [] };
    const ended = after({ over, rematch: "t2" });
    assert.deepEqual(ended.over, over);
    assert.equal(ended.rematch, "t2");
    const why = merged(ended, { seq: 14, facts: { over: { why: "four in a row" } } });
    assert.deepEqual(why.over, { ...over, why: "four in a row" });
    assert.equal(merged(why, { seq: 15, facts: { over: null } }).over, null);
  });
});

describe("the moves of a step", () => {
  const view = { ...viewOf(), moves: [line(1), line(4), line(6)] };
  const after = moves => merged(view, { seq: 13, moves }).moves;
  test("follow those up to a number, which stay the same objects", () => {
    assert.deepEqual(after([6, line(7), line(9)]), [...view.moves, line(7), line(9)]);
    assert.equal(after([6, line(7)])[2], view.moves[2]);
  });
  test("replace the last line, where chance has added to it", () => {
    assert.deepEqual(after([4, line(8)]), [line(1), line(4), line(8)]);
    assert.deepEqual(after([5, line(8)]), [line(1), line(4), line(8)]);
  });
  test("may be none where moves were taken back", () => {
    assert.deepEqual(after([4]), [line(1), line(4)]);
    assert.deepEqual(after([0]), []);
  });
});

describe("a move is to be seen", () => {
  const after = (...numbers) => ({ moves: numbers.map(line) });
  test("if one was made, or chance has added to the last", () => {
    assert.ok(hasMoved(after(), after(1)));
    assert.ok(hasMoved(after(1, 4), after(1, 6)));
  });
  test("but not if one was taken back, or something else happened", () => {
    assert.ok(!hasMoved(after(1, 4), after(1)));
    assert.ok(!hasMoved(after(1), after()));
    assert.ok(!hasMoved(after(1), after(1)));
  });
});

describe("drawings, looks and symbols of a step", () => {
  test("are added to those that are known", () => {
    const step = {
      seq: 13,
      symbols: { t: "<path/>" },
      drawings: { c: "<g/>" },
      looks: { l: ["queen", "", 10, 10] },
    };
    const view = merged(viewOf(), step);
    assert.deepEqual(Object.keys(view.symbols), ["s", "t"]);
    assert.deepEqual(view.drawings, { b: "<rect/>", c: "<g/>" });
    assert.deepEqual(Object.keys(view.looks), ["k", "l"]);
  });
});

describe("the parts of an area", () => {
  test("go", () => {
    assert.equal(idsAfter(["a", "b", "c"], { gone: ["a", "c"] }), "b");
  });
  test("come at their index in the list that results", () => {
    const came = [
      [0, "x", "k", 0, 0],
      [2, "y", "k", 0, 0, ["m"]],
      [4, "z", "k", 0, 0, [], "a"],
    ];
    assert.equal(idsAfter(["a", "b"], { came }), "xaybz");
  });
  test("come with their marks and with what they were", () => {
    const step = { seq: 13, areas: { board: { came: [[0, "x", "k", 1, 2, ["m"], "a"]] } } };
    const [board] = merged(viewOf(area("board")), step).areas;
    assert.deepEqual(board.parts, [["x", "k", 1, 2, ["m"], "a"]]);
  });
  test("change where they are; all others stay the same objects", () => {
    const view = viewOf(area("board", ["a", "k", 0, 0], ["b", "k", 0, 0], ["c", "k", 0, 0]));
    const step = { seq: 13, areas: { board: { changed: [["b", "l", 5, 6]] } } };
    const [{ parts, below }] = merged(view, step).areas;
    assert.deepEqual(parts[1], ["b", "l", 5, 6]);
    assert.equal(parts[0], view.areas[0].parts[0]);
    assert.equal(parts[2], view.areas[0].parts[2]);
    assert.equal(below, view.areas[0].below);
  });
  test("are sorted at the end", () => {
    assert.equal(idsAfter(["a", "b", "c"], { sorted: ["c", "a", "b"] }), "cab");
  });
  test("do all of that at once, in that order", () => {
    const change = {
      gone: ["b"],
      changed: [["c", "l", 1, 1]],
      came: [[1, "b", "l", 2, 2]],
      sorted: ["c", "b", "a"],
    };
    assert.equal(idsAfter(["a", "b", "c"], change), "cba");
    const view = viewOf(area("board", ["a", "k", 0, 0], ["b", "k", 0, 0], ["c", "k", 0, 0]));
    const [board] = merged(view, { seq: 13, areas: { board: change } }).areas;
    assert.deepEqual(board.parts[1], ["b", "l", 2, 2]);
    assert.deepEqual(board.parts[0], ["c", "l", 1, 1]);
  });
});

describe("areas", () => {
  const view = viewOf(area("board", ["a", "k", 0, 0]), area("hand", ["h", "k", 0, 0]));
  test("that are not named stay the same objects", () => {
    const { areas } = merged(view, { seq: 13, areas: { hand: { label: "Ann's" } } });
    assert.equal(areas[0], view.areas[0]);
    assert.deepEqual(areas[1], { ...view.areas[1], label: "Ann's" });
    assert.equal(areas[1].parts, view.areas[1].parts);
  });
  test("change what is below and above, their box and whether they end", () => {
    const change = { box: [0, 0, 20, 10], below: [], above: ["b"], endless: true };
    const [board] = merged(view, { seq: 13, areas: { board: change } }).areas;
    assert.deepEqual(board, { ...view.areas[0], ...change });
  });
  test("come whole, at their place in the order", () => {
    const choice = area("choice", ["c", "k", 0, 0]);
    const order = ["board", "choice", "hand"];
    const { areas } = merged(view, { seq: 13, areas: { choice }, order });
    assert.deepEqual(areas, [view.areas[0], choice, view.areas[1]]);
    assert.equal(areas[2], view.areas[1]);
  });
  test("go", () => {
    assert.deepEqual(merged(view, { seq: 13, order: ["hand"] }).areas, [view.areas[1]]);
  });
});

describe("families of gestures", () => {
  test("with one step are a list", () => {
    const family = { steps: ["column-"], action: "{0}", tree: ["1", "3"] };
    assert.deepEqual(readGestures([family]), [
      ["column-1", "1"],
      ["column-3", "3"],
    ]);
  });
  test("with several steps are a tree whose last level is a list", () => {
    const family = {
      steps: ["pile-", "pile-"],
      action: "{0}>{1}",
      tree: { b: ["a", "c"], a: ["b"] },
    };
    assert.deepEqual(readGestures([family]), [
      ["pile-b", "pile-a", "b>a"],
      ["pile-b", "pile-c", "b>c"],
      ["pile-a", "pile-b", "a>b"],
    ]);
  });
  test("may name a press twice, or leave one out", () => {
    const family = { steps: ["at-", "turn-"], action: "{0}@{1},{0}", tree: { x: ["1"] } };
    assert.deepEqual(readGestures([family]), [["at-x", "turn-1", "x@1,x"]]);
    const short = { steps: ["hand-", "ghost-"], action: "+{1}", tree: { "": ["Y04"] } };
    assert.deepEqual(readGestures([short]), [["hand-", "ghost-Y04", "+Y04"]]);
  });
  test("keep signs of the pattern that only look like places", () => {
    const family = { steps: ["a-"], action: "{0}{x}$&", tree: ["$1"] };
    assert.deepEqual(readGestures([family]), [["a-$1", "$1{x}$&"]]);
  });

  const typed = { threads: [[0, 1, "ink"]], lang: "fr" };
  const end = (action, initial, letters) => ({ action, initial, letters, ...typed });
  test("that end in typing have the letters at the leaves, the first of which is the initial", () => {
    const family = {
      steps: ["pawn-", "square-"],
      action: "{0}-{1} ",
      typed,
      tree: { d1: { a8: "ASU" } },
    };
    assert.deepEqual(readGestures([family]), [["pawn-d1", "square-a8", end("d1-a8 ", "A", "ASU")]]);
  });
  test("follow each other", () => {
    const families = [
      { steps: ["a-"], action: "{0}", tree: ["1"] },
      { steps: ["b-"], action: "{0}*", tree: ["1"] },
    ];
    assert.deepEqual(readGestures(families), [
      ["a-1", "1"],
      ["b-1", "1*"],
    ]);
  });
  test("replace the gestures before, and none means that nothing can be done", () => {
    const gestures = [{ steps: ["a-"], action: "{0}", tree: ["1"] }];
    assert.deepEqual(merged(viewOf(), { seq: 13, gestures }).gestures, [["a-1", "1"]]);
    assert.deepEqual(merged(viewOf(), { seq: 13, gestures: [] }).gestures, []);
  });
});

describe("ghosts", () => {
  const families = [
    { steps: ["hand-", "square-", "ghost-"], action: "{2}", ghosts: true, tree: {} },
    { steps: ["button-"], action: "{0}", tree: ["pass"] },
  ];
  families[0].tree = { Y1: { "0,1": { "Y5@0,1": "k1", "Y8@0,1": "k2" } } };
  test("are the last presses of their family, whose leaves are their looks", () => {
    assert.deepEqual(readGestures(families), [
      ["hand-Y1", "square-0,1", "ghost-Y5@0,1", "Y5@0,1"],
      ["hand-Y1", "square-0,1", "ghost-Y8@0,1", "Y8@0,1"],
      ["button-pass", "pass"],
    ]);
    assert.deepEqual(readGhosts(families), {
      "ghost-Y5@0,1": ["k1", "square-0,1"],
      "ghost-Y8@0,1": ["k2", "square-0,1"],
    });
  });
  test("are replaced with the gestures, and only with them", () => {
    const view = viewOf();
    assert.deepEqual(merged(view, { seq: 13, gestures: [] }).ghosts, {});
    const next = merged(view, { seq: 13, gestures: families }).ghosts;
    assert.deepEqual(Object.keys(next), ["ghost-Y5@0,1", "ghost-Y8@0,1"]);
  });
});

describe("whoever holds a view", () => {
  const step = seq => ({ seq, facts: { note: `after ${seq}` } });
  const notes = views => views.map(view => view.note);
  test("takes steps one by one", () => {
    const holder = new Holder(viewOf());
    const views = holder.takeSteps({ from: 12, steps: [step(13), step(15)] });
    assert.deepEqual(notes(views), ["after 13", "after 15"]);
    assert.equal(holder.since, 15);
    assert.equal(holder.view, views[1]);
  });
  test("takes no step twice", () => {
    const holder = new Holder(viewOf());
    const message = { from: 12, steps: [step(13)] };
    holder.takeSteps(message);
    assert.deepEqual(holder.takeSteps(message), []);
    assert.equal(holder.since, 13);
    assert.deepEqual(notes(holder.takeSteps({ from: 13, steps: [step(14)] })), ["after 14"]);
  });
  for (const [what, from] of [
    ["a gap", 13],
    ["steps of which it knows some", 11],
  ]) {
    test(`needs the whole view after ${what}, and takes no steps before it`, () => {
      const holder = new Holder(viewOf());
      assert.deepEqual(holder.takeSteps({ from, steps: [step(12), step(14)] }), []);
      assert.equal(holder.since, null);
      assert.deepEqual(holder.takeSteps({ from: 12, steps: [step(13)] }), []);
      assert.equal(holder.view.seq, 12);
      const whole = { ...viewOf(), seq: 14 };
      assert.deepEqual(holder.takeWhole(whole), [whole]);
      assert.deepEqual(notes(holder.takeSteps({ from: 14, steps: [step(15)] })), ["after 15"]);
    });
  }
  test("takes a whole view of the same event, but none that is older", () => {
    const holder = new Holder(viewOf());
    const same = { ...viewOf(), note: "again" };
    assert.deepEqual(holder.takeWhole(same), [same]);
    assert.deepEqual(holder.takeWhole({ ...viewOf(), seq: 11 }), []);
    assert.equal(holder.view, same);
  });
  test("waits for no other whole view after one that is older", () => {
    const holder = new Holder(viewOf());
    holder.takeSteps({ from: 20, steps: [step(21)] });
    holder.takeWhole({ ...viewOf(), seq: 11 });
    assert.equal(holder.since, 12);
    assert.deepEqual(notes(holder.takeSteps({ from: 12, steps: [step(13)] })), ["after 13"]);
  });
});
