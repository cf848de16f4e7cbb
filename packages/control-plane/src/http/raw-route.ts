// Operations whose answers are not envelopes, or that need the request's own bytes. They are mounted from the contract like
// the others; only their answering is theirs.

import type { FastifyReply, FastifyRequest } from "fastify";
import type { CallContext, RawOperationId } from "./handler.js";

/** What a raw operation gets. */
export interface RawCall {
  readonly context: CallContext;
  readonly request: FastifyRequest;
  /** Answer with `reply.send`, or with an EventStream made from it. */
  readonly reply: FastifyReply;
  /** The body's bytes as received; empty without one. */
  readonly body: Uint8Array;
  /** Path parameters, decoded, not validated. */
  readonly params: Readonly<Record<string, string>>;
  /** Validated when the operation has a query schema. */
  readonly query: unknown;
  /** Aborts when the client has gone away, or the process shuts down. */
  readonly signal: AbortSignal;
}

export interface RawRoute {
  /**
   * `contract`: token, tenant, role and scopes are checked before `handle`, as for every operation. `handler`: the handler
   * authenticates itself (POST /execute, whose stage 0 comes before authentication).
   */
  readonly authenticatedBy: "contract" | "handler";
  handle(call: RawCall): Promise<void>;
}

/** A raw operation without a route is a compile error. */
export type RawRoutes = { readonly [K in RawOperationId]: RawRoute };
