// POST /policy/simulate: a draft over past calls. Compares what the tenant's active policies come to on the inputs that were
// kept with what the draft comes to on the same: the verdict of the time rests on policies and tools that are gone. Scores,
// contracts and approvals stay out of it. A draft may be of the scan's settings too: then its policies see what they would have
// found. Reads in pages and gives the serving loop its turn.

import { setImmediate as nextTurn } from "node:timers/promises";
import { type DataOf, Refusal } from "@portcullis/contract";
import { formatInstant } from "@portcullis/core";
import { pathsFor } from "@portcullis/edge";
import { settingsOf } from "../../decision/facts/tenant-settings.js";
import { type ReplayableCall, replayInputs, requestAtPointers } from "../../decision/inputs/inputs.js";
import { type PolicyEngine, runInSlices, type Steps } from "../../decision/policy/index.js";
import type { CallContext, Handler } from "../../http/handler.js";
import { findTenant } from "../auth/index.js";
import { requireUsableScan } from "../tenant/index.js";
import { compileActive, compileDraft, fileOfDraft } from "./draft.js";
import { ScanDraft } from "./scan-draft.js";
import { type KeptRequest, type RequestPlace, readBase, walkKeptRequests } from "./store.js";

type Simulation = DataOf<"policy.simulate">;
type Change = Simulation["changed"][number];

/** What is compared: the active policies, and the draft with what it makes of the scan. */
interface Sides {
  readonly active: PolicyEngine;
  /** The active ones when only settings of the scan are drafted. */
  readonly draft: PolicyEngine;
  readonly scanDraft: ScanDraft | null;
}

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
  const scanDraft = body.scan === undefined ? null : new ScanDraft(body.scan);
  const base = await context.read(readBase);
  const { engine: active } = await compileActive(base);
  let draft = active;
  const result: Simulation = { replayed: 0, unreplayable: 0, unchanged: 0, changed: [], findings: null, note: null };
  try {
    if (body.policy !== undefined) {
      const name = await fileOfDraft(base, body.name, body.policy);
      draft = (await compileDraft(base, name, body.policy)).engine;
    }
    let place: RequestPlace | null = null;
    let left = body.limit;
    do {
      const step: Awaited<ReturnType<typeof walkKeptRequests>> = await context.read((db) =>
        walkKeptRequests(db, filter, place),
      );
      await nextTurn();
      await runInSlices(replayPage(step.found.slice(0, left), { active, draft, scanDraft }, result));
      left -= step.found.length;
      place = step.next;
    } while (place !== null && left > 0);
  } finally {
    active.close();
    if (draft !== active) draft.close();
  }
  const note = result.replayed > 0 ? null : await noteOf(context, body, result.unreplayable);
  return { ...result, findings: scanDraft?.report() ?? null, note };
};

/** Why nothing was replayed, and what to do about it. */
async function noteOf(
  context: CallContext,
  body: Readonly<Partial<Record<"since" | "until" | "agent_id", string | undefined>>>,
  unreplayable: number,
): Promise<string> {
  if (unreplayable > 0) {
    return (
      "None of these calls can be replayed: the draft or an active policy reads values of their arguments that were not kept, " +
      "since no policy read them then. They are kept from the first call on that an active policy reads them for; until then, " +
      "try the draft on calls that you write down, with POST /policy/test (portcullis policy test)."
    );
  }
  const tenant = await context.read(findTenant);
  if (tenant !== undefined && settingsOf(tenant).decisionInputsDays === 0) {
    return "There is nothing to replay: the tenant keeps no inputs of its calls. Set decision_inputs_days, and make some calls.";
  }
  const isNarrowed = body.since !== undefined || body.until !== undefined || body.agent_id !== undefined;
  return isNarrowed
    ? "There is nothing to replay: no call with kept inputs is within since, until and agent_id. Widen them."
    : "There is nothing to replay yet: no call was decided whose inputs are kept. Make some calls, and simulate again; or try " +
        "the draft on calls that you write down, with POST /policy/test (portcullis policy test).";
}

function* replayPage(page: readonly KeptRequest[], sides: Sides, result: Simulation): Steps<void> {
  for (const row of page) {
    yield;
    const outcome = replay(row, sides);
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

/** Null when one of the two reads a value that was not kept. */
function replay(row: KeptRequest, { active, draft, scanDraft }: Sides): Pick<Change, "was" | "now"> | null {
  const kept = replayInputs(row.inputs);
  if (kept === null) return null;
  const drafted = scanDraft === null ? kept : { ...kept, request: scanDraft.judge(row, kept) };
  const [was, now] = [verdictOf(kept, active), verdictOf(drafted, draft)];
  return was === null || now === null ? null : { was, now };
}

function verdictOf(kept: ReplayableCall, engine: PolicyEngine): Change["now"] | null {
  const request = requestAtPointers(kept, pathsFor(engine.argumentPaths, kept.request.toolName));
  if (request === null) return null;
  const { decision, ruleId } = engine.evaluate(request);
  return { decision, rule_id: ruleId };
}
