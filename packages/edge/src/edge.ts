// One edge for one tenant: puts the parts together, follows the control plane's stream, and runs calls. The same in the
// sidecar, in an agent's own process and in the control plane.
import { type DecideAnswer, Refusal } from "@portcullis/contract";
import { foldToolName } from "@portcullis/core";
import { type Call, openCall } from "./calls/call.js";
import { InFlight } from "./calls/in-flight.js";
import { RecordKeeper } from "./calls/record-keeper.js";
import { RefusalLog } from "./calls/refusal-log.js";
import { RunningCalls } from "./calls/running-calls.js";
import { systemClock } from "./clock.js";
import { readDictionaries } from "./detection/index.js";
import type { EdgeParts } from "./edge-parts.js";
import { DEFAULT_STOP_GRACE_MS } from "./http/open-connections.js";
import { Detection } from "./inspection/detection.js";
import { DetectionThread } from "./inspection/detection-thread.js";
import { settle, settleLateAnswer } from "./outcome.js";
import { runPipeline } from "./pipeline.js";
import type { Edge, EdgeOptions, EdgeStatus, ExecuteAnswer, ExecuteRequest } from "./ports.js";
import { shuttingDown } from "./refusals.js";
import { authenticate } from "./stages/auth.js";
import type { Caller } from "./tenant/caller.js";
import { grantedAction, lacksGrants } from "./tenant/grants.js";
import { StateFollower } from "./tenant/state-follower.js";
import { TenantMirror } from "./tenant/tenant-mirror.js";
import { TokenBuckets } from "./tenant/token-bucket.js";
import { TokenKnowledge } from "./tenant/token-knowledge.js";
import { ToolDefinitions } from "./tool-definitions.js";

/** DECISION_GATHER_TOTAL_TIMEOUT's default. */
export const DEFAULT_DECISION_TIMEOUT_MS = 1500;

/**
 * Makes an edge and starts to follow the tenant's state. Calls that come before the first snapshot are refused with 503.
 * `ready()` waits for as long as the control plane is away: with the HTTP uplink, `connect()` first tells a bad API key.
 * Close in this order: edge, uplink, tools, buffer. The thread for large calls is the edge's own, unless several edges of a
 * process share one, which whoever made it closes after them.
 * @example
 * const edge = createEdge({ tenantId, home: "sidecar", instance: newId(), uplink, records, tools });
 * await edge.ready();
 * const answer = await edge.execute({ body, headers, address });
 */
export function createEdge(options: EdgeOptions, sharedThread?: DetectionThread): Edge {
  // They are read when they are first used, which no call should wait for.
  readDictionaries();
  const clock = options.clock ?? systemClock;
  const tenantId = options.tenantId.toLowerCase();
  const closing = new AbortController();
  const inFlight = new InFlight();
  const running = new RunningCalls();
  const mirror = new TenantMirror(
    clock,
    (code) => running.stopAll(code),
    () => follower.resync(),
  );
  const follower = new StateFollower(options.uplink, mirror, closing.signal);
  const keeper = new RecordKeeper(options.records);
  const thread = sharedThread ?? new DetectionThread();
  const parts: EdgeParts = {
    tenantId,
    home: options.home,
    clock,
    mirror,
    running,
    keeper,
    uplink: options.uplink,
    records: options.records,
    tools: options.tools,
    tokens: new TokenKnowledge(options.uplink, mirror, clock, tenantId),
    detection: new Detection(tenantId, thread),
    definitions: new ToolDefinitions(options.uplink, mirror),
    buckets: new TokenBuckets(clock),
    refusals: new RefusalLog(tenantId, keeper, clock),
    deadlineMs: options.decisionTimeoutMs ?? DEFAULT_DECISION_TIMEOUT_MS,
    onLateAnswer: (call: Call, answer: DecideAnswer | null) => settleLateAnswer(call, parts, answer),
  };

  const executeCall = async (request: ExecuteRequest): Promise<ExecuteAnswer> => {
    const call = openCall(request, tenantId, clock);
    const { cause, ...answer } = await settle(call, parts, () => {
      if (closing.signal.aborted) throw shuttingDown();
      return runPipeline(call, parts);
    });
    options.observe?.({
      requestId: call.requestId,
      toolName: call.timeline.given("inference")?.toolName ?? null,
      status: answer.status,
      error: answer.code,
      cause: answer.code === "internal" ? cause : undefined,
      durationMs: call.timeline.elapsedMs(),
      timeline: call.timeline.entries(),
    });
    return answer;
  };

  const following = follower.follow();

  const readCaller = async (request: Pick<ExecuteRequest, "headers" | "address">): Promise<Caller> => {
    const stop = mirror.stopCode();
    if (stop === "control_plane_unreachable") throw new Refusal(stop);
    return authenticate(request, parts);
  };

  return {
    // What comes while the edge closes is refused, and not waited for.
    execute: (request) => (closing.signal.aborted ? executeCall(request) : inFlight.until(executeCall(request))),
    grantedTools: async (request, names) => {
      const caller = await readCaller(request);
      return names.filter((name) => isGranted(caller, name));
    },
    lacksGrants: async (request) => lacksGrants(await readCaller(request)),
    approvedDefinitions: (served, signal) => {
      const untilDeadline = () => {
        const deadline = AbortSignal.timeout(Math.ceil(parts.deadlineMs));
        return signal ? AbortSignal.any([signal, deadline]) : deadline;
      };
      return parts.definitions.approved(served, untilDeadline);
    },
    ready: () => follower.ready,
    status: (): EdgeStatus => ({
      connected: mirror.isFresh(),
      stateVersion: mirror.stateVersion,
      heartbeatAgeMs: mirror.heartbeatAgeMs(),
      killSwitchEngaged: mirror.killSwitch.engaged,
      running: running.size,
      recordsInMemory: keeper.keptInMemory,
      droppedRefusals: keeper.droppedRefusals,
    }),
    close: async (graceMs = DEFAULT_STOP_GRACE_MS) => {
      closing.abort();
      if (sharedThread === undefined) thread.closeWithin(graceMs / 2);
      mirror.close();
      running.stopAll("control_plane_unreachable");
      await inFlight.idle();
      await parts.refusals.close();
      await keeper.close();
      await following;
      if (sharedThread === undefined) await thread.close();
    },
  };
}

/** A name that does not fold is refused when it is called, so it is not listed either. */
function isGranted(caller: Caller, name: string): boolean {
  try {
    const action = grantedAction(caller, foldToolName(name));
    return action === "ALLOW" || action === "ESCALATE";
  } catch {
    return false;
  }
}
