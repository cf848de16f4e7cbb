// Rows of what the role gate refused. The first refusal of a subject at an operation is a row at once; identical ones
// within the next second become one more row with their count, so that a flood of refusals cannot flood the chain.

import { type ErrorCode, type OperationId, Refusal } from "@portcullis/contract";
import { newId, operatorAuditIdOf } from "@portcullis/core";
import type { Services } from "../services.js";
import { actorOf, appendOperatorRow } from "./audited.js";
import type { Principal } from "./handler.js";

export interface GateRefusal {
  readonly tenantId: string;
  readonly principal: Principal;
  readonly operation: OperationId;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly address: string;
}

const WINDOW_MS = 1000;

export class GateRows {
  readonly #services: Services;
  readonly #windows = new Map<string, { last: GateRefusal; count: number; readonly timer: NodeJS.Timeout }>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Resolves when the refusal is a row, or is counted for one. Never rejects: the refusal stands either way. */
  async record(refusal: GateRefusal): Promise<void> {
    const { actor } = actorOf(refusal.principal);
    const key = `${refusal.tenantId} ${actor} ${refusal.operation} ${refusal.code}`;
    const open = this.#windows.get(key);
    if (open) {
      open.last = refusal;
      open.count++;
      return;
    }
    const timer = setTimeout(() => void this.#flush(key), WINDOW_MS);
    timer.unref();
    this.#windows.set(key, { last: refusal, count: 0, timer });
    await this.#append(refusal, 1);
  }

  /** Writes what is still counted. */
  async close(): Promise<void> {
    await Promise.all([...this.#windows.keys()].map((key) => this.#flush(key)));
  }

  async #flush(key: string): Promise<void> {
    const open = this.#windows.get(key);
    this.#windows.delete(key);
    if (open === undefined) return;
    clearTimeout(open.timer);
    if (open.count > 0) await this.#append(open.last, open.count);
  }

  async #append(refusal: GateRefusal, count: number): Promise<void> {
    try {
      await this.#write(
        refusal,
        count,
        operatorAuditIdOf(refusal.tenantId, refusal.requestId, "role_gate_refused"),
      ).catch((error: unknown) => {
        // A caller may repeat its request id; the refusal is a row all the same.
        if (isReuse(error)) return this.#write(refusal, count, newId());
        throw error;
      });
    } catch (error) {
      this.#services.log.error({ err: error, operation: refusal.operation }, "a refusal could not be recorded");
    }
  }

  async #write(refusal: GateRefusal, count: number, auditId: string): Promise<void> {
    const { store, ledger } = this.#services;
    const { operation, code, requestId, principal, tenantId, address } = refusal;
    await store.write(tenantId, (tx) =>
      appendOperatorRow(ledger, tx, {
        action: "role_gate_refused",
        requestId,
        auditId,
        ...actorOf(principal),
        agentId: principal.kind === "agent" ? principal.subject : null,
        decision: "deny",
        fields: { operation, error: code, count, address },
      }),
    );
    ledger.notifyAppended(tenantId);
  }
}

function isReuse(error: unknown): boolean {
  return error instanceof Refusal && error.code === "request_id_reused";
}
