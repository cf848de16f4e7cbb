// The mechanism of the contract: what an operation is, as data, and the types that handlers, SDK and CLI derive from it.

import type { z } from "zod";
import type { ErrorCode } from "./errors.js";
import type { Who } from "./roles.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** How a success is written: in the envelope, as server-sent events, or as the named media type without envelope. */
export type AnswerKind = "envelope" | "event-stream" | "html" | "text" | "json";

export interface Operation {
  readonly method: Method;
  /** Path template, e.g. `/agents/{agent_id}`. */
  readonly path: string;
  readonly tag: string;
  readonly who: Who;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A body to begin with, in the API explorer: sensible as it stands, where one made from the schema would be refused. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** `data` of an answer to that example, where one made from the schema would say nothing. */
  readonly exampleData?: Readonly<Record<string, unknown>>;
  /** Shape of the envelope's `data`; absent for 204 and for answers without envelope. */
  readonly data?: z.ZodType;
  readonly status: 200 | 201 | 204;
  readonly answer?: AnswerKind;
  /** Refusals of its own, beside those of every operation of its `who`. */
  readonly errors?: readonly ErrorCode[];
  /** Repeating the call changes nothing more, so that clients may retry it. GET, PUT and DELETE are so anyway. */
  readonly idempotent?: boolean;
  /** `data` is a page: `items` and `next_cursor`; `limit` and `cursor` are in the query. */
  readonly paged?: boolean;
  /** Audit action that a success appends, in the same transaction. */
  readonly audit?: AuditAction;
  /** With `who: authenticated`: agents may call it for themselves. */
  readonly agents?: boolean;
  /** Largest body in bytes; 1 MiB unless said. */
  readonly maxBodyBytes?: number;
  /** How deep its body may be nested; 64 levels unless said. */
  readonly maxBodyDepth?: number;
  /** How many values its body may have, about; what its size allows unless said. */
  readonly maxBodyValues?: number;
  /** Scopes of an API key that open this operation, as `admin` always does; by default `read` for GET, `write` for the rest. */
  readonly scopes?: readonly string[];
  /** Where a success body has a header beside it, e.g. a cookie, for the docs. */
  readonly setsCookie?: boolean;
}

/** Audit actions that operations and workers append; calls of tools are `execute`. */
export const AUDIT_ACTIONS = [
  "execute",
  "outcome_settled",
  "user_login",
  "user_created",
  "user_role_changed",
  "credentials_created",
  "tenant_saved",
  "token_revoked",
  "api_key_created",
  "api_key_revoked",
  "agent_created",
  "agent_updated",
  "agent_deleted",
  "permission_granted",
  "permission_revoked",
  "tool_registered",
  "tool_updated",
  "tool_deleted",
  "tool_definition_pinned",
  "tool_definition_held",
  "tenant_settings_changed",
  "kill_switch_engaged",
  "kill_switch_disengaged",
  "policy_uploaded",
  "signal_weights_changed",
  "contract_created",
  "contract_updated",
  "contract_disabled",
  "approval_approved",
  "approval_rejected",
  "rates_changed",
  "agent_cost_warning",
  "agent_cost_blocked",
  "key_rotated",
  "chain_restored",
  "role_gate_refused",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Keeps an operation's literal types. */
export function operation<const T extends Operation>(definition: T): T {
  return definition;
}

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler gets, after validation. */
export interface HandlerInput<T extends Operation> {
  readonly params: OutputOf<T["params"]>;
  readonly query: OutputOf<T["query"]>;
  readonly body: OutputOf<T["body"]>;
}

/** What a handler gives back: the envelope's `data`. */
export type HandlerData<T extends Operation> = InputOf<T["data"]>;

/** What a client sends. */
export interface ClientInput<T extends Operation> {
  readonly params: InputOf<T["params"]>;
  readonly query: InputOf<T["query"]>;
  readonly body: InputOf<T["body"]>;
}
