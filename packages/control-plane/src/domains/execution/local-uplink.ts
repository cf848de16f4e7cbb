// The uplink and the record sink of an edge that lives in this process: what a sidecar asks over HTTP is asked by call. There
// is no buffer on disk; a record is in the chain before the caller gets its answer.

import type { SyncEvent } from "@portcullis/contract";
import type { AdmitRequest, RecordSink, Uplink } from "@portcullis/edge";
import type { Services } from "../../services.js";
import { admitToken } from "../auth/index.js";
import { reportDefinitions } from "../registry/index.js";

/** What the instances of these edges are known by. */
export const LOCAL_HOME = "control-plane";
/** Waits before a record that could not be stored is tried again. */
const RETRY_AFTER_MS = [50, 200, 500, 1000, 2000] as const;

/** The control plane as the edge of one tenant, in this process, sees it. */
export function createLocalUplink(services: Services, tenantId: string, instance: string): Uplink {
  return {
    admit: ({ token, tenant_id, agent_id, address }: AdmitRequest) =>
      admitToken(
        services,
        { tenantId, instance },
        { token, tenant_id, address, ...(agent_id === undefined ? {} : { agent_id }) },
      ),
    decide: async (call) => {
      const sentAtMs = performance.now();
      const [answer] = await services.decisions.decide(tenantId, instance, [call]);
      if (answer === undefined) throw new Error("The decision service gave no answer.");
      return { answer, sentAtMs };
    },
    report: (definitions) => reportDefinitions(services, tenantId, instance, definitions),
    sync: (onEvent, signal) => follow(services, tenantId, instance, onEvent, signal),
    acknowledge: (stateVersion) => {
      services.sync.acknowledge(tenantId, instance, stateVersion).catch((error: unknown) => {
        services.log.warn({ err: error }, "the local edge's acknowledgement could not be stored");
      });
    },
  };
}

/** Appends records directly. Rejects when the store stays away; the call's begin record is then closed as unknown. */
export function createLocalRecords(
  { decisions, log }: Pick<Services, "decisions" | "log">,
  tenantId: string,
  instance: string,
): RecordSink {
  return {
    hasRoom: () => true,
    put: async (record) => {
      for (let attempt = 0; ; attempt += 1) {
        try {
          const [ack] = await decisions.record(tenantId, instance, [record]);
          if (ack?.status === "refused") {
            const { record_id, request_id } = record;
            log.error({ tenant_id: tenantId, record_id, request_id, reason: ack.reason }, "a record was refused");
          }
          return;
        } catch (error) {
          const waitMs = RETRY_AFTER_MS[attempt];
          if (waitMs === undefined) throw error;
          await new Promise((resolve) => setTimeout(resolve, waitMs));
        }
      }
    },
  };
}

async function follow(
  { sync }: Services,
  tenantId: string,
  instance: string,
  onEvent: (event: SyncEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const subscription = await sync.subscribe(tenantId, onEvent, { instance, home: LOCAL_HOME });
  // Only now: a subscription that fails is tried again and again, and must leave no listener each time.
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await subscription.close();
}
