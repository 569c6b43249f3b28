import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fallenBetween, originsIn } from "../../../src/ludotheque/house/static/board/movement.js";

const at = (id, was) => (was ? [id, "pawn", 0, 0, [], was] : [id, "pawn", 0, 0]);
const square = id => [id, "square", 0, 0];
const board = (...parts) => ({ name: "board", parts });
const hand = (...parts) => ({ name: "hand", parts });
const isPiece = look => look === "pawn";
const fallen = (before, after) => fallenBetween(before, after, isPiece);

test("a piece that moved says where it was", () => {
  const areas = [board(at("b", "a"), at("c"), square("s")), hand(at("h", "x"))];
  assert.deepEqual(
    [...originsIn(areas)],
    [
      ["b", "a"],
      ["h", "x"],
    ],
  );
});

describe("of the pieces of the view before", () => {
  test("one that stays does not fall", () => {
    assert.deepEqual(fallen([board(at("a"))], [board(at("a"))]), []);
  });
  test("one that is elsewhere now does not fall, in whichever area", () => {
    assert.deepEqual(fallen([hand(at("h"))], [board(at("b", "h"))]), []);
  });
  test("one that is gone falls, in the area where it was", () => {
    assert.deepEqual(fallen([board(), hand(at("h"))], [board(), hand()]), [
      { area: "hand", id: "h" },
    ]);
  });
  test("one whose place another has taken falls", () => {
    assert.deepEqual(fallen([board(at("a"), at("b"))], [board(at("b", "a"))]), [
      { area: "board", id: "b" },
    ]);
  });
  test("in a row that is pushed, only the last falls", () => {
    const before = [board(at("1"), at("2"), at("3"))];
    const after = [board(at("1"), at("2", "1"), at("3", "2"))];
    assert.deepEqual(fallen(before, after), [{ area: "board", id: "3" }]);
  });
  test("what is no piece vanishes without falling", () => {
    assert.deepEqual(fallen([board(square("s"))], [board()]), []);
  });
});
