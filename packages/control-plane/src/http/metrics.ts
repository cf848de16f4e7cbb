// What `/metrics` tells: requests, stages, queues, refusals. Labels are closed lists (operation ids, statuses, stages, queue
// names): never a tenant, an agent, a tool or an address.

import type { ErrorCode, OperationId, StageName } from "@portcullis/contract";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Operation ids, and what is no operation. */
export type MeasuredRoute =
  | OperationId
  | "route_not_found"
  | "method_not_allowed"
  | "malformed"
  | "docs.asset"
  | "options";
export type QueueName = "usage_outbox" | "dead_letters" | "open_permits" | "event_streams";

export interface Metrics {
  observeRequest(route: MeasuredRoute, status: number, durationMs: number): void;
  observeStage(stage: StageName, durationMs: number): void;
  /** A finished call of any home whose stages ran here. */
  observeCall(status: number, error: string | null, durationMs: number): void;
  setQueueDepth(queue: QueueName, depth: number): void;
  /** A refusal before any tenant is known: failed authentication, blocked address. */
  countRefusal(code: ErrorCode): void;
  /** A run of a background worker. */
  observeWorker(worker: string, outcome: "done" | "failed", durationMs: number): void;
  contentType(): string;
  text(): Promise<string>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** Metrics of one app, in a registry of its own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: "portcullis_http_requests_total",
    help: "Answered requests by operation and status",
    labelNames: ["operation", "status"],
    registers,
  });
  const requestSeconds = new Histogram({
    name: "portcullis_http_request_duration_seconds",
    help: "Time from a request's arrival to its answer",
    labelNames: ["operation"],
    buckets: SECONDS,
    registers,
  });
  const stageSeconds = new Histogram({
    name: "portcullis_stage_duration_seconds",
    help: "Time in each of the eleven stages",
    labelNames: ["stage"],
    buckets: [0.0001, 0.0005, ...SECONDS],
    registers,
  });
  const calls = new Counter({
    name: "portcullis_calls_total",
    help: "Governed calls by status and error",
    labelNames: ["status", "error"],
    registers,
  });
  const callSeconds = new Histogram({
    name: "portcullis_call_duration_seconds",
    help: "Time of governed calls",
    buckets: SECONDS,
    registers,
  });
  const queues = new Gauge({
    name: "portcullis_queue_depth",
    help: "Entries that wait, or streams that are open",
    labelNames: ["queue"],
    registers,
  });
  const refusals = new Counter({
    name: "portcullis_unauthenticated_refusals_total",
    help: "Refusals before a tenant was known",
    labelNames: ["code"],
    registers,
  });
  const workerSeconds = new Histogram({
    name: "portcullis_worker_duration_seconds",
    help: "Runs of background workers",
    labelNames: ["worker", "outcome"],
    buckets: SECONDS,
    registers,
  });
  return {
    observeRequest(operation, status, durationMs) {
      requests.inc({ operation, status });
      requestSeconds.observe({ operation }, durationMs / 1000);
    },
    observeStage: (stage, durationMs) => stageSeconds.observe({ stage }, durationMs / 1000),
    observeCall(status, error, durationMs) {
      calls.inc({ status, error: error ?? "" });
      callSeconds.observe(durationMs / 1000);
    },
    setQueueDepth: (queue, depth) => queues.set({ queue }, depth),
    countRefusal: (code) => refusals.inc({ code }),
    observeWorker: (worker, outcome, durationMs) => workerSeconds.observe({ worker, outcome }, durationMs / 1000),
    contentType: () => registry.contentType,
    text: () => registry.metrics(),
  };
}
