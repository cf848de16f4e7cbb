// What an operation's handler gets. A handler is `(context, input) -> data`; validation, the role gate, paging and the
// envelope are done around it. It writes through `context.write`, which appends the operation's audit row in the same
// transaction.

import type { DataOf, Grant, InputOf, OperationId, Role } from "@portcullis/contract";
import type { TenantDb, TenantTx } from "../db/tx.js";
import type { Services } from "../services.js";
import type { EdgeSession } from "../tokens/edge-sessions.js";

/** Who calls. */
export type Principal =
  | { readonly kind: "anonymous" }
  | { readonly kind: "internal" }
  | {
      readonly kind: "user" | "agent";
      readonly tenantId: string;
      readonly subject: string;
      readonly role: Role;
      readonly jti: string;
      /** Token ids of the delegation hops, without which the token is none. */
      readonly hopJtis: readonly string[];
      readonly expiresAtMs: number;
      readonly isPlatformAdmin: boolean;
      /** Permissions of a user's role, scopes of an API key's token, or grants of an agent's. */
      readonly permissions: readonly (string | Grant)[];
      /** Scopes that cut an API key's token; null for sign-ins. */
      readonly scopes: readonly string[] | null;
      /** The raw token, for refresh; never logged. */
      readonly token: string;
    }
  | {
      readonly kind: "edge";
      readonly tenantId: string;
      readonly instance: string;
      readonly jti: string;
      readonly expiresAtMs: number;
      readonly session: EdgeSession;
    };

export interface Caller {
  readonly principal: Principal;
  /** The principal's tenant; of a sign-in the header's, empty for other anonymous operations. */
  readonly tenantId: string;
}

export interface CallContext {
  readonly services: Services;
  readonly principal: Principal;
  /** The tenant of the principal; for anonymous operations X-Tenant-ID, where it was sent. */
  readonly tenantId: string;
  readonly requestId: string;
  readonly traceId: string;
  readonly address: string;
  /** Sets a header of the answer, e.g. Set-Cookie. */
  setHeader(name: string, value: string): void;
  read<T>(work: (db: TenantDb) => Promise<T>): Promise<T>;
  /**
   * One transaction: the work, the operation's audit row with `audit` as its fields, the announcement after commit. The tenant's
   * state is locked before the work, so that what it reads still holds when it writes: changes of one tenant take turns.
   */
  write<T>(work: (tx: TenantTx) => Promise<{ data: T; audit: Record<string, unknown>; agentId?: string }>): Promise<T>;
}

export type Handler<K extends OperationId> = (context: CallContext, input: InputOf<K>) => Promise<DataOf<K>>;

/** Operations whose answers are not envelopes, or that need the raw request: mounted by their own files. */
export type RawOperationId =
  | "execution.execute"
  | "execution.executeTool"
  | "events.stream"
  | "edge.sync"
  | "service.metrics"
  | "service.openapi"
  | "service.docs"
  | "service.redoc";

/** A handler that is missing or extra is a compile error. */
export type Handlers = { readonly [K in Exclude<OperationId, RawOperationId>]: Handler<K> };
/** The handlers of one or more tags, by the prefix of their ids. */
export type HandlersOf<P extends string> = Pick<Handlers, Extract<keyof Handlers, `${P}.${string}`>>;
