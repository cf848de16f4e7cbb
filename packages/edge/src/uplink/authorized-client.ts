// Requests of one session: with its headers, and once more with a new session when the control plane no longer knows it.
import { Refusal } from "@portcullis/contract";
import { type HttpClient, unreachable } from "./http-client.js";
import type { EdgeSession, SessionKeeper } from "./session.js";

const FIRST_RETRY_MS = 25;

export class AuthorizedClient {
  constructor(
    private readonly client: HttpClient,
    private readonly sessions: SessionKeeper,
  ) {}

  /** Sends a body of JSON text; gives the envelope's `data`, or rejects with a Refusal. */
  async post(path: string, body: string, signal?: AbortSignal): Promise<unknown> {
    const session = await this.sessions.get();
    try {
      return await this.client.post(path, session.headers, body, signal);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "invalid_edge_session") throw error;
      this.sessions.drop(session);
      return this.client.post(path, (await this.sessions.get()).headers, body, signal);
    }
  }

  /** {@link post} for a question that may be asked twice: again while the control plane is away, until the signal. */
  async postUntil(path: string, body: string, signal: AbortSignal): Promise<unknown> {
    for (let delayMs = FIRST_RETRY_MS; ; delayMs *= 2) {
      try {
        return await this.post(path, body, signal);
      } catch (error) {
        const isAway = error instanceof Refusal && error.code === "control_plane_unreachable";
        if (!isAway || signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        if (signal.aborted) throw error;
      }
    }
  }

  session(): EdgeSession | Promise<EdgeSession> {
    return this.sessions.get();
  }

  drop(session: EdgeSession): void {
    this.sessions.drop(session);
  }
}

/**
 * What the control plane has against this edge's own session or API key is nothing that a caller could mend: to callers it is
 * away, and their own tokens are as good as before.
 */
export async function forCallers<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isOfEdge = error instanceof Refusal && EDGE_FAULTS.has(error.code);
    throw isOfEdge ? unreachable(`The control plane refuses this edge: ${error.code}.`) : error;
  }
}

const EDGE_FAULTS: ReadonlySet<string> = new Set(["invalid_edge_session", "invalid_api_key"]);
