// The eleven stages, in order. A stage takes values and ports, and gives a value or throws a Refusal; no stage knows another.
// Whatever happens here becomes the call's answer in one place: outcome.ts.
import type { Call } from "./calls/call.js";
import type { EdgeParts } from "./edge-parts.js";
import { type Outcome, replayed, requireRequestId, store } from "./outcome.js";
import { conclude } from "./stages/audit.js";
import { authenticate, identify } from "./stages/auth.js";
import { decide } from "./stages/decide.js";
import { execute } from "./stages/execution.js";
import { inspect } from "./stages/inference.js";
import { checkKillSwitch } from "./stages/kill-switch.js";
import { filterOutput } from "./stages/output-filter.js";
import { checkLimits } from "./stages/rate-limit.js";

export async function runPipeline(call: Call, edge: EdgeParts): Promise<Outcome> {
  const { timeline, request } = call;
  requireRequestId(call);

  // 0. Kill switch: also refuses while this edge cannot know whether it is on.
  await timeline.run("kill_switch", () => checkKillSwitch(edge.mirror, () => identify(request, edge)));

  // 1. Auth: token, tenant, role, agent.
  const caller = await timeline.run("auth", () => authenticate(request, edge));

  // 2. Rate limit: refuses floods, and what is known to be used up. The exact count is taken with 4 to 7.
  timeline.run("rate_limit", () => checkLimits(caller, edge));

  // 3. Inference: the payload is read and scanned; findings are passed on and refuse nothing.
  const inspected = await timeline.run("inference", () => inspect(call, caller, edge));

  // 4. Policy, 5. Behavior, 6. Decision, 7. Autonomy: the control plane judges, in one round trip.
  const decided = await timeline.run("policy", () => decide(call, inspected, edge), "autonomy");
  if (decided.verdict === "replay") return replayed(decided);

  // 8. Execution: only with a permit that has not lapsed. From here on a record is owed.
  const executed = await timeline.run("execution", () => execute(call, caller, inspected, decided, edge));

  // 9. Output filter: redacts the tool's answer, or withholds it.
  const filtered = await timeline.run("output_filter", () =>
    filterOutput({ agentId: caller.agentId, toolName: inspected.toolName }, executed, edge.mirror, edge.detection),
  );

  // 10. Audit: the record is durable before the answer is given; the control plane chains and signs it.
  return store(conclude(call, inspected, decided, executed, filtered, edge), edge.keeper);
}
