// The control plane's own edge, for callers that have neither a sidecar nor the SDK: one edge per tenant, made at its first
// call and put away when it has been idle. The same pipeline as everywhere; only uplink and records are in the process.

import { envelopeOfRefusal, headersOfRefusal, Refusal } from "@portcullis/contract";
import { isUuid, newId } from "@portcullis/core";
import {
  type CallObserver,
  createEdge,
  DetectionThread,
  type Edge,
  type ExecuteAnswer,
  type ExecuteRequest,
  HOW_TO_CALL,
  type ToolRunner,
  tokenOf,
} from "@portcullis/edge";
import type { Services } from "../../services.js";
import { createLocalRecords, createLocalUplink, LOCAL_HOME } from "./local-uplink.js";

export interface ExecutionHomeOptions {
  readonly services: Services;
  /** Shared by all tenants; closed with the home. */
  readonly tools: ToolRunner;
  readonly observe?: CallObserver;
  /** How long a tenant's edge is kept without a call; 10 minutes unless set. */
  readonly idleAfterMs?: number;
}

interface Lodger {
  readonly edge: Edge;
  usedAtMs: number;
  running: number;
}

const IDLE_AFTER_MS = 600_000;
const READY_WITHIN_MS = 5000;

export class ExecutionHome {
  readonly #options: ExecutionHomeOptions;
  readonly #edges = new Map<string, Promise<Lodger>>();
  readonly #thread = new DetectionThread();
  readonly #sweeper: NodeJS.Timeout;
  #isClosed = false;

  constructor(options: ExecutionHomeOptions) {
    this.#options = options;
    const idleAfterMs = options.idleAfterMs ?? IDLE_AFTER_MS;
    this.#sweeper = setInterval(() => void this.#evict(idleAfterMs), Math.max(1000, idleAfterMs / 4));
    this.#sweeper.unref();
  }

  /** Once, before the first call: nobody waits for the edges of a process that crashed. */
  async forgetEarlier(): Promise<void> {
    await this.#options.services.sync.forgetEarlier(LOCAL_HOME);
  }

  /** All eleven stages of one call. Never throws. */
  async execute(request: ExecuteRequest): Promise<ExecuteAnswer> {
    try {
      const tenantId = await this.#tenantOf(request);
      const answer = await this.#executeAt(tenantId, request);
      if (answer.code !== "tenant_mismatch") return answer;
      // A good token under another tenant's header: its own tenant's edge refuses it as well, and has the trail for it.
      const owner = await this.#ownerOf(request);
      return owner === null || owner === tenantId ? answer : await this.#executeAt(owner, request);
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error, request);
      const { log } = this.#options.services;
      log.error({ err: error, request_id: request.headers["x-request-id"] }, "call failed");
      return refusalAnswer(new Refusal("internal"), request);
    }
  }

  async #executeAt(tenantId: string, request: ExecuteRequest): Promise<ExecuteAnswer> {
    const lodger = await this.#lodgerOf(tenantId);
    lodger.running += 1;
    try {
      return await lodger.edge.execute(request);
    } finally {
      lodger.running -= 1;
      lodger.usedAtMs = performance.now();
    }
  }

  /** Aborts what runs, waits for its records as an edge does, and closes edges and tools. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    this.#thread.closeWithin(graceMs / 2);
    clearInterval(this.#sweeper);
    const lodgers = await Promise.allSettled(this.#edges.values());
    await Promise.all(lodgers.map((each) => (each.status === "fulfilled" ? each.value.edge.close() : undefined)));
    this.#edges.clear();
    await Promise.all([this.#thread.close(), this.#options.tools.close()]);
  }

  /**
   * The tenant whose edge takes the call: the header's, where it exists, else the token's. Whether the token is its is stage
   * 1's to say.
   */
  async #tenantOf(request: ExecuteRequest): Promise<string> {
    if (this.#isClosed) throw new Refusal("control_plane_unreachable", { detail: "The process is shutting down." });
    const header = request.headers["x-tenant-id"]?.trim() ?? "";
    if (!isUuid(header)) {
      // Stage 0 comes before the header: the token tells whose kill switch that is.
      const owner = await this.#ownerOf(request);
      if (owner !== null) return owner;
      if (header !== "") throw new Refusal("invalid_tenant_uuid");
      throw new Refusal("tenant_header_required", howToCall(request));
    }
    const tenantId = header.toLowerCase();
    if (this.#edges.has(tenantId)) return tenantId;
    const { store } = this.#options.services;
    const tenant = await store.read(tenantId, (db) =>
      db.query.selectFrom("tenants").select("id").where("id", "=", tenantId).executeTakeFirst(),
    );
    if (tenant !== undefined) return tenantId;
    const owner = await this.#ownerOf(request);
    // In the words of an edge: whether there is such a tenant is nobody's to know without a token of it.
    if (owner === null) throw new Refusal("invalid_token", howToCall(request));
    return owner;
  }

  /** The tenant that the token was issued for; null for what is no token of this deployment. */
  async #ownerOf({ headers }: ExecuteRequest): Promise<string | null> {
    const token = tokenOf(headers);
    const claims = token === undefined ? null : await this.#options.services.tokens.identify(token);
    return claims?.tenantId ?? null;
  }

  #lodgerOf(tenantId: string): Promise<Lodger> {
    const known = this.#edges.get(tenantId);
    if (known !== undefined) return known;
    const fresh = this.#open(tenantId);
    this.#edges.set(tenantId, fresh);
    fresh.catch(() => this.#edges.delete(tenantId));
    return fresh;
  }

  async #open(tenantId: string): Promise<Lodger> {
    const { services, tools, observe } = this.#options;
    const instance = newId();
    const edge = createEdge(
      {
        tenantId,
        home: LOCAL_HOME,
        instance,
        uplink: createLocalUplink(services, tenantId, instance),
        records: createLocalRecords(services, tenantId, instance),
        // The runner outlives the edge.
        tools: {
          has: (name) => tools.has(name),
          describerOf: (name) => tools.describerOf?.(name),
          run: (call, stop) => tools.run(call, stop),
          close: async () => {},
        },
        decisionTimeoutMs: services.config.decisionTimeoutMs,
        ...(observe === undefined ? {} : { observe }),
      },
      this.#thread,
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Refusal("control_plane_unreachable")), READY_WITHIN_MS);
    });
    try {
      await Promise.race([edge.ready(), late]);
    } catch (error) {
      void edge.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return { edge, usedAtMs: performance.now(), running: 0 };
  }

  async #evict(idleAfterMs: number): Promise<void> {
    for (const [tenantId, opening] of this.#edges) {
      const lodger = await opening.catch(() => null);
      if (lodger === null || lodger.running > 0 || performance.now() - lodger.usedAtMs < idleAfterMs) continue;
      this.#edges.delete(tenantId);
      await lodger.edge.close();
    }
  }
}

/** What a caller without a token has to bring; nothing for one that has some. */
function howToCall({ headers }: ExecuteRequest): { readonly detail?: string } {
  return tokenOf(headers) === undefined ? { detail: HOW_TO_CALL["control-plane"] } : {};
}

function refusalAnswer(refusal: Refusal, { headers }: ExecuteRequest): ExecuteAnswer {
  const requestId = headers["x-request-id"];
  return {
    status: refusal.status,
    headers: {
      "content-type": "application/json",
      ...(requestId === undefined ? {} : { "x-request-id": requestId }),
      ...headersOfRefusal(refusal),
    },
    body: { value: envelopeOfRefusal(refusal) },
    code: refusal.code,
  };
}
