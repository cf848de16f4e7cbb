// POST /policy/simulate: a draft over past calls. Compares what stage 4 came to then with what the draft comes to on the
// same inputs; scores, contracts and approvals stay out of it. Reads in pages and gives the serving loop its turn.

import { type DataOf, Refusal } from "@portcullis/contract";
import { formatInstant } from "@portcullis/core";
import { pathsFor, replayInputs, requestAtPointers } from "../../decision/inputs.js";
import type { PolicyEngine } from "../../decision/policy/index.js";
import type { Handler } from "../../http/handler.js";
import { compileDraft } from "./draft.js";
import { type KeptRequest, type RequestPlace, readBase, walkKeptRequests } from "./store.js";

type Simulation = DataOf<"policy.simulate">;
type Change = Simulation["changed"][number];

export const simulatePolicy: Handler<"policy.simulate"> = async (context, { body }) => {
  const filter = {
    sinceMs: body.since === undefined ? 0 : Date.parse(body.since),
    untilMs: body.until === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(body.until),
    agentId: body.agent_id,
  };
  if (filter.sinceMs > filter.untilMs) {
    const msg = "until must not be before since";
    throw new Refusal("validation_failed", {
      details: [{ type: "value_error", loc: ["body", "until"], msg, input: body.until ?? null }],
    });
  }
  const base = await context.read(readBase);
  const { engine } = await compileDraft(context.tenantId, base, body.name, body.policy);
  const result = { replayed: 0, unreplayable: 0, unchanged: 0, changed: [] as Change[] };
  try {
    let place: RequestPlace | null = null;
    let left = body.limit;
    do {
      const step: Awaited<ReturnType<typeof walkKeptRequests>> = await context.read((db) =>
        walkKeptRequests(db, filter, place),
      );
      await replayPage(step.found.slice(0, left), engine, result);
      left -= step.found.length;
      place = step.next;
    } while (place !== null && left > 0);
  } finally {
    engine.close();
  }
  return result;
};

async function replayPage(page: readonly KeptRequest[], engine: PolicyEngine, result: Simulation): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  for (const [index, row] of page.entries()) {
    if (index % 25 === 24) await new Promise((resolve) => setImmediate(resolve));
    const outcome = replay(row, engine);
    if (outcome === null) {
      result.unreplayable += 1;
      continue;
    }
    result.replayed += 1;
    const { was, now } = outcome;
    if (was.decision === now.decision && was.rule_id === now.rule_id) result.unchanged += 1;
    else result.changed.push(changeOf(row, was, now));
  }
}

function changeOf(row: KeptRequest, was: Change["was"], now: Change["now"]): Change {
  const { audit_id, tool_name, agent_id } = row;
  return { audit_id, tool_name, agent_id, at: formatInstant(row.created_at), was, now };
}

/** Null when the draft reads a value that was not kept. */
function replay(row: KeptRequest, engine: PolicyEngine): Pick<Change, "was" | "now"> | null {
  const kept = replayInputs(row.inputs);
  if (kept === null) return null;
  const request = requestAtPointers(kept, pathsFor(engine.argumentPaths, kept.request.toolName));
  if (request === null) return null;
  const { decision, ruleId } = engine.evaluate(request);
  return {
    was: { decision: kept.was.decision, rule_id: kept.was.ruleId },
    now: { decision, rule_id: ruleId },
  };
}
