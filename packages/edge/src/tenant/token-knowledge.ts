// Tokens that this edge has had verified, by their SHA-256; never the tokens themselves. Knowledge ends with the token's
// expiry or a pushed revocation. Several calls with one unseen token ask once.
import { type AdmitData, type AgentFacts, Refusal } from "@portcullis/contract";
import { sha256Hex } from "@portcullis/core";
import { untilAborted } from "@portcullis/core/transport";
import type { Clock, Uplink } from "../ports.js";
import type { TenantMirror } from "./tenant-mirror.js";

const MAX_TOKENS = 50_000;
const MAX_TOKEN_LENGTH = 8192;
const ADMIT_TIMEOUT_MS = 3000;
/** An invalid token is not asked about again for this long. */
const INVALID_FOR_MS = 1000;
/** Answers older than the stream are asked again; a state that moves faster than this is a fault. */
const MAX_STALE_ANSWERS = 5;

interface KnownToken {
  readonly admitted: AdmitData;
  readonly expiresAtMs: number;
}

export class TokenKnowledge {
  readonly #known = new Map<string, KnownToken>();
  /** Until when a token is not asked about, by the monotonic clock: one that was set back would make it hours. */
  readonly #invalid = new Map<string, number>();
  readonly #flights = new Map<string, Promise<AdmitData>>();

  constructor(
    private readonly uplink: Uplink,
    private readonly mirror: TenantMirror,
    private readonly clock: Clock,
    private readonly tenantId: string,
  ) {}

  /** What is known of a token, asking the control plane when nothing is. Refuses with the codes of stage 1. */
  know(token: string, address: string): AdmitData | Promise<AdmitData> {
    if (token.length > MAX_TOKEN_LENGTH) throw new Refusal("invalid_token");
    const hash = sha256Hex(token);
    const known = this.#known.get(hash);
    if (known === undefined) return this.#admit(hash, token, address, undefined);
    return this.#requireValid(hash, known);
  }

  /** Facts of an agent that the stream has not brought (yet); null when the tenant has no such agent. */
  async agentFacts(token: string, address: string, agentId: string): Promise<AgentFacts | null> {
    try {
      return (await this.#admit(sha256Hex(token), token, address, agentId)).agent;
    } catch (error) {
      if (error instanceof Refusal && error.code === "agent_not_found") return null;
      throw error;
    }
  }

  #requireValid(hash: string, known: KnownToken): AdmitData {
    const { admitted } = known;
    const isOver = known.expiresAtMs <= this.clock.now();
    if (isOver) this.#known.delete(hash);
    if (isOver || this.#isRevoked(admitted)) throw new Refusal("invalid_token");
    return admitted;
  }

  #isRevoked(admitted: AdmitData): boolean {
    return this.mirror.isRevoked(admitted.jti) || admitted.act.some((hop) => this.mirror.isRevoked(hop.jti));
  }

  #admit(hash: string, token: string, address: string, agentId: string | undefined): Promise<AdmitData> {
    if ((this.#invalid.get(hash) ?? 0) > this.clock.monotonic()) throw new Refusal("invalid_token");
    const key = agentId === undefined ? hash : `${hash} ${agentId}`;
    const running = this.#flights.get(key);
    if (running !== undefined) return running;
    const flight = this.#ask(hash, token, address, agentId).finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  async #ask(hash: string, token: string, address: string, agentId: string | undefined): Promise<AdmitData> {
    const request = {
      token,
      tenant_id: this.tenantId,
      address,
      ...(agentId === undefined ? {} : { agent_id: agentId }),
    };
    const signal = AbortSignal.timeout(ADMIT_TIMEOUT_MS);
    for (let attempt = 0; attempt < MAX_STALE_ANSWERS; attempt++) {
      const admitted = await this.#askOnce(hash, request, signal);
      if (admitted.token_hash !== hash || (agentId !== undefined && admitted.agent?.agent_id !== agentId)) {
        throw new Refusal("control_plane_unreachable", { detail: "The control plane's answer is for another token." });
      }
      if (admitted.state_version < this.mirror.stateVersion) continue;
      const known = { admitted, expiresAtMs: Date.parse(admitted.expires_at) };
      this.#remember(hash, known);
      return this.#requireValid(hash, known);
    }
    throw new Refusal("store_unavailable", { detail: "Token facts kept changing while they were read; try again." });
  }

  async #askOnce(hash: string, request: Parameters<Uplink["admit"]>[0], signal: AbortSignal): Promise<AdmitData> {
    try {
      return await untilAborted(this.uplink.admit(request, signal), signal);
    } catch (error) {
      if (error instanceof Refusal && error.code === "invalid_token") {
        evictOldest(this.#invalid, MAX_TOKENS);
        this.#invalid.set(hash, this.clock.monotonic() + INVALID_FOR_MS);
      }
      if (signal.aborted && !(error instanceof Refusal)) throw new Refusal("control_plane_unreachable");
      throw error;
    }
  }

  #remember(hash: string, known: KnownToken): void {
    this.#known.delete(hash);
    evictOldest(this.#known, MAX_TOKENS);
    this.#known.set(hash, known);
  }
}

function evictOldest(map: Map<string, unknown>, limit: number): void {
  if (map.size < limit) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
