// What the client is made with, and what each call may add.

/** How the client signs in; exactly one way. */
export type Credentials =
  /** A token that the caller manages; it is not renewed. */
  | { readonly accessToken: string }
  /** An API key: exchanged once for a token, which is renewed before it ends. */
  | { readonly apiKey: string }
  /** A user's e-mail and password. */
  | { readonly user: { readonly email: string; readonly password: string } }
  /** An agent's id and secret, through a sidecar (or with `internalSecret`, for the platform's own services). */
  | { readonly agent: { readonly id: string; readonly secret: string; readonly internalSecret?: string } };

export interface ClientSettings {
  /** Sidecar or control plane, e.g. `http://127.0.0.1:8081`. */
  readonly baseUrl: string;
  /** May be left out with an API key, which names its tenant. */
  readonly tenantId?: string;
  /** The agent that calls are made for; an agent's own credentials name it. */
  readonly agentId?: string;
  /** For one attempt, in milliseconds; 60,000 unless set. */
  readonly timeoutMs?: number;
  /** Attempts in all, the first included; 3 unless set. */
  readonly maxAttempts?: number;
  /** In place of the global fetch. */
  readonly fetch?: typeof fetch;
}

export type PortcullisOptions = ClientSettings & Credentials;

/** What every call takes beside its input. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly maxAttempts?: number;
  /** X-Agent-ID of this call. */
  readonly agentId?: string;
  /** X-Trace-ID of this call; one is made otherwise. */
  readonly traceId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a call of a tool may add. */
export interface ExecuteOptions extends RequestOptions {
  /** Repeats with the same key get the first call's answer. One is made for the call's own retries unless it is given. */
  readonly idempotencyKey?: string;
  /** Of an escalated call that was approved. */
  readonly approvalKey?: string;
  /** Token counts to reserve and, where the tool's answer states none, to bill. */
  readonly usage?: { readonly model?: string; readonly prompt_tokens?: number; readonly completion_tokens?: number };
  readonly targetTenantId?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}
