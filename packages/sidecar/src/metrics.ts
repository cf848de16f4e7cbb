// Counters of the sidecar for Prometheus. No tenant, agent or tool names: those would be labels without bound.

import type { CallObserver, EdgeStatus, FinishedCall } from "@portcullis/edge";
import { Counter, Gauge, Histogram, Registry } from "prom-client";

export interface SidecarMetrics {
  readonly observe: CallObserver;
  text(): Promise<string>;
  readonly contentType: string;
}

export interface MetricsSources {
  readonly status: () => EdgeStatus;
  /** Records that wait for the control plane, and those that it refused. */
  readonly records: () => { readonly pending: number; readonly setApart: number };
}

/** As at the control plane, so that both can be added up. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** Counted that many at once: no call waits for it, and one after the other they are counted in a fraction of the time. */
const COUNTED_TOGETHER = 64;

export function createSidecarMetrics(sources: MetricsSources): SidecarMetrics {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({
    name: "portcullis_calls_total",
    help: "Governed calls by status and error",
    labelNames: ["status", "error"],
    registers,
  });
  const duration = new Histogram({
    name: "portcullis_call_duration_seconds",
    help: "Time of governed calls",
    buckets: SECONDS,
    registers,
  });
  const stages = new Histogram({
    name: "portcullis_stage_duration_seconds",
    help: "Time in each of the eleven stages",
    labelNames: ["stage"],
    buckets: [0.0001, 0.0005, ...SECONDS],
    registers,
  });
  gauge("portcullis_connected", "1 while heartbeats come", () => Number(sources.status().connected));
  gauge("portcullis_running_calls", "Calls whose tool runs now", () => sources.status().running);
  gauge(
    "portcullis_records_waiting",
    "Records that the control plane has not acknowledged",
    () => sources.records().pending,
  );
  gauge("portcullis_records_set_apart", "Records that the control plane refused", () => sources.records().setApart);

  gauge(
    "portcullis_records_in_memory",
    "Records that the buffer's disk has not taken",
    () => sources.status().recordsInMemory,
  );
  gauge(
    "portcullis_refusals_dropped",
    "Records of refusals given up while the disk took nothing",
    () => sources.status().droppedRefusals,
  );

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }

  let finished: FinishedCall[] = [];
  function count(): void {
    for (const { status, error, durationMs, timeline } of finished) {
      calls.inc({ status: String(status), error: error ?? "" });
      duration.observe(durationMs / 1000);
      for (const { stage, start_ms, end_ms } of timeline) stages.observe({ stage }, (end_ms - start_ms) / 1000);
    }
    finished = [];
  }

  return {
    observe(call) {
      finished.push(call);
      if (finished.length === COUNTED_TOGETHER) count();
    },
    text() {
      count();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
