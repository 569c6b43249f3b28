import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { withGhosts } from "../../../src/ludotheque/house/static/board/scene.js";

describe("ghosts", () => {
  test("lie over their parts, after all others; an area without ghosts stays the same object", () => {
    const areas = [
      { name: "hand", parts: [["h", "k", 0, 0]] },
      {
        name: "board",
        parts: [
          ["s", "k", 3, 4],
          ["t", "k", 5, 6],
        ],
      },
    ];
    const [hand, board] = withGhosts(areas, { g: ["k2", "s"], lost: ["k2", "nowhere"] });
    assert.equal(hand, areas[0]);
    assert.deepEqual(board.parts, [...areas[1].parts, ["g", "k2", 3, 4]]);
    assert.equal(areas[1].parts.length, 2);
  });
});
