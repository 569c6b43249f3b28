import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Gestures } from "../../../src/ludotheque/house/static/board/gestures.js";
import { promptAfter, said } from "../../../src/ludotheque/house/static/table/prompts.js";

const say = (text, why = "", tip = "") => ({ do: text, why, tip });
const GESTURES = new Gestures(
  [
    ["tile-1", "at-2,3", "tile-1@2,3"],
    ["tile-1", "at-4,5", "tile-1@4,5"],
    ["tile-2", "at-2,3", "tile-2@2,3"],
  ],
  { ghosts: [], places: [] },
);
const PROMPTS = {
  tile: { many: say("Choose one of {n} squares."), one: say("Choose the square."), back: "Back" },
  "tile at": {
    many: say("Put it on {last}.", "Or on another.", "Beginners: {last}."),
    one: say("One square: {last}."),
    only: say("Only {last} is left."),
    play: "Put",
    turn: "Turn",
  },
};
const after = (presses, chatty = false) => promptAfter(PROMPTS, GESTURES, presses, "", chatty);

describe("after presses", () => {
  test("what to do depends on the kinds of what was pressed", () => {
    assert.equal(after(["tile-1"]).do, "Choose one of 2 squares.");
    assert.equal(after(["tile-1", "at-2,3"]).do, "Put it on 2,3.");
  });
  test("a lone choice has words of its own", () => {
    assert.equal(after(["tile-2"]).do, "Choose the square.");
  });
  test("a piece with one gesture says that there is no other", () => {
    assert.equal(after(["tile-2", "at-2,3"]).do, "Only 2,3 is left.");
  });
  test("what many say is said of one that has no words of its own", () => {
    const prompts = { tile: { many: say("Go on.") } };
    assert.equal(promptAfter(prompts, GESTURES, ["tile-2"], "", false).do, "Go on.");
  });
  test("the buttons have the labels of the step", () => {
    const { play, turn, back } = after(["tile-1", "at-4,5"]);
    assert.deepEqual([play, turn, back], ["Put", "Turn", ""]);
    assert.deepEqual(after(["tile-1"]).back, "Back");
  });
  test("nothing is said where the game says nothing", () => {
    assert.equal(after(["pile-1"]), null);
  });
});

describe("the second line", () => {
  test("tells beginners more", () => {
    assert.equal(after(["tile-1", "at-2,3"]).why, "Or on another.");
    assert.equal(after(["tile-1", "at-2,3"], true).why, "Or on another. Beginners: 2,3.");
  });
  test("is empty where there is nothing to tell", () => {
    assert.deepEqual(said(say("Go."), {}, true), { do: "Go.", why: "" });
  });
  test("leaves alone what it has no value for", () => {
    assert.equal(said(say("{a} {b}"), { a: "1" }, false).do, "1 {b}");
  });
});

describe("while a word is typed", () => {
  const typed = { action: "go ", initial: "S", letters: "SET" };
  const prompts = {
    "pawn square": {
      many: say("Type a word in {L}."),
      one: say("Type it in {L}, to {last}."),
      only: say("Said of presses alone."),
    },
    "pawn square initial": { many: say("It begins with {L}.") },
    "pawn square missing": { many: say("Still {letters}."), one: say("Still {letters} alone.") },
    "pawn square ready": { many: say("Announce it."), play: "Announce" },
  };
  const places = { ghosts: [], places: [] };
  const lone = ["pawn-a1", "square-b2", typed];
  const while_ = (word, one = false) => {
    const paths = one ? [lone] : [lone, ["pawn-a1", "square-c3", typed]];
    return promptAfter(prompts, new Gestures(paths, places), lone.slice(0, 2), word, false);
  };

  test("first, what to type", () => {
    assert.equal(while_("").do, "Type a word in S.");
    assert.equal(while_("", true).do, "Type it in S, to b2.");
  });
  test("that it begins otherwise", () => {
    assert.equal(while_("tes").do, "It begins with S.");
  });
  test("which letters it lacks", () => {
    assert.equal(while_("s").do, "Still E, T.");
    assert.equal(while_("sé", true).do, "Still T alone.");
  });
  test("that it can be announced, and how the button is called", () => {
    assert.equal(while_("sète").do, "Announce it.");
    assert.equal(while_("sète", true).play, "Announce");
  });
  test("nothing where the game says nothing", () => {
    const gestures = new Gestures([lone], places);
    assert.equal(promptAfter({}, gestures, lone.slice(0, 2), "", false), null);
  });
});
