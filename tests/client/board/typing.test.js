import assert from "node:assert/strict";
import { test } from "node:test";
import { covered, fold } from "../../../src/ludotheque/house/static/board/typing.js";

test("letters are compared as capitals without accents", () => {
  assert.equal(fold("Été çà naïf"), "ETE CA NAIF");
  assert.equal(fold("cœur Œuf"), "COEUR OEUF");
  assert.equal(fold("ex æquo Æ"), "EX AEQUO AE");
  assert.equal(fold("e\u0301t\u00e9"), "ETE", "composed or not");
});

test("letters owed are ticked off wherever they stand", () => {
  assert.deepEqual(covered("SET", ""), [false, false, false]);
  assert.deepEqual(covered("SET", "té"), [false, true, true]);
  assert.deepEqual(covered("SET", "sète"), [true, true, true]);
  assert.deepEqual(covered("OE", "œ"), [true, true]);
});

test("a letter owed twice must be typed twice", () => {
  assert.deepEqual(covered("EE", "e"), [true, false]);
  assert.deepEqual(covered("EE", "élève"), [true, true]);
});

test("letters that are not owed tick nothing off", () => {
  assert.deepEqual(covered("S", "xyz"), [false]);
  assert.deepEqual(covered("", "xyz"), []);
});
