// The session of one edge instance: the API key is exchanged once, and again before the session ends. Everyone else in the
// uplink sees only headers.
import { edgeSessionData, Refusal } from "@portcullis/contract";
import { type HttpClient, unreachable } from "./http-client.js";

export interface SessionOptions {
  readonly apiKey: string;
  readonly instance: string;
  readonly previousInstances: readonly string[];
  /** Proves that they had the folder that this instance has. */
  readonly folderSecret: string;
  readonly home: "sidecar" | "embedded";
  readonly version: string;
}

export interface EdgeSession {
  /** What every request carries. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tenantId: string;
  /** Monotonic milliseconds. */
  readonly renewAt: number;
  readonly endsAt: number;
}

/** Share of a session's life after which a new one is opened beside it. */
const RENEW_AFTER = 0.7;
/** A refused key is not offered again for this long: each attempt costs the control plane a bcrypt comparison. */
const REFUSED_FOR_MS = 15_000;

export class SessionKeeper {
  #current: EdgeSession | undefined;
  /** Of the first session: everything at this edge is that tenant's. */
  #tenantId: string | undefined;
  #opening: Promise<EdgeSession> | undefined;
  #refused: { readonly refusal: Refusal; readonly until: number } | undefined;

  constructor(
    private readonly client: HttpClient,
    private readonly options: SessionOptions,
  ) {}

  /** A session that is good for some time yet. */
  get(): EdgeSession | Promise<EdgeSession> {
    const session = this.#current;
    const now = performance.now();
    if (session === undefined || session.endsAt <= now) return this.#open();
    // The old one still serves while the new one is opened; a failure shows when the old one ends.
    if (session.renewAt <= now) this.#open().catch(() => undefined);
    return session;
  }

  /** The control plane does not know the session any more. */
  drop(session: EdgeSession): void {
    if (this.#current === session) this.#current = undefined;
  }

  #open(): Promise<EdgeSession> {
    if (this.#refused !== undefined && this.#refused.until > performance.now())
      return Promise.reject(this.#refused.refusal);
    this.#opening ??= this.#ask().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #ask(): Promise<EdgeSession> {
    const askedAt = performance.now();
    const { apiKey, instance, previousInstances, folderSecret, home, version } = this.options;
    const folder = { previous_instances: previousInstances, folder_secret: folderSecret };
    const body = { api_key: apiKey, instance, ...folder, home, version };
    try {
      const { data } = edgeSessionData.safeParse(await this.client.post("/edge/session", {}, JSON.stringify(body)));
      if (data === undefined) throw unreachable("The control plane's session is none that this version can read.");
      const isOwn = data.instance === instance && (this.#tenantId ?? data.tenant_id) === data.tenant_id;
      if (!isOwn) throw unreachable("The control plane's session is for another edge or tenant.");
      this.#tenantId = data.tenant_id;
      const lifeMs = data.expires_in * 1000;
      const headers = { authorization: `Bearer ${data.session_token}`, "x-tenant-id": data.tenant_id };
      this.#current = {
        headers,
        tenantId: data.tenant_id,
        renewAt: askedAt + lifeMs * RENEW_AFTER,
        endsAt: askedAt + lifeMs,
      };
      this.#refused = undefined;
      return this.#current;
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) {
        this.#refused = { refusal: error, until: performance.now() + REFUSED_FOR_MS };
      }
      throw error;
    }
  }
}
