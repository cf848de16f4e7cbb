import type { FinishedCall } from "@portcullis/edge";
import { describe, expect, it } from "vitest";
import { createSidecarMetrics } from "./metrics.js";

const STATUS = {
  connected: true,
  stateVersion: 4,
  heartbeatAgeMs: 12,
  killSwitchEngaged: false,
  running: 3,
  recordsInMemory: 2,
  droppedRefusals: 1,
};

/** A call that was let through. */
const call: FinishedCall = {
  requestId: "r",
  toolName: "customers.query",
  status: 200,
  error: null,
  durationMs: 4,
  timeline: [],
};

const createMetrics = () =>
  createSidecarMetrics({ status: () => STATUS, records: () => ({ pending: 5, setApart: 1 }) });

describe("the sidecar's metrics", () => {
  it("are Prometheus text with the edge's state at the moment of the scrape", async () => {
    const metrics = createMetrics();
    expect(metrics.contentType).toMatch(/^text\/plain/);
    const text = await metrics.text();
    expect(text).toContain("portcullis_connected 1\n");
    expect(text).toContain("portcullis_running_calls 3\n");
    expect(text).toContain("portcullis_records_waiting 5\n");
    expect(text).toContain("portcullis_records_set_apart 1\n");
    expect(text).toContain("portcullis_records_in_memory 2\n");
    expect(text).toContain("portcullis_refusals_dropped 1\n");
  });

  it("count calls by status and error, and time them and their stages", async () => {
    const metrics = createMetrics();
    const timeline = [{ stage: "policy", start_ms: 1, end_ms: 3, decision: "permit" }];
    metrics.observe({ ...call, timeline });
    metrics.observe({ ...call, status: 403, error: "policy_denied" });
    const text = await metrics.text();
    expect(text).toContain('portcullis_calls_total{status="200",error=""} 1');
    expect(text).toContain('portcullis_calls_total{status="403",error="policy_denied"} 1');
    expect(text).toContain("portcullis_call_duration_seconds_count 2");
    expect(text).toContain('portcullis_stage_duration_seconds_sum{stage="policy"} 0.002');
  });

  it("name no tool, so that their labels stay few", async () => {
    const metrics = createMetrics();
    metrics.observe(call);
    expect(await metrics.text()).not.toContain("customers");
  });

  it("of two sidecars in one process are apart", async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.observe(call);
    expect(await other.text()).toContain("portcullis_call_duration_seconds_count 0");
  });
});
