// A control plane's five edge operations on a real socket, for tests of the uplink: its answers are what a test sets, and may be
// those of a control plane that is broken or hostile.

import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type DecideAnswer,
  type DecideCall,
  type EdgeRecord,
  envelopeOf,
  envelopeOfRefusal,
  type RecordAck,
  Refusal,
  type SyncEvent,
} from "@portcullis/contract";
import { newId, sha256Hex } from "@portcullis/core";
import { AGENT, agentFacts, permitFor, TENANT, tenantState } from "./local-control-plane.js";

/** What the five operations take, as far as this server reads it. */
interface EdgeBody {
  readonly api_key: string;
  readonly instance: string;
  readonly token: string;
  readonly calls: DecideCall[];
  readonly records: EdgeRecord[];
  readonly state_version: number;
}

/** A control plane's five edge operations on a real socket, with the answers that a test sets. */
export class EdgeServer {
  sessions = 0;
  valid = new Set<string>();
  readonly batches: DecideCall[][] = [];
  readonly records: EdgeRecord[] = [];
  readonly acknowledged: number[] = [];
  readonly streams: ServerResponse[] = [];
  gate: Promise<void> = Promise.resolve();
  /** How long a request is on its way, awaited once on its way there and once on its way back; it may be lost on either. */
  travel: (path: string) => Promise<void> = async () => {};
  /** How many records came with a question, per question. */
  readonly carried: number[] = [];
  answerDecide: (calls: DecideCall[]) => DecideAnswer[] = (calls) => calls.map((call) => permitFor(call));
  answerRecord: (record: EdgeRecord) => { status: "accepted" | "duplicate" | "refused"; reason?: string } = () => ({
    status: "accepted",
  });
  /** Whether records that come with a question are acknowledged with the answer after that one's. */
  acknowledgesLater = false;
  failNext: Refusal[] = [];
  /** Makes another answer of one; undefined when it has answered by itself. */
  tamper: (path: string, data: unknown, response: ServerResponse) => unknown = (_path, data) => data;
  url = "";
  #server: Server | undefined;
  readonly #kept: RecordAck[] = [];

  async start(): Promise<this> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      try {
        const body = bodyOf(Buffer.concat(chunks).toString());
        const path = request.url ?? "";
        await this.travel(path);
        const honest = await this.#answer(path, request.headers.authorization, body, response);
        await this.travel(path);
        const data = honest === undefined ? undefined : this.tamper(path, honest, response);
        if (data !== undefined)
          response.setHeader("content-type", "application/json").end(JSON.stringify(envelopeOf(data)));
      } catch (error) {
        const refusal = error instanceof Refusal ? error : new Refusal("internal");
        response.writeHead(refusal.status).end(JSON.stringify(envelopeOfRefusal(refusal)));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#server = server;
    return this;
  }

  close(): Promise<unknown> {
    this.#server?.closeAllConnections();
    return new Promise((resolve) => this.#server?.close(resolve));
  }

  async #answer(
    path: string,
    authorization: string | undefined,
    body: EdgeBody,
    response: ServerResponse,
  ): Promise<unknown> {
    if (path === "/edge/session") {
      if (body.api_key !== "acp_good") throw new Refusal("invalid_api_key");
      const session_token = `session-${++this.sessions}`;
      this.valid.add(`Bearer ${session_token}`);
      return { session_token, expires_in: 900, tenant_id: TENANT, instance: body.instance };
    }
    if (!this.valid.has(authorization ?? "")) throw new Refusal("invalid_edge_session");
    if (path === "/edge/sync") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      this.streams.push(response);
      this.send(response, { event: "snapshot", data: tenantState() });
      return undefined;
    }
    const failure = this.failNext.shift();
    if (failure !== undefined) throw failure;
    if (path === "/edge/admit") {
      const jti = newId();
      const known = {
        state_version: 1,
        token_hash: sha256Hex(body.token),
        jti,
        expires_at: "2099-01-01T00:00:00.000Z",
      };
      // Without scopes, as control planes answer that judge them by themselves.
      return { ...known, role: "agent", subject: AGENT, permissions: [], act: [], agent: agentFacts() };
    }
    if (path === "/edge/decide") {
      this.batches.push(body.calls);
      this.carried.push(body.records?.length ?? 0);
      const acks = this.#take(body.records ?? []);
      const told = this.acknowledgesLater ? this.#kept.splice(0) : acks;
      if (this.acknowledgesLater) this.#kept.push(...acks);
      await this.gate;
      return { answers: this.answerDecide(body.calls), acks: told };
    }
    if (body.records.length === 0) this.acknowledged.push(body.state_version);
    return { acks: this.#take(body.records) };
  }

  #take(records: readonly EdgeRecord[]): RecordAck[] {
    return records.map((record) => {
      const answer = this.answerRecord(record);
      if (answer.status === "accepted") this.records.push(record);
      return { record_id: record.record_id, ...answer };
    });
  }

  send(response: ServerResponse, event: SyncEvent): void {
    response.write(`event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`);
  }
}

function bodyOf(text: string) {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    throw new Refusal("malformed_body");
  }
}
