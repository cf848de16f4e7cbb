// What an edge needs from its surroundings, and what it gives. The three homes (sidecar, embedded, control plane) differ
// only in what they plug in here.

import type {
  AdmitData,
  DecideAnswer,
  DecideCall,
  DefinitionStanding,
  EdgeRecord,
  Envelope,
  ErrorCode,
  SyncEvent,
  ToolDefinition,
} from "@portcullis/contract";
import type { CallStop } from "./calls/call-stop.js";
import type { AnswerContent } from "./inspection/answer-value.js";
import type { Json } from "./inspection/lazy-json.js";

/** The control plane as an edge sees it. One uplink serves one tenant. */
export interface Uplink {
  /** Verifies a token that this edge has not seen; refuses with the codes of stage 1. */
  admit(request: AdmitRequest, signal: AbortSignal): Promise<AdmitData>;
  /**
   * Stages 4 to 7 in one round trip. `sentAtMs` is the monotonic time at which the request first left, for the permit's
   * lapse. A question that is withdrawn before it has left is not sent; one that has left still settles, so that a permit that
   * comes too late can be closed.
   */
  decide(call: DecideCall, isWithdrawn: () => boolean): Promise<{ answer: DecideAnswer; sentAtMs: number }>;
  /** Tells how tools describe themselves; one answer per definition. The first clean one of a tool is approved by it. */
  report(definitions: readonly ToolDefinition[], signal: AbortSignal): Promise<DefinitionStanding[]>;
  /** Snapshot, changes and heartbeats until the signal aborts; reconnects by itself. */
  sync(onEvent: (event: SyncEvent) => void, signal: AbortSignal): Promise<void>;
  /** Tells the control plane which state has been applied (engaging the kill switch waits for it). */
  acknowledge(stateVersion: number): void;
}

export interface AdmitRequest {
  readonly token: string;
  readonly tenant_id: string;
  readonly agent_id?: string;
  readonly address: string;
}

/** Where finished records go. Resolves when the record survives a crash of this process. */
export interface RecordSink {
  put(record: EdgeRecord): void | Promise<void>;
  /** Whether a new call's record still has room; false refuses new calls with `buffer_full`. */
  hasRoom(): boolean;
}

/** Stage 8: runs a tool. */
export interface ToolRunner {
  /** Whether this edge knows where the tool is. */
  has(toolName: string): boolean;
  /** Who says how the tool is described now, for tools whose servers describe them; undefined for others. */
  describerOf?(toolName: string): ToolDescriber | undefined;
  /**
   * Runs it. Rejects with the reason when it is stopped (the timeout comes that way, as Refusal `upstream_timeout`), else
   * with a Refusal: `upstream_unreachable` or `tool_not_found` only when nothing was sent, stopped or not, `upstream_error`
   * when it may have run, `response_too_large`. A tool that describes itself runs only while it is described as
   * `definitionHash` says.
   */
  run(request: ToolRequest, stop: CallStop): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** Asks a tool's server for its definition. Rejects when the server does not answer, or has no such tool. */
export type ToolDescriber = (signal: AbortSignal) => Promise<ServedDefinition>;

/** A tool's definition as its server gave it, with the hash of its canonical JSON. */
export interface ServedDefinition {
  readonly toolName: string;
  readonly definition: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

export interface ToolRequest {
  readonly toolName: string;
  /** The definition that was judged; null where its server did not answer then, undefined for tools without one. */
  readonly definitionHash?: string | null;
  readonly payload: Record<string, unknown>;
  /** The payload's JSON, where it is at hand: a large one becomes a value only when `payload` is read. */
  readonly payloadText?: string;
  readonly timeoutMs: number;
  readonly requestId: string;
  readonly traceId: string;
  readonly traceparent: string;
  readonly agentId: string;
  readonly tenantId: string;
  readonly idempotencyKey: string | undefined;
  /** Gets what the tool says of its progress; absent where nobody wants to know. */
  readonly onProgress?: (progress: ToolProgress) => void;
}

/** How far a running tool has come, out of `total` where that is known, in words for people. */
export interface ToolProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface ToolAnswer {
  /** HTTP status; MCP: 200, or 500 where the result says `isError`. */
  readonly status: number;
  readonly content: AnswerContent;
  /** Of the answer as it came. */
  readonly bytes: number;
  /** Lowercase hex SHA-256 of the answer's bytes as they came. */
  readonly hash: string;
}

/** A call as it comes in at any home. Headers are lowercase. */
export interface ExecuteRequest {
  /** Bytes as received, or a value that was parsed strictly already (embedded). */
  readonly body: Uint8Array | { readonly value: unknown };
  /** Set for POST /execute/{tool_name}. */
  readonly toolNameInPath?: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly address: string;
  /** The caller has gone away. */
  readonly signal?: AbortSignal;
  /** The caller takes the call back: its tool is stopped. */
  readonly cancelled?: AbortSignal;
  /** Gets the tool's progress, redacted as its answer is. */
  readonly onProgress?: (progress: ToolProgress) => void;
}

/** The answer of any home: write it as it is. */
export interface ExecuteAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Json<Envelope>;
  /** Of a refusal. */
  readonly code: ErrorCode | null;
}

export interface Edge {
  /** All eleven stages. Never throws. */
  execute(request: ExecuteRequest): Promise<ExecuteAnswer>;
  /** Tools that the caller's effective grants allow; for MCP's tools/list. */
  grantedTools(request: Pick<ExecuteRequest, "headers" | "address">, names: readonly string[]): Promise<string[]>;
  /** Whether the caller's token was made before its agent got grants that it has now. Refuses callers whose token is not good. */
  lacksGrants(request: Pick<ExecuteRequest, "headers" | "address">): Promise<boolean>;
  /** Those of the definitions that may be offered: approved ones. What is not known to the control plane is reported first. */
  approvedDefinitions(served: readonly ServedDefinition[], signal?: AbortSignal): Promise<ServedDefinition[]>;
  /** Resolves once the first snapshot has been applied. */
  ready(): Promise<void>;
  status(): EdgeStatus;
  /**
   * Aborts what runs, waits for its records, stops the sync. An answer that is still being redacted after half of `graceMs`
   * (4000 unless set) is withheld: its caller has the other half to hear of it.
   */
  close(graceMs?: number): Promise<void>;
}

export interface EdgeStatus {
  readonly connected: boolean;
  readonly stateVersion: number;
  /** Age of the last heartbeat in milliseconds; null before the first. */
  readonly heartbeatAgeMs: number | null;
  readonly killSwitchEngaged: boolean;
  readonly running: number;
  /** Records that the sink did not take yet and that would be lost with this process: an alarm when not zero. */
  readonly recordsInMemory: number;
  /** Records of refusals (which ran nothing) that had to be given up because the sink stayed broken. */
  readonly droppedRefusals: number;
}

export interface Clock {
  /** Wall clock, milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds. */
  monotonic(): number;
}

/** Observes every finished call: stage durations, outcome, error code. Must not throw. */
export type CallObserver = (call: FinishedCall) => void;
export interface FinishedCall {
  readonly requestId: string;
  readonly toolName: string | null;
  readonly status: number;
  readonly error: string | null;
  /** What was thrown where `error` is `internal`, for a log: neither the answer nor the record tells it. */
  readonly cause?: unknown;
  readonly durationMs: number;
  readonly timeline: readonly { stage: string; start_ms: number; end_ms: number; decision: string }[];
}

export interface EdgeOptions {
  readonly tenantId: string;
  readonly home: "sidecar" | "embedded" | "control-plane";
  readonly instance: string;
  readonly uplink: Uplink;
  readonly records: RecordSink;
  readonly tools: ToolRunner;
  readonly clock?: Clock;
  readonly observe?: CallObserver;
  /** Deadline of stages 4 to 7; 1,500 ms unless set (DECISION_GATHER_TOTAL_TIMEOUT). */
  readonly decisionTimeoutMs?: number;
}
