// A process, or with the word "thread" a worker thread of one, that evaluates policies from the built package. In the middle
// of some evaluations, all optimized functions are thrown away, as V8 does with each when what it took for granted ends.

import { Session } from "node:inspector";
import { isMainThread, Worker } from "node:worker_threads";

const TIMES = 10_000;
const EVERY = 1_000;

if (isMainThread && process.argv[2] === "thread") new Worker(new URL(import.meta.url));
else await evaluatePolicies();

async function evaluatePolicies() {
  const { createPolicyEngine } = await import("../../packages/control-plane/dist/index.js");
  const inputSchema = { type: "object", properties: { amount: { type: "integer" } } };
  const large = `@id("large") forbid (principal, action == Action::"pay", resource)
    when { context.args has amount && context.args.amount > 100 };`;
  const engine = createPolicyEngine({
    policies: [{ name: "main", source: large }],
    tools: [{ tool_name: "pay", inputSchema }],
  });
  const deoptimizations = watchStringify();
  let denied = 0;
  for (let time = 1; time <= TIMES; time++) {
    if (time % EVERY === 0) deoptimizations.due += 1;
    const { decision } = engine.evaluate({
      agent: { id: "a", name: "n", riskLevel: "low" },
      toolName: "pay",
      grants: [{ tool_name: "pay", action: "ALLOW" }],
      arguments: { "/amount": time % 200 },
      findings: [],
      risk: 0,
      behavior: 0,
      costNano: 0n,
      spentTodayNano: 0n,
      atMs: time,
      targetTenantId: null,
      role: "agent",
    });
    if (decision === "deny") denied += 1;
  }
  process.stdout.write(`denied ${denied} of ${TIMES}, optimized anew ${deoptimizations.done} times\n`);
}

/** Cedar asks JavaScript for the request as JSON: that is the moment at which its caller waits within WebAssembly. */
function watchStringify() {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  const { stringify } = JSON;
  const count = { due: 0, done: 0 };
  JSON.stringify = (value) => {
    if (count.due > count.done) {
      // To count calls, V8 drops all optimized code, which does not count them.
      session.post("Profiler.startPreciseCoverage", { callCount: true });
      session.post("Profiler.stopPreciseCoverage");
      count.done += 1;
    }
    return stringify(value);
  };
  return count;
}
