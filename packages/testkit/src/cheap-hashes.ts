/**
 * Loaded before a program under test, and before each test file: bcrypt then hashes at its lowest cost, for 1 ms instead of 60. Every
 * stack makes and compares dozens of passwords and keys. All else is bcrypt's own; a hash says its cost, so that comparing one that
 * was made elsewhere takes what it takes. With `PORTCULLIS_TEST_HASHES=full` the cost is the product's.
 */
import { createRequire } from "node:module";
import { isMainThread } from "node:worker_threads";

interface Bcrypt {
  hash: (password: string, cost: number) => Promise<string>;
}

const LOWEST_COST = 4;

// Threads hash nothing, and would read the add-on once more each.
if (isMainThread) {
  // That of the control plane, not one of this package's own.
  const load = createRequire(new URL("../../control-plane/package.json", import.meta.url));
  const { hash }: Bcrypt = load("@node-rs/bcrypt/binding.js");
  const bcrypt: Bcrypt = load("@node-rs/bcrypt");
  bcrypt.hash = (password, cost) => hash(password, process.env.PORTCULLIS_TEST_HASHES === "full" ? cost : LOWEST_COST);
}
