import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Silence } from "../../../src/ludotheque/house/static/lib/silence.js";

const PING_DUE_MS = 20_001;
const DEAD_MS = 6001;

describe("a line on which nothing was asked", () => {
  test("is asked whether it stands after 20 s of silence, and is not dead", () => {
    const silence = new Silence(0);
    assert.ok(!silence.isPingDue(PING_DUE_MS - 1));
    assert.ok(silence.isPingDue(PING_DUE_MS));
    assert.ok(!silence.isDead(10 * PING_DUE_MS));
  });
  test("counts its silence from what was heard last", () => {
    const silence = new Silence(0);
    silence.say(5000);
    silence.hear(5000);
    assert.ok(!silence.isPingDue(PING_DUE_MS));
    assert.ok(silence.isPingDue(5000 + PING_DUE_MS));
  });
  test("says something after 20 s, however much it hears", () => {
    const silence = new Silence(0);
    silence.hear(PING_DUE_MS - 1);
    assert.ok(silence.isPingDue(PING_DUE_MS));
    silence.say(PING_DUE_MS);
    assert.ok(!silence.isPingDue(PING_DUE_MS));
  });
});

describe("a line on which something was asked", () => {
  const asked = () => {
    const silence = new Silence(0);
    silence.ask("pong", 20_000);
    return silence;
  };
  test("is dead after 6 s of silence, however long it was silent before", () => {
    assert.ok(!asked().isDead(20_000));
    assert.ok(!asked().isDead(20_000 + DEAD_MS - 1));
    assert.ok(asked().isDead(20_000 + DEAD_MS));
  });
  test("is not asked again whether it stands", () => {
    assert.ok(!asked().isPingDue(PING_DUE_MS));
  });
  test("is not kept alive by more questions", () => {
    const silence = asked();
    silence.ask("c1", 25_000);
    assert.ok(silence.isDead(20_000 + DEAD_MS));
  });
  test("lives while anything is heard, but its question stays", () => {
    const silence = asked();
    silence.hear(25_000);
    assert.ok(!silence.isDead(20_000 + DEAD_MS));
    assert.ok(silence.isDead(25_000 + DEAD_MS));
  });
  test("lives once all is answered", () => {
    const silence = asked();
    silence.ask("c1", 20_000);
    silence.answer("pong");
    assert.ok(silence.isDead(20_000 + DEAD_MS));
    silence.answer("c1");
    assert.ok(!silence.isDead(20_000 + DEAD_MS));
  });
});
