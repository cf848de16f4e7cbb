/** One stack for a suite: started before its tests, stopped after them, its output printed when one of them fails. */
import { afterAll, afterEach, beforeAll } from "vitest";
import { type Stack, type StackOptions, startStack } from "./stack.js";
import type { TestDatabase } from "./use-database.js";

/**
 * Gives a function that gives the stack, in hooks and tests.
 * @example
 * eachDatabase("agents", (database) => {
 *   const stack = useStack(database);
 *   test("…", async () => { await stack().call("agents.list", { as: stack().tenant.users.ADMIN }); });
 * });
 */
export function useStack(database: TestDatabase, options: Omit<StackOptions, "database"> = {}): () => Stack {
  let stack: Stack | undefined;
  let printed = 0;
  beforeAll(async () => {
    stack = await startStack({ ...options, database });
  });
  afterEach(({ task }) => {
    // Once or twice is enough: after that the same words repeat.
    if (task.result?.state !== "fail" || stack === undefined || ++printed > 2) return;
    console.error(`Output of the processes, after '${task.name}' failed:\n${stack.output()}`);
  });
  afterAll(async () => {
    await stack?.stop();
  });
  return () => {
    if (stack === undefined) throw new Error("The stack is there in hooks and tests only.");
    return stack;
  };
}
