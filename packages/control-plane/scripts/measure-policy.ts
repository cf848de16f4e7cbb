// Measures what a policy decision costs: `npx tsx --conditions=portcullis-source packages/control-plane/scripts/measure-policy.ts`.
// Compare ratios within one run; machines differ and are noisy.

import { createPolicyCache } from "../src/decision/judging/policy-cache.js";
import { createPolicyEngine } from "../src/decision/policy/index.js";

const ROUNDS = 3000;
const tools = [
  {
    tool_name: "pay",
    inputSchema: { type: "object", properties: { amount: { type: "integer" }, to: { type: "string" } } },
  },
];
const rules = (count: number, readsTime: boolean) =>
  Array.from({ length: count }, (_, at) => {
    const time = readsTime ? ` && context.time.hour == ${at}` : "";
    const condition = `context.args has amount && context.args.amount > ${1000 + at} && context.args has to && context.args.to like "*@x${at}.example"${time}`;
    return `@id("rule-${at}") forbid (principal, action == Action::"pay", resource) when { ${condition} };`;
  }).join("\n");

for (const count of [0, 5, 20, 50]) {
  measure(`${count} rules`, count, false);
}
measure("20 rules that read the time", 20, true);

function measure(name: string, count: number, readsTime: boolean): void {
  const policies = [{ name: "main", source: rules(count, readsTime) }];
  const engine = createPolicyEngine({ policies, tools });
  const cache = createPolicyCache();
  const request = {
    agent: { id: "a", name: "n", riskLevel: "low" },
    toolName: "pay",
    grants: [{ tool_name: "pay", action: "ALLOW" as const }],
    arguments: { "/amount": 5, "/to": "somebody@example.org" },
    findings: [],
    risk: 0,
    behavior: 0,
    costNano: 0n,
    spentTodayNano: 0n,
    atMs: 1_760_000_000_000,
    targetTenantId: null,
    role: "agent",
  };
  const uncachedUs = medianUs(() => engine.evaluate(request));
  const cachedUs = medianUs(() => cache.evaluate({ tenantId: "t", engine, request, ttlMs: 60_000 }));
  process.stdout.write(`${name}: ${uncachedUs.toFixed(1)} µs evaluated, ${cachedUs.toFixed(1)} µs through the cache\n`);
  engine.close();
}

/** Median over single calls, so that a busy neighbour does not count. */
function medianUs(run: () => unknown): number {
  for (let round = 0; round < 500; round++) run();
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = process.hrtime.bigint();
    run();
    return Number(process.hrtime.bigint() - startedAt) / 1000;
  });
  times.sort((a, b) => a - b);
  return times[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}
