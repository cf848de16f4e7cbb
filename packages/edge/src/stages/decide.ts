// Stages 4 to 7 as the edge sees them: one question to the control plane, inside one deadline. What comes back after the
// deadline is handed to `onLateAnswer`, so that no permit stays open for a call that was refused.
import { type DecideAnswer, type DecideCall, type Permit, Refusal } from "@portcullis/contract";
import { auditIdOf } from "@portcullis/core";
import type { Call } from "../calls/call.js";
import { pause } from "../calls/call-stop.js";
import type { RunningCalls } from "../calls/running-calls.js";
import type { Decided, Inspected } from "../calls/stage-values.js";
import { readArguments } from "../inspection/argument-values.js";
import type { Clock, Uplink } from "../ports.js";
import { DecidedRefusal, DecisionTimeout } from "../refusals.js";
import type { TenantMirror } from "../tenant/tenant-mirror.js";
import { stopRefusal } from "./kill-switch.js";

/** How long to wait for an idempotent twin when the tool's timeout is not known. */
const DEFAULT_TWIN_WAIT_MS = 30_000;
const MAX_POLICY_CHANGES = 3;

export interface DecidePorts {
  readonly uplink: Uplink;
  readonly mirror: TenantMirror;
  readonly running: RunningCalls;
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly onLateAnswer: (call: Call, answer: DecideAnswer | null) => void;
}

interface Answered {
  readonly answer: DecideAnswer;
  readonly sentAtMs: number;
  readonly askedAtWallMs: number;
}

export async function decide(call: Call, inspected: Inspected, ports: DecidePorts): Promise<Decided> {
  let question: DecideCall = { timeline: call.timeline.entries(), ...inspected.decide };
  let policyChanges = 0;
  const twinWaitMs = ports.mirror.tool(inspected.toolName)?.timeout_ms ?? DEFAULT_TWIN_WAIT_MS;
  let deadlineAtMs = ports.clock.monotonic() + ports.deadlineMs;
  const giveUpAtMs = deadlineAtMs + twinWaitMs;
  for (;;) {
    const { answer, sentAtMs, askedAtWallMs } = await askInTime(call, question, deadlineAtMs, ports);
    switch (answer.verdict) {
      case "permit":
        requireOwn(answer, call);
        return { verdict: "permit", permit: answer, sentAtMonotonicMs: sentAtMs, sentAtWallMs: askedAtWallMs };
      case "replay":
        return answer;
      case "refuse":
        throw refusalOf(answer, inspected.toolName);
      case "again":
        if (answer.reason === "policy_revision_changed") {
          if (++policyChanges > MAX_POLICY_CHANGES) throw new DecisionTimeout(ports.deadlineMs, call.requestId, false);
          question = rereadArguments(question, inspected, answer);
        } else {
          await waitForTwin(call, answer.after_ms, giveUpAtMs, ports);
          // The wait is no part of the judgement.
          deadlineAtMs = ports.clock.monotonic() + ports.deadlineMs;
        }
    }
  }
}

/** Without a row it is this edge's to record, but for a token that the control plane does not know: that is nobody's. */
function refusalOf(
  { code, audit_id, data, ...more }: Extract<DecideAnswer, { verdict: "refuse" }>,
  toolName: string,
): Refusal {
  const detail = more.detail ?? (lacksGrant(data) ? howToGrant(toolName) : undefined);
  const details = {
    data,
    ...(more.retry_after_s === undefined ? {} : { retryAfterS: more.retry_after_s }),
    ...(detail === undefined ? {} : { detail }),
  };
  return audit_id === null && code !== "invalid_token"
    ? new Refusal(code, details)
    : new DecidedRefusal(code, audit_id, details);
}

function lacksGrant(data: unknown): boolean {
  return (data as { readonly rule_id?: unknown } | null | undefined)?.rule_id === "agent.deny.tool_not_granted";
}

/** What most refusals of a newcomer are; the tool's whole name, since over MCP callers leave the server's out. */
function howToGrant(toolName: string): string {
  return (
    `The agent has no grant for the tool ${toolName}. An operator gives it one: \`portcullis agents grant\`, or ` +
    "POST /agents/{agent_id}/permissions. It counts from the agent's next sign-in."
  );
}

/** A row's id follows from tenant and request: a permit with another id was given to another call. */
function requireOwn(permit: Permit, call: Call): void {
  if (permit.audit_id === auditIdOf(call.tenantId, call.requestId)) return;
  throw new Refusal("control_plane_unreachable", { detail: "The control plane's permit is for another call." });
}

function askInTime(call: Call, question: DecideCall, deadlineAtMs: number, ports: DecidePorts): Promise<Answered> {
  const { uplink, clock, deadlineMs } = ports;
  const askedAtWallMs = clock.now();
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new DecisionTimeout(deadlineMs, call.requestId, true));
    }, deadlineAtMs - clock.monotonic());
    uplink
      .decide(question, () => isLate)
      .then(
        ({ answer, sentAtMs }) => {
          clearTimeout(timer);
          if (isLate) ports.onLateAnswer(call, answer);
          else resolve({ answer, sentAtMs, askedAtWallMs });
        },
        (error: unknown) => {
          clearTimeout(timer);
          if (isLate) ports.onLateAnswer(call, null);
          else reject(error);
        },
      );
  });
}

function rereadArguments(
  question: DecideCall,
  { payload, toolName }: Inspected,
  change: Extract<DecideAnswer, { verdict: "again" }>,
): DecideCall {
  if (change.policy_revision === undefined || change.argument_paths === undefined) {
    throw new Refusal("internal", { detail: `No argument paths came with the policies' change for ${toolName}.` });
  }
  const values = readArguments(payload.value, change.argument_paths);
  return { ...question, arguments: values, policy_revision: change.policy_revision };
}

/** What stops calls that run stops those that wait for one, too. */
async function waitForTwin(
  call: Call,
  afterMs: number,
  giveUpAtMs: number,
  { clock, mirror, running }: DecidePorts,
): Promise<void> {
  const waitMs = Math.max(5, Math.min(afterMs, 5000));
  if (clock.monotonic() + waitMs > giveUpAtMs || call.request.signal?.aborted) throw new Refusal("outcome_unknown");
  const { cancelled } = call.request;
  const stop = running.start(cancelled);
  await pause(waitMs, stop);
  running.end(stop);
  const code = mirror.stopCode() ?? (cancelled?.aborted ? "call_cancelled" : null);
  if (code !== null) throw stopRefusal(code, mirror);
}
