/** One question of an edge to `POST /edge/decide`: valid, and of nothing that exists. */
import { randomUUID } from "node:crypto";
import type { DecideCall } from "@portcullis/contract";

const HASH = "0".repeat(64);

/** With ids of its own; `changes` say what a test is about. */
export function anyDecideCall(changes: Partial<DecideCall> = {}): DecideCall {
  return {
    request_id: randomUUID(),
    trace_id: "trace",
    call_id: randomUUID(),
    received_at: "2026-01-31T09:30:00.000Z",
    jti: randomUUID(),
    agent_id: randomUUID(),
    tool_name: "echo",
    payload_hash: HASH,
    payload_bytes: 2,
    payload_depth: 1,
    shape_hash: HASH,
    body_hash: HASH,
    findings: [],
    risk: 0,
    signals: {},
    arguments: {},
    policy_revision: "p",
    timeline: [],
    ...changes,
  };
}
