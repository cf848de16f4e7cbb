// The Uplink port over HTTP: one session, batched decisions, the sync stream, and the buffer's records on their way.

import { type AdmitData, admitData, recordsData } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import type { RecordBuffer } from "../buffer-sqlite/record-buffer.js";
import type { Uplink } from "../ports.js";
import { AuthorizedClient, forCallers } from "./authorized-client.js";
import { DecideQueue } from "./decide-queue.js";
import { HttpClient } from "./http-client.js";
import { RecordFlusher, type UplinkCounts } from "./record-flusher.js";
import { SessionKeeper } from "./session.js";
import { StateAcknowledger } from "./state-acknowledger.js";
import { followSync } from "./sync-stream.js";

export interface HttpUplinkOptions {
  /** Base URL of the control plane. */
  readonly controlPlaneUrl: string;
  /** A key with the scope `edge`. */
  readonly apiKey: string;
  /** This process's instance id, the same as the buffer's and the edge's. */
  readonly instance: string;
  readonly home: "sidecar" | "embedded";
  readonly buffer: RecordBuffer;
  /** Version of the program, for the control plane's records. */
  readonly version?: string;
  /** Requests to `decide` on their way at once, while the first ones are slow; 4 unless set. */
  readonly maxDecideRequests?: number;
  /** Longest wait for one answer; 10 seconds unless set. */
  readonly requestTimeoutMs?: number;
  /** A record that the control plane refused was set apart: an alarm. */
  readonly onSetApart?: (recordId: string, reason: string) => void;
}

export interface HttpUplink extends Uplink {
  /** Opens the session, and says which tenant the key belongs to. Rejects with a Refusal. */
  connect(): Promise<{ readonly tenantId: string }>;
  /**
   * `authorization` and `x-tenant-id` of the current session, for requests that an edge passes on in its own name (an
   * agent's sign-in). Ask for them per request: sessions are renewed.
   */
  sessionHeaders(): Promise<Readonly<Record<string, string>>>;
  counts(): UplinkCounts;
  /** Sends what the buffer holds, for at most `withinMs` (5 seconds), and ends. True when nothing is left. */
  close(withinMs?: number): Promise<boolean>;
}

/** Makes an uplink; nothing is sent before it is used. */
export function createHttpUplink(options: HttpUplinkOptions): HttpUplink {
  const { controlPlaneUrl, buffer, maxDecideRequests = 4, requestTimeoutMs = 10_000 } = options;
  const http = new HttpClient(controlPlaneUrl, maxDecideRequests + 8, requestTimeoutMs);
  const sessions = new SessionKeeper(http, {
    apiKey: options.apiKey,
    instance: options.instance,
    previousInstances: buffer.previousInstances,
    folderSecret: buffer.folderSecret,
    home: options.home,
    version: options.version ?? "0",
  });
  const client = new AuthorizedClient(http, sessions);
  const acknowledger = new StateAcknowledger(client);
  const flusher = new RecordFlusher(
    client,
    buffer,
    () => acknowledger.stateVersion,
    options.onSetApart ?? (() => undefined),
  );
  const decisions = new DecideQueue(client, flusher, maxDecideRequests);
  flusher.wake();
  return {
    connect: async () => ({ tenantId: (await sessions.get()).tenantId }),
    admit: async (request, signal): Promise<AdmitData> =>
      admitData.parse(await forCallers(client.postUntil("/edge/admit", JSON.stringify(request), signal))),
    decide: (call, isWithdrawn) => forCallers(decisions.ask(call, isWithdrawn)),
    report: async (tool_definitions, signal) => {
      const body = { records: [], state_version: acknowledger.stateVersion, tool_definitions };
      return (
        recordsData.parse(await client.postUntil("/edge/records", formatJson(body), signal)).tool_definitions ?? []
      );
    },
    sync: (onEvent, signal) => followSync(controlPlaneUrl, client, onEvent, signal),
    acknowledge: (stateVersion) => acknowledger.acknowledge(stateVersion),
    sessionHeaders: async () => (await sessions.get()).headers,
    counts: () => flusher.counts(),
    close: async (withinMs = 5000) => {
      await flusher.close(withinMs);
      acknowledger.close();
      const asked = decisions.close();
      await http.close();
      // By then a call whose question was given up on has its record, too, which stays in the buffer.
      await Promise.all([asked, flusher.ended()]);
      return buffer.counts().pending === 0;
    },
  };
}
