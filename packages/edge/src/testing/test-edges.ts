// Edges over a small control plane in this process, and the calls that tests of the pipeline make at them. Not exported.

import type { Envelope, ExecutionRecord, RefusalRecord } from "@portcullis/contract";
import { newId } from "@portcullis/core";
import { createEdge } from "../edge.js";
import type { DetectionThread } from "../inspection/detection-thread.js";
import type { Edge, EdgeOptions, ExecuteAnswer, ExecuteRequest, ToolRunner } from "../ports.js";
import { AGENT, functionTools, LocalControlPlane, MemoryRecords, TENANT } from "./local-control-plane.js";

export interface EdgeSetup {
  readonly tools?: ToolRunner;
  readonly options?: Partial<EdgeOptions>;
  /** Without one, everything is done on the loop: sources have none. */
  readonly thread?: DetectionThread | undefined;
}

/** An answer with the body that its caller reads. */
export type SeenAnswer = Omit<ExecuteAnswer, "body"> & { readonly body: Envelope };
export const seen = ({ body, ...rest }: ExecuteAnswer): SeenAnswer => ({ ...rest, body: body.value });

export const call = { tool_name: "echo", payload: { text: "hello" } };
export const executions = (records: MemoryRecords) =>
  records.records.filter((r): r is ExecutionRecord => r.kind === "execution");
export const refusals = (records: MemoryRecords) =>
  records.records.filter((r): r is RefusalRecord => r.kind === "refusal");

/** Makes edges, and closes all that were made. */
export function createTestEdges() {
  const open: Edge[] = [];

  async function setUp({ tools, options, thread }: EdgeSetup = {}) {
    const plane = new LocalControlPlane();
    const records = new MemoryRecords();
    const token = plane.issue("good-token");
    const edge = createEdge(
      {
        tenantId: TENANT,
        home: "embedded",
        instance: newId(),
        uplink: plane,
        records,
        tools: tools ?? functionTools({ echo: ({ payload }) => payload }),
        ...options,
      },
      thread,
    );
    open.push(edge);
    await edge.ready();
    const headers = {
      "content-type": "application/json",
      "x-tenant-id": TENANT,
      authorization: `Bearer ${token}`,
      "x-agent-id": AGENT,
    };
    const send = async (
      body: unknown,
      changes: Record<string, string | undefined> = {},
      more: Pick<ExecuteRequest, "cancelled" | "onProgress"> = {},
    ): Promise<SeenAnswer> =>
      seen(
        await edge.execute({
          ...more,
          body: body instanceof Uint8Array ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
          headers: { ...headers, ...changes },
          address: "127.0.0.1",
        }),
      );
    return { plane, records, edge, send, headers };
  }

  const close = async (): Promise<void> => {
    await Promise.all(open.splice(0).map((edge) => edge.close()));
  };
  return { setUp, close };
}
