// POST /policy/simulate: a draft over past calls. Compares what stage 4 came to then with what the draft comes to on the
// same inputs; scores, contracts and approvals stay out of it. A draft may be of the scan's settings too: then the policies
// see what they would have found. Reads in pages and gives the serving loop its turn.

import { type DataOf, Refusal } from "@portcullis/contract";
import { formatInstant } from "@portcullis/core";
import { pathsFor, replayInputs, requestAtPointers } from "../../decision/inputs.js";
import type { PolicyEngine } from "../../decision/policy/index.js";
import type { Handler } from "../../http/handler.js";
import { requireUsableScan } from "../tenant/index.js";
import { compileActive, compileDraft } from "./draft.js";
import { ScanDraft } from "./scan-draft.js";
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
  requireUsableScan(body.scan);
  const base = await context.read(readBase);
  const { engine } =
    body.policy === undefined
      ? await compileActive(context.tenantId, base)
      : await compileDraft(context.tenantId, base, body.name, body.policy);
  const scanDraft = body.scan === undefined ? null : new ScanDraft(body.scan);
  const result: Simulation = { replayed: 0, unreplayable: 0, unchanged: 0, changed: [], findings: null };
  try {
    let place: RequestPlace | null = null;
    let left = body.limit;
    do {
      const step: Awaited<ReturnType<typeof walkKeptRequests>> = await context.read((db) =>
        walkKeptRequests(db, filter, place),
      );
      await replayPage(step.found.slice(0, left), engine, scanDraft, result);
      left -= step.found.length;
      place = step.next;
    } while (place !== null && left > 0);
  } finally {
    engine.close();
  }
  return { ...result, findings: scanDraft?.report() ?? null };
};

async function replayPage(
  page: readonly KeptRequest[],
  engine: PolicyEngine,
  scanDraft: ScanDraft | null,
  result: Simulation,
): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  // A payload that is scanned again takes longer than a policy.
  const atATime = scanDraft === null ? 25 : 5;
  for (const [index, row] of page.entries()) {
    if (index % atATime === atATime - 1) await new Promise((resolve) => setImmediate(resolve));
    const outcome = replay(row, engine, scanDraft);
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
function replay(
  row: KeptRequest,
  engine: PolicyEngine,
  scanDraft: ScanDraft | null,
): Pick<Change, "was" | "now"> | null {
  const stored = replayInputs(row.inputs);
  if (stored === null) return null;
  const kept = scanDraft === null ? stored : { ...stored, request: scanDraft.judge(row, stored) };
  const request = requestAtPointers(kept, pathsFor(engine.argumentPaths, kept.request.toolName));
  if (request === null) return null;
  const { decision, ruleId } = engine.evaluate(request);
  return {
    was: { decision: kept.was.decision, rule_id: kept.was.ruleId },
    now: { decision, rule_id: ruleId },
  };
}
