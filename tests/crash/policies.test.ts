// V8 of Node 20 and 22 ends the process when it throws an optimized function away while Cedar is at work below it. By itself that
// takes some thousands to tens of thousands of evaluations; here it is made to happen in the middle of ten of them.

import { runProgram } from "@portcullis/testkit";
import { expect, test } from "vitest";

test.each(["process", "thread"])("a %s that evaluates policies many times lives on", async (where) => {
  const ended = await runProgram("tests/crash/evaluate-policies.mjs", [where]);
  expect(ended).toEqual({ code: 0, output: "denied 4950 of 10000, optimized anew 10 times\n" });
});
