import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { labelOf } from "../../../src/ludotheque/house/static/board/dress.js";

describe("the label of a part", () => {
  test("may be the same whatever the part", () => {
    assert.equal(labelOf("a pawn", "pawn-a"), "a pawn");
  });
  test("may stand around the rest of its id", () => {
    assert.equal(labelOf(["square ", ", free"], "square--5,-5"), "square -5,-5, free");
  });
});
