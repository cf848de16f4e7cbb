// What this edge knows of its tenant: the newest snapshot with every change merged in, and how old the last heartbeat is.
// It may refuse on this knowledge and never permits on it. No network and no storage here: the edge feeds it events.
import {
  type AgentFacts,
  type ErrorCode,
  HEARTBEAT_LIMIT_MS,
  type KillSwitchState,
  type SyncEvent,
  type TenantState,
  type ToolFacts,
} from "@portcullis/contract";
import type { Clock } from "../ports.js";

/** Why running calls must stop. */
export type StopCode = Extract<ErrorCode, "kill_switch_engaged" | "control_plane_unreachable">;

const DISENGAGED: KillSwitchState = { engaged: false, engaged_at: null, engaged_by: null, reason: null };

export class TenantMirror {
  readonly #clock: Clock;
  readonly #onStop: (code: StopCode) => void;
  readonly #onBehind: () => void;
  readonly #agents = new Map<string, AgentFacts>();
  readonly #tools = new Map<string, ToolFacts>();
  readonly #revoked = new Map<string, number>();
  #rest: Omit<TenantState, "agents" | "tools" | "revoked"> | undefined;
  #beatAt: number | null = null;
  #awaited = 0;
  #deadline: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * `onStop` is called in the tick in which the kill switch is seen engaged, and on the tick at which the heartbeat
   * becomes too old; `onBehind` when the stream names states that never arrive.
   */
  constructor(clock: Clock, onStop: (code: StopCode) => void, onBehind: () => void = () => {}) {
    this.#clock = clock;
    this.#onStop = onStop;
    this.#onBehind = onBehind;
  }

  apply(event: SyncEvent): void {
    if (event.event === "heartbeat") {
      this.#beat(event.data.state_version);
      return;
    }
    if (event.event === "snapshot") {
      this.#agents.clear();
      this.#tools.clear();
      this.#revoked.clear();
      this.#merge(event.data);
      this.#beat(event.data.state_version);
    } else if (this.#rest !== undefined && event.data.state_version >= this.#rest.state_version) {
      this.#merge(event.data);
    }
    if (this.killSwitch.engaged) this.#onStop("kill_switch_engaged");
  }

  /** Why no call may start now, or null. The heartbeat comes second: a switch known to be on is the better answer. */
  stopCode(): StopCode | null {
    if (this.killSwitch.engaged) return "kill_switch_engaged";
    return this.isFresh() && !this.#isClosed ? null : "control_plane_unreachable";
  }

  isFresh(): boolean {
    const age = this.heartbeatAgeMs();
    return age !== null && age < HEARTBEAT_LIMIT_MS;
  }

  /** Monotonic age of the last heartbeat; a snapshot counts as one. */
  heartbeatAgeMs(): number | null {
    return this.#beatAt === null ? null : this.#clock.monotonic() - this.#beatAt;
  }

  get killSwitch(): KillSwitchState {
    return this.#rest?.kill_switch ?? DISENGAGED;
  }

  get stateVersion(): number {
    return this.#rest?.state_version ?? 0;
  }

  /** Members that are not maps; undefined before the first snapshot. */
  get settings(): Omit<TenantState, "agents" | "tools" | "revoked"> | undefined {
    return this.#rest;
  }

  agent(agentId: string): AgentFacts | undefined {
    return this.#agents.get(agentId);
  }

  tool(toolName: string): ToolFacts | undefined {
    return this.#tools.get(toolName);
  }

  isRevoked(jti: string): boolean {
    return this.#revoked.has(jti);
  }

  /** No call may start from here on. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#deadline);
  }

  #merge(change: Extract<SyncEvent, { event: "change" }>["data"]): void {
    const { agents, tools, revoked, ...rest } = change;
    mergeMap(this.#agents, agents);
    mergeMap(this.#tools, tools);
    this.#mergeRevoked(revoked);
    this.#rest = { ...(this.#rest as TenantState), ...definedMembers(rest) };
  }

  #mergeRevoked(revoked: TenantState["revoked"] | undefined): void {
    if (revoked === undefined) return;
    const now = this.#clock.now();
    for (const [jti, until] of this.#revoked) if (until <= now) this.#revoked.delete(jti);
    for (const [jti, until] of Object.entries(revoked)) {
      if (until === null) this.#revoked.delete(jti);
      else this.#revoked.set(jti, Date.parse(until));
    }
  }

  #beat(stateVersion: number): void {
    this.#beatAt = this.#clock.monotonic();
    this.#armDeadline(HEARTBEAT_LIMIT_MS);
    // A heartbeat may run a little ahead of its change; what one names must have come before the next.
    const isBehind = this.#awaited > this.stateVersion;
    this.#awaited = isBehind ? 0 : stateVersion;
    if (isBehind) this.#onBehind();
  }

  #armDeadline(afterMs: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#checkDeadline(), afterMs);
    this.#deadline.unref();
  }

  /** Timers may fire a fraction of a millisecond early; the clock decides. */
  #checkDeadline(): void {
    const leftMs = HEARTBEAT_LIMIT_MS - (this.heartbeatAgeMs() ?? 0);
    if (leftMs > 0) this.#armDeadline(Math.ceil(leftMs));
    else this.#onStop("control_plane_unreachable");
  }
}

function mergeMap<T>(map: Map<string, T>, changes: Record<string, T | null> | undefined): void {
  for (const [key, value] of Object.entries(changes ?? {})) {
    if (value === null) map.delete(key);
    else map.set(key, value);
  }
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function definedMembers<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
