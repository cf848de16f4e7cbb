import { stat } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { checkPassword, hashPassword } from "./passwords.js";

const MANY = 8;

describe("the work of passwords", () => {
  beforeEach(() => {
    vi.stubEnv("PORTCULLIS_TEST_HASHES", "full");
  });

  it("is bcrypt's, with 2^10 rounds", async () => {
    const hash = await hashPassword("a new one");
    expect(hash).toMatch(/^\$2b\$10\$/);
    expect(await checkPassword("a new one", hash)).toBe(true);
    expect(await checkPassword("another", hash)).toBe(false);
  });

  it.each([
    ["checked", () => checkPassword("a guess", null)],
    ["hashed", () => hashPassword("a new one")],
  ])("leaves threads to everything else, however many are %s at once", async (_, work) => {
    let done = 0;
    const all = Array.from({ length: MANY }, () => work().then(() => done++));
    await nextTurn();
    await stat(".");
    // Behind all of them, it would come when at most those that still ran were left.
    expect(done).toBeLessThan(MANY / 2);
    await Promise.all(all);
  });
});
