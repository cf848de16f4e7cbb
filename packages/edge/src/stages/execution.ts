// Stage 8: runs the tool that was permitted, and only now looks once more at kill switch, heartbeat and the permit's
// lapse, in the same tick that dispatches. From the dispatch on it refuses nothing: it gives what became of the call.
import { Refusal } from "@portcullis/contract";
import type { Call } from "../calls/call.js";
import type { CallStop } from "../calls/call-stop.js";
import { type ProgressPorts, ProgressRelay } from "../calls/progress-relay.js";
import { CallStopped, type RunningCalls } from "../calls/running-calls.js";
import type { Executed, Inspected, Permitted } from "../calls/stage-values.js";
import type { ToolAnswer, ToolRequest, ToolRunner } from "../ports.js";
import { asRefusal, decisionTimeoutData } from "../refusals.js";
import type { Caller } from "../tenant/caller.js";
import type { TenantMirror } from "../tenant/tenant-mirror.js";
import { abortRefusal, stopRefusal } from "./kill-switch.js";

export interface ExecutePorts extends ProgressPorts {
  readonly tools: ToolRunner;
  readonly running: RunningCalls;
  readonly deadlineMs: number;
}

export async function execute(
  call: Call,
  caller: Caller,
  inspected: Inspected,
  permitted: Permitted,
  ports: ExecutePorts,
): Promise<Executed> {
  const blocked = whyNotDispatch(call, permitted, ports);
  if (blocked !== null) return { outcome: "not_started", dispatched: false, answer: null, refusal: blocked };
  const stop = ports.running.start(call.request.cancelled);
  const timeoutMs = permitted.permit.tool_timeout_ms;
  const timer = setTimeout(() => stop.stop(new Refusal("upstream_timeout")), timeoutMs);
  const { onProgress } = call.request;
  const use = { agentId: caller.agentId, toolName: inspected.toolName };
  const relay = onProgress && new ProgressRelay(onProgress, use, stop, ports);
  try {
    const end = await runTool(requestOf(call, caller, inspected, timeoutMs, relay), stop, ports);
    return relay === undefined ? end : { ...end, progress: await relay.end() };
  } finally {
    clearTimeout(timer);
    ports.running.end(stop);
  }
}

function requestOf(
  call: Call,
  caller: Caller,
  inspected: Inspected,
  timeoutMs: number,
  relay: ProgressRelay | undefined,
): ToolRequest {
  const { payload, decide } = inspected;
  const definitionHash = decide.definition_hash;
  return {
    toolName: inspected.toolName,
    ...(definitionHash === undefined ? {} : { definitionHash }),
    get payload() {
      return payload.value;
    },
    ...(payload.text === undefined ? {} : { payloadText: payload.text }),
    timeoutMs,
    requestId: call.requestId,
    traceId: call.traceId,
    traceparent: call.traceparent,
    agentId: caller.agentId,
    tenantId: call.tenantId,
    idempotencyKey: inspected.idempotencyKey,
    ...(relay === undefined ? {} : { onProgress: relay.take }),
  };
}

async function runTool(request: ToolRequest, stop: CallStop, { tools, mirror }: ExecutePorts): Promise<Executed> {
  try {
    return fromAnswer(await endWithStop(tools.run(request, stop), stop));
  } catch (error) {
    return fromError(error, stop, mirror);
  }
}

function whyNotDispatch(call: Call, permitted: Permitted, { mirror, clock, deadlineMs }: ExecutePorts): Refusal | null {
  const code = mirror.stopCode() ?? (call.request.cancelled?.aborted ? "call_cancelled" : null);
  if (code !== null) return stopRefusal(code, mirror);
  const elapsedMs = Math.max(clock.monotonic() - permitted.sentAtMonotonicMs, clock.now() - permitted.sentAtWallMs);
  if (elapsedMs < permitted.permit.lapses_after_ms) return null;
  return new Refusal("decision_timeout", { data: decisionTimeoutData(deadlineMs, call.requestId) });
}

/**
 * A tool that does not mind being stopped must not hold the caller: it has one turn to say that it sent nothing, and what it
 * answers after the stop is not looked at.
 */
function endWithStop<T>(run: Promise<T>, stop: CallStop): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    stop.onStop(() => setImmediate(() => reject(stop.reason)));
    run.then((value) => {
      if (!stop.isStopped) resolve(value);
    }, reject);
  });
}

function fromAnswer(answer: ToolAnswer): Executed {
  if (answer.status >= 200 && answer.status <= 299)
    return { outcome: "allowed", dispatched: true, answer, refusal: null };
  return { outcome: "failed", dispatched: true, answer, refusal: new Refusal("upstream_error") };
}

function fromError(error: unknown, stop: CallStop, mirror: TenantMirror): Executed {
  const neverSent = error instanceof Refusal && NEVER_SENT.has(error.code);
  const reason = stop.isStopped ? stop.reason : error;
  if (reason instanceof CallStopped) {
    if (neverSent) {
      return { outcome: "not_started", dispatched: false, answer: null, refusal: stopRefusal(reason.code, mirror) };
    }
    return { outcome: "aborted", dispatched: true, answer: null, refusal: abortRefusal(reason.code, mirror) };
  }
  if (neverSent) return { outcome: "failed", dispatched: false, answer: null, refusal: error };
  return { outcome: "failed", dispatched: true, answer: null, refusal: asRefusal(reason) };
}

/** What a runner says of a call that left nothing behind at its tool. */
const NEVER_SENT: ReadonlySet<string> = new Set(["upstream_unreachable", "tool_not_found"]);
