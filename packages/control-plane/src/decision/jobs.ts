// What edges ask of a tenant's group commits: to decide calls, and to store records.

import type { DecideAnswer, EdgeRecord, RecordAck } from "@portcullis/contract";
import type { TenantBatch } from "./batch/batch.js";
import type { BatchNeeds } from "./batch/read-batch.js";
import type { PreparedCall } from "./calls/prepared.js";

/**
 * The session by which an edge asks: valid at a state version of its tenant, and to be renewed when that moved. Rejects when
 * it has ended.
 */
export interface AskingSession {
  readonly tenantId: string;
  readonly instance: string;
  readonly stateVersion: number;
  renew(): Promise<void>;
}

/** One question with its deadline, on the monotonic clock. */
export interface Attempt {
  readonly deadlineMs: number;
  /** Its caller has been told `decision_timeout`: nothing of it may stay permitted. */
  isLate: boolean;
}

export function isLate({ isLate, deadlineMs }: Attempt): boolean {
  return isLate || performance.now() >= deadlineMs;
}

/** Records that came with calls and wait for their answers; acknowledged where they were stored with them after all. */
export interface HeldRecords {
  readonly records: readonly EdgeRecord[];
  acks: readonly RecordAck[] | undefined;
}

export interface DecideJob {
  readonly kind: "decide";
  /** Undefined for the control plane's own edge. */
  readonly session: AskingSession | undefined;
  readonly prepared: readonly PreparedCall[];
  readonly attempt: Attempt;
  readonly held: readonly EdgeRecord[];
}

export interface RecordJob {
  readonly kind: "record";
  readonly session: AskingSession | undefined;
  readonly instance: string;
  readonly records: readonly EdgeRecord[];
}

/** `stale`: the facts or the session were behind, and nothing was done. */
export type JobResult =
  | {
      readonly kind: "decided";
      readonly answers: readonly DecideAnswer[];
      /** Of the records that were held, where they were stored. */
      readonly acks: readonly RecordAck[] | undefined;
    }
  | { readonly kind: "stale"; readonly stateVersion: number }
  | { readonly kind: "recorded"; readonly acks: readonly RecordAck[] };

export type Job = DecideJob | RecordJob;

/** The records that a job may store. */
export function recordsOf(job: Job): readonly EdgeRecord[] {
  return job.kind === "record" ? job.records : job.held;
}

export function instanceOf(job: Job): string {
  return job.kind === "record" ? job.instance : (job.prepared[0]?.instance ?? "");
}

/** What a transaction reads before it runs the jobs: nothing for held records, which few answers make it store. */
export function needsOf(jobs: readonly Job[]): BatchNeeds {
  const calls = jobs.flatMap((job) => (job.kind === "decide" ? job.prepared.map(({ call }) => call) : []));
  const records = jobs.flatMap((job) => (job.kind === "record" ? job.records : []));
  const refusals = records.filter((record) => record.kind === "refusal");
  return {
    requestIds: idsOf([...calls, ...records]),
    rowsOf: idsOf([...calls, ...refusals]),
    agentIds: [...new Set(calls.map((call) => call.agent_id))],
    keys: calls.flatMap(({ agent_id, idempotency_key }) =>
      idempotency_key === undefined ? [] : [{ agentId: agent_id, key: idempotency_key }],
    ),
    approvalKeys: calls.flatMap(({ approval_key }) => (approval_key === undefined ? [] : [approval_key])),
    ends: records.length > 0,
    instances: [...new Set(jobs.map(instanceOf))],
  };
}

function idsOf(each: readonly { readonly request_id: string }[]): string[] {
  return [...new Set(each.map(({ request_id }) => request_id))];
}

/** What it reads when it stores the held records of a job after all. */
export function needsOfHeld(job: DecideJob): BatchNeeds {
  return needsOf([{ kind: "record", session: job.session, instance: instanceOf(job), records: job.held }]);
}

/** The agents whose dollars of the day a job has read. */
export function agentsOf(batch: TenantBatch, job: Job, day: string): string[] {
  if (job.kind === "decide") return job.prepared.map(({ call }) => call.agent_id);
  return job.records.flatMap(({ request_id }) => {
    const row = batch.request(request_id);
    return row?.counter_day === day ? [row.agent_id] : [];
  });
}
