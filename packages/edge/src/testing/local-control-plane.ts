// A small control plane in this process, for the tests of this package: the Uplink port implemented over plain data. It
// knows tokens and agents, decides by one function, and streams whatever a test pushes. Not exported.
import {
  type AdmitData,
  type AgentFacts,
  type DecideAnswer,
  type DecideCall,
  type DefinitionStanding,
  decideCall,
  type EdgeRecord,
  edgeRecord,
  Refusal,
  type SyncEvent,
  type TenantState,
  type ToolDefinition,
  toolDefinition,
} from "@portcullis/contract";
import { auditIdOf, formatJson, newId, sha256Hex } from "@portcullis/core";
import type { AdmitRequest, RecordSink, ToolAnswer, ToolRequest, ToolRunner, Uplink } from "../ports.js";

export const TENANT = "0b8f7c9a-4f0c-4c59-9a4f-5f2f6a1f0a01";
export const AGENT = "0b8f7c9a-4f0c-4c59-9a4f-5f2f6a1f0a02";

export function agentFacts(changes: Partial<AgentFacts> = {}): AgentFacts {
  return {
    agent_id: AGENT,
    name: "reader",
    status: "ACTIVE",
    risk_level: "medium",
    grants: [{ tool_name: "echo", action: "ALLOW" }],
    requests_per_second: null,
    burst: null,
    ...changes,
  };
}

export function tenantState(changes: Partial<TenantState> = {}): TenantState {
  return {
    state_version: 1,
    kill_switch: { engaged: false, engaged_at: null, engaged_by: null, reason: null },
    limits: { requests_per_second: 100_000, burst: 200_000, exhausted: [] },
    agents: { [AGENT]: agentFacts() },
    tools: {},
    revoked: {},
    policy: { revision: "p1", argument_paths: {} },
    redaction: {},
    scan: {},
    rates: { revision: "r1", rates: {}, default: { prompt_usd_per_million: "1", completion_usd_per_million: "2" } },
    checkpoint: null,
    ...changes,
  };
}

type Decide = (call: DecideCall) => DecideAnswer | Promise<DecideAnswer>;

export class LocalControlPlane implements Uplink {
  readonly tokens = new Map<string, AdmitData>();
  readonly acknowledged: number[] = [];
  readonly admissions: AdmitRequest[] = [];
  readonly questions: DecideCall[] = [];
  readonly reports: ToolDefinition[] = [];
  /** Which definitions it approves. */
  approves: (hash: string) => boolean = () => true;
  state = tenantState();
  decideWith: Decide = (call) => permitFor(call);
  #listener: ((event: SyncEvent) => void) | undefined;

  /** Registers a token and gives it back. */
  issue(token: string, changes: Partial<AdmitData> = {}): string {
    this.tokens.set(token, {
      state_version: this.state.state_version,
      token_hash: sha256Hex(token),
      jti: newId(),
      expires_at: "2099-01-01T00:00:00.000Z",
      role: "agent",
      subject: AGENT,
      permissions: [{ tool_name: "echo", action: "ALLOW" }],
      scopes: null,
      act: [],
      agent: this.state.agents[AGENT] ?? null,
      ...changes,
    });
    return token;
  }

  async admit(request: AdmitRequest): Promise<AdmitData> {
    this.admissions.push(request);
    const known = this.tokens.get(request.token);
    if (known === undefined) throw new Refusal("invalid_token");
    const agent = this.state.agents[request.agent_id ?? known.subject] ?? null;
    if (request.agent_id !== undefined && agent === null) throw new Refusal("agent_not_found");
    return { ...known, state_version: this.state.state_version, agent };
  }

  async decide(call: DecideCall): Promise<{ answer: DecideAnswer; sentAtMs: number }> {
    // What would be refused on the wire is refused here.
    this.questions.push(decideCall.parse(call));
    const sentAtMs = performance.now();
    return { answer: await this.decideWith(call), sentAtMs };
  }

  async report(definitions: readonly ToolDefinition[]): Promise<DefinitionStanding[]> {
    this.reports.push(...definitions.map((each) => toolDefinition.parse(each)));
    return definitions.map(({ tool_name, definition_hash }) => {
      return { tool_name, definition_hash, approved: this.approves(definition_hash) };
    });
  }

  sync(onEvent: (event: SyncEvent) => void, signal: AbortSignal): Promise<void> {
    this.#listener = onEvent;
    onEvent({ event: "snapshot", data: this.state });
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  }

  acknowledge(stateVersion: number): void {
    this.acknowledged.push(stateVersion);
  }

  push(event: SyncEvent): void {
    this.#listener?.(event);
  }

  change(change: Partial<TenantState>): void {
    this.state = { ...this.state, ...change, state_version: this.state.state_version + 1 };
    this.push({ event: "change", data: { ...change, state_version: this.state.state_version } });
  }
}

export function permitFor(
  call: DecideCall,
  changes: Partial<Extract<DecideAnswer, { verdict: "permit" }>> = {},
): DecideAnswer {
  const audit_id = auditIdOf(TENANT, call.request_id);
  return {
    verdict: "permit",
    permit_id: newId(),
    audit_id,
    tool_timeout_ms: 5000,
    lapses_after_ms: 2000,
    decision: {
      action: "allow",
      rule_id: null,
      findings: [],
      score: call.risk,
      signals_evaluated: {
        inference: { score: call.risk, threshold: 0.7, triggered: false },
        policy: { score: 0, threshold: 0.5, triggered: false },
        behavior: { score: 0, threshold: 0.5, triggered: false },
      },
      audit_id,
      receipt_url: `/audit/logs/${audit_id}/receipt`,
    },
    pricing: { rate_revision: "r1", price_usd: null, reservation_usd: "0" },
    keep_answer: call.idempotency_key !== undefined,
    ...changes,
  };
}

/** Records in memory, in order. */
export class MemoryRecords implements RecordSink {
  readonly records: EdgeRecord[] = [];
  room = true;
  broken = false;

  put(record: EdgeRecord): void {
    if (this.broken) throw new Error("disk is full");
    this.records.push(edgeRecord.parse(record));
  }

  hasRoom(): boolean {
    return this.room;
  }
}

/** Tools as functions of the request; an object that is not a ToolAnswer is a result with status 200. */
export function functionTools(
  tools: Record<string, (request: ToolRequest, signal: AbortSignal) => unknown>,
): ToolRunner {
  return {
    has: (toolName) => Object.hasOwn(tools, toolName),
    run: async (request, { signal }) => {
      const tool = Object.hasOwn(tools, request.toolName) ? tools[request.toolName] : undefined;
      if (tool === undefined) throw new Refusal("tool_not_found");
      const result = await tool(request, signal);
      if (isAnswer(result)) return result;
      const json = formatJson(result) ?? "null";
      return { status: 200, content: { json }, bytes: json.length, hash: sha256Hex(json) };
    },
    close: async () => {},
  };
}

function isAnswer(value: unknown): value is ToolAnswer {
  return typeof value === "object" && value !== null && "status" in value && "hash" in value;
}
