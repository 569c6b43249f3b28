import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Gestures, isTyped } from "../../../src/ludotheque/house/static/board/gestures.js";

const NOBODY = { ghosts: [], places: [] };
const TYPED = { action: "pawn-near ", initial: "S", letters: "SET" };

// What a press comes to that does nothing.
const NOTHING = { ledOn: false, again: false, ask: null, end: null };

const only = (...gestures) => new Gestures(gestures, NOBODY);

// Two tiles: the first can lie in one way here and in two ways there, the second only there.
const TILES = new Gestures(
  [
    ["tile", "here", "here-up", "T@here"],
    ["tile", "there", "there-up", "T@there"],
    ["tile", "there", "there-down", "t@there"],
    ["other", "there", "other-up", "O@there"],
    ["other", "far", "other-far", "O@far"],
  ],
  { ghosts: ["here-up", "there-up", "there-down", "other-up", "other-far"], places: ["here"] },
);

// A pawn leads to three squares; two of them end in a word, one of those after a choice of support.
const WORDS = only(
  ["pawn", "near", TYPED],
  ["pawn", "far", "left", { ...TYPED, action: "pawn-far/left " }],
  ["pawn", "far", "right", { ...TYPED, action: "pawn-far/right " }],
  ["pawn", "home", "pawn-home"],
  ["rook", "far", "left", { ...TYPED, action: "rook-far/left " }],
  ["pass", "pass"],
);

describe("what is lit", () => {
  test("first, what begins a gesture, each part once", () => {
    assert.deepEqual(TILES.next([]), ["tile", "other"]);
  });
  test("then what goes on from there, and from there only", () => {
    assert.deepEqual(TILES.next(["tile"]), ["here", "there"]);
    assert.deepEqual(TILES.next(["other"]), ["there", "far"]);
    assert.deepEqual(TILES.next(["tile", "there"]), ["there-up", "there-down"]);
  });
  test("nothing after a whole gesture or after presses that are none", () => {
    assert.deepEqual(TILES.next(["tile", "there", "there-up"]), []);
    assert.deepEqual(TILES.next(["here"]), []);
  });
  test("nothing without gestures", () => {
    assert.deepEqual(only().next([]), []);
  });
  test("what a gesture means is no part of it", () => {
    assert.deepEqual(only(["a", "b"]).next(["a"]), []);
  });
});

describe("what is complete", () => {
  test("exactly the presses of a gesture, in their order", () => {
    assert.equal(WORDS.end(["pawn", "home"]), "pawn-home");
    assert.equal(WORDS.end(["pass"]), "pass");
    assert.equal(WORDS.end(["pawn"]), null);
    assert.equal(WORDS.end(["home", "pawn"]), null);
    assert.equal(WORDS.end(["pawn", "home", "home"]), null);
    assert.equal(WORDS.end([]), null);
  });
  test("a typed end says what is owed", () => {
    assert.deepEqual(WORDS.end(["pawn", "near"]), TYPED);
    assert.ok(isTyped(TYPED));
    assert.ok(!isTyped("pawn-home"));
  });
});

describe("a press that leads on", () => {
  test("is added, and nothing is complete yet", () => {
    assert.deepEqual(TILES.press([], "tile"), { ...NOTHING, presses: ["tile"], ledOn: true });
  });
  test("leaves the presses before it as they were", () => {
    const before = ["tile"];
    TILES.press(before, "there");
    assert.deepEqual(before, ["tile"]);
  });
  test("makes the action", () => {
    const step = TILES.press(["tile", "there"], "there-down");
    assert.deepEqual(step.presses, ["tile", "there", "there-down"]);
    assert.equal(step.end, "t@there");
  });
  test("asks for the typing", () => {
    assert.deepEqual(WORDS.press(["pawn"], "near").end, TYPED);
  });
  test("is complete although a longer gesture begins with it", () => {
    const gestures = only(["a", "short"], ["a", "b", "long"]);
    const step = gestures.press([], "a");
    assert.deepEqual([step.presses, step.end], [["a"], "short"]);
  });
});

describe("a step that is no choice", () => {
  test("is skipped if it is how a piece lies, even if it makes the action", () => {
    const step = TILES.press(["tile"], "here");
    assert.deepEqual(step.presses, ["tile", "here", "here-up"]);
    assert.equal(step.end, "T@here");
  });
  test("is the first of several ways to lie, which can be turned afterwards", () => {
    const step = TILES.press(["tile"], "there");
    assert.deepEqual(step.presses, ["tile", "there", "there-up"]);
    assert.equal(step.end, "T@there");
  });
  test("is no choice of places", () => {
    const step = WORDS.press(["pawn"], "far");
    assert.deepEqual([step.presses, step.end], [["pawn", "far"], null]);
  });
  test("is skipped if more follows", () => {
    const gestures = only(["pawn", "road", "left", "l"], ["pawn", "road", "right", "r"]);
    assert.deepEqual(gestures.press([], "pawn").presses, ["pawn", "road"]);
  });
  test("is skipped if a word follows", () => {
    const step = WORDS.press(["rook"], "far");
    assert.deepEqual(step.presses, ["rook", "far", "left"]);
    assert.equal(step.end.action, "rook-far/left ");
  });
  test("is skipped several times in a row", () => {
    const step = only(["a", "b", "c", TYPED]).press([], "a");
    assert.deepEqual([step.presses, step.end], [["a", "b", "c"], TYPED]);
  });
  test("is never skipped if it is the last free press", () => {
    const step = only(["pawn", "road", "square", "move"]).press([], "pawn");
    assert.deepEqual(step.presses, ["pawn", "road"]);
    assert.equal(step.end, null);
  });
});

describe("a press that leads nowhere", () => {
  test("is asked about with the presses before it, which stay", () => {
    const expected = { ...NOTHING, presses: ["tile"], ask: ["tile", "far"] };
    assert.deepEqual(TILES.press(["tile"], "far"), expected);
  });
  test("is asked about alone if it is the first", () => {
    assert.deepEqual(TILES.press([], "here").ask, ["here"]);
    assert.deepEqual(only().press([], "tile").ask, ["tile"]);
  });
  test("is asked about even if no gesture knows the part", () => {
    assert.deepEqual(TILES.press(["tile"], "moon").ask, ["tile", "moon"]);
  });
  test("keeps the very list of presses, so that nothing is drawn anew", () => {
    const before = ["tile"];
    assert.equal(TILES.press(before, "far").presses, before);
  });
});

describe("another first piece", () => {
  test("starts over with it", () => {
    const step = TILES.press(["tile", "there"], "other");
    assert.deepEqual(step, { ...NOTHING, presses: ["other"] });
  });
  test("makes no action by the same press", () => {
    const step = WORDS.press(["pawn"], "pass");
    assert.deepEqual([step.presses, step.end], [["pass"], null]);
  });
  test("is a mistake if it can be a later step of some gesture", () => {
    const piles = only(["a", "b", "a>b"], ["b", "c", "b>c"]);
    assert.deepEqual(piles.press(["b"], "a").presses, ["a"]);
    const step = piles.press(["a"], "b");
    assert.equal(step.end, "a>b");
    const three = only(["a", "c", "a>c"], ["b", "c", "b>c"], ["c", "b", "c>b"]);
    assert.deepEqual(three.press(["a"], "b").ask, ["a", "b"]);
  });
  test("starts over where it can be a later step, but not this one", () => {
    const pawns = only(["a", "far", "b", "a-far"], ["b", "near", "a", "b-near"]);
    assert.deepEqual(pawns.press(["a"], "b").presses, ["b"]);
    const two = only(["a", "far", "b", "a/b"], ["a", "far", "c", "a/c"], ["d", "near", "e", "d/e"]);
    assert.deepEqual(two.press(["a", "far"], "d").presses, ["d"]);
    assert.deepEqual(two.press(["a", "far"], "e").ask, ["a", "far", "e"]);
  });
  test("is a mistake if it is a place", () => {
    const gestures = [
      ["pawn", "square", "move"],
      ["free", "put"],
    ];
    const places = new Gestures(gestures, { ghosts: [], places: ["free"] });
    assert.deepEqual(places.press(["pawn"], "free").ask, ["pawn", "free"]);
    assert.deepEqual(only(...gestures).press(["pawn"], "free").presses, ["free"]);
  });
});

describe("the first piece again", () => {
  test("puts it down", () => {
    const step = TILES.press(["tile", "there"], "tile");
    assert.deepEqual(step, { ...NOTHING, presses: [] });
  });
  test("goes on where a gesture presses it twice", () => {
    assert.equal(only(["a", "a", "twice"], ["a", "b", "once"]).press(["a"], "a").end, "twice");
  });
});

describe("a step back", () => {
  test("takes back the last press", () => {
    assert.deepEqual(WORDS.back(["pawn", "far", "left"]), ["pawn", "far"]);
    assert.deepEqual(TILES.back(["tile", "there"]), ["tile"]);
    assert.deepEqual(TILES.back(["tile"]), []);
  });
  test("and the steps before it that were no choice", () => {
    assert.deepEqual(TILES.back(["tile", "here", "here-up"]), ["tile"]);
    assert.deepEqual(TILES.back(["tile", "there", "there-down"]), ["tile"]);
    assert.deepEqual(only(["a", "b", "c", TYPED]).back(["a", "b", "c"]), []);
  });
  test("takes back nothing from nothing", () => {
    assert.deepEqual(TILES.back([]), []);
  });
});

describe("a press after a whole gesture", () => {
  test("takes back as little as it must", () => {
    const step = TILES.press(["tile", "there", "there-up"], "there-down");
    assert.deepEqual(step.presses, ["tile", "there", "there-down"]);
    assert.deepEqual([step.end, step.ledOn], ["t@there", true]);
  });
  test("takes back as much as it must", () => {
    assert.equal(TILES.press(["tile", "there", "there-up"], "here").end, "T@here");
    const step = TILES.press(["tile", "there", "there-up"], "other");
    assert.deepEqual(step.presses, ["other"]);
  });
  test("repeats the last step if it presses that again", () => {
    const step = WORDS.press(["pawn", "near"], "near");
    assert.deepEqual(step.presses, ["pawn", "near"]);
    assert.deepEqual(step.end, TYPED);
  });
  test("takes back everything and asks if it leads nowhere", () => {
    const step = WORDS.press(["pawn", "home"], "moon");
    assert.deepEqual(step, { ...NOTHING, presses: [], ask: ["moon"] });
  });
  test("leads on while a word is typed", () => {
    const step = WORDS.press(["pawn", "far", "left"], "right");
    assert.deepEqual(step.presses, ["pawn", "far", "right"]);
    assert.equal(step.end.action, "pawn-far/right ");
    assert.deepEqual(WORDS.press(["pawn", "far", "left"], "near").end, TYPED);
  });
  test("leaves what is typed and asks about the first piece if it leads nowhere", () => {
    const before = ["pawn", "far", "left"];
    const step = WORDS.press(before, "moon");
    const expected = { ...NOTHING, presses: before, ask: ["pawn", "moon"] };
    assert.deepEqual(step, expected);
    assert.equal(step.presses, before);
  });
});

describe("the last part of a whole gesture again", () => {
  test("confirms it, and nothing is pressed anew", () => {
    const before = ["pawn", "home"];
    const step = WORDS.press(before, "home");
    assert.deepEqual(step, { ...NOTHING, presses: before, again: true });
    assert.equal(step.presses, before);
  });
  test("is the place below the way a piece lies, too", () => {
    const before = ["tile", "there", "there-down"];
    assert.deepEqual(TILES.press(before, "there"), { ...NOTHING, presses: before, again: true });
    assert.ok(TILES.press(before, "there-down").again);
  });
  test("is no part before it", () => {
    assert.ok(!TILES.press(["tile", "there", "there-down"], "tile").again);
    assert.ok(!WORDS.press(["pawn", "home"], "pawn").again);
  });
  test("does not confirm a word, which has a button of its own", () => {
    assert.ok(!WORDS.press(["pawn", "near"], "near").again);
  });
});

describe("a piece that is turned", () => {
  test("lies the next way, and after the last the first", () => {
    const up = ["tile", "there", "there-up"];
    const down = ["tile", "there", "there-down"];
    assert.deepEqual(TILES.turned(up), down);
    assert.deepEqual(TILES.turned(down), up);
  });
  test("stays as it is where it can lie in one way only", () => {
    const here = ["tile", "here", "here-up"];
    assert.deepEqual(TILES.turned(here), here);
  });
  test("is none before anything can be pressed", () => {
    assert.deepEqual(only().turned([]), []);
  });
});

describe("choices", () => {
  test("are counted among what could come next", () => {
    assert.equal(WORDS.choices([]), 3);
    assert.equal(WORDS.choices(["pawn"]), 3);
    assert.equal(WORDS.choices(["rook"]), 1);
  });
  test("are what could have been last, once a gesture is whole", () => {
    assert.equal(TILES.choices(["tile", "there", "there-up"]), 2);
    assert.equal(TILES.choices(["tile", "here", "here-up"]), 1);
    assert.equal(WORDS.choices(["pawn", "far", "left"]), 2);
  });
});

describe("a gesture is the only one of its piece", () => {
  test("if nothing else could have followed the first press", () => {
    assert.ok(WORDS.isOnly(["rook", "far"]));
    assert.ok(WORDS.isOnly(["pass"]));
  });
  test("but not if it could have gone elsewhere or lain otherwise", () => {
    assert.ok(!WORDS.isOnly(["pawn", "home"]));
    assert.ok(!TILES.isOnly(["other", "there", "other-up"]));
  });
});

describe("a gesture that was hinted at", () => {
  const hinted = () => {
    const gestures = new Gestures(
      [
        ["tile", "here", "up", "T@here"],
        ["tile", "here", "down", "t@here"],
        ["tile", "there", "far", "T@there"],
      ],
      { ghosts: ["up", "down", "far"], places: ["here", "there"] },
    );
    gestures.hinted = ["tile", "here", "down"];
    return gestures;
  };
  test("is taken up by a press on its place", () => {
    const step = hinted().press([], "here");
    assert.deepEqual([step.presses, step.end], [["tile", "here", "down"], "t@here"]);
  });
  test("says how the piece lies, wherever it is taken up", () => {
    assert.deepEqual(hinted().press(["tile"], "here").presses, ["tile", "here", "down"]);
    assert.deepEqual(hinted().press(["tile"], "there").presses, ["tile", "there", "far"]);
  });
  test("can still be turned, and is nothing to press after others", () => {
    assert.deepEqual(hinted().turned(["tile", "here", "down"]), ["tile", "here", "up"]);
    assert.deepEqual(hinted().press([], "there").ask, ["there"]);
  });
  test("lets a part that begins a gesture begin it", () => {
    const piles = only(["a", "b", "a>b"], ["b", "a", "b>a"]);
    piles.hinted = ["a", "b"];
    assert.deepEqual(piles.press([], "b").presses, ["b"]);
  });
});

describe("what else could be chosen", () => {
  test("is what could be in the place of the last choice", () => {
    assert.deepEqual(TILES.others(["tile", "there", "there-up"]), ["here"]);
    assert.deepEqual(only(["a", "A"], ["b", "B"]).others(["a"]), ["b"]);
  });
  test("is nothing before a gesture is whole, and while a word is typed", () => {
    assert.deepEqual(TILES.others(["tile"]), []);
    assert.deepEqual(WORDS.others(["pawn", "near"]), []);
  });
});
