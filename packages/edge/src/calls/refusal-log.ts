// Records of the edge's own refusals. The first of its kind is stored at once; identical ones of the same agent within
// the next second become one record with a count, so that a flood of refusals is not a flood of rows. Questions that were lost
// are no such flood: each was asked, and each may have left a permit that its record takes back.
import {
  type ErrorCode,
  type FindingCode,
  MAX_FINDING_DETAILS,
  mayBePermitted,
  type RefusalRecord,
  type StageTiming,
} from "@portcullis/contract";
import { auditIdOf, newId } from "@portcullis/core";
import type { Clock } from "../ports.js";
import type { KnownCaller } from "../refusals.js";
import type { RecordKeeper } from "./record-keeper.js";

const WINDOW_MS = 1000;

/** One refusal of a known caller. */
export interface RefusedCall {
  readonly requestId: string;
  readonly code: ErrorCode;
  readonly caller: KnownCaller;
  readonly toolName: string | null;
  readonly payloadHash: string | null;
  readonly findings: readonly FindingCode[];
  readonly findingDetails: RefusalRecord["finding_details"];
  readonly timeline: readonly StageTiming[];
}

interface Window {
  /** Stands for every repeat within the window; null until the first repeat. */
  repeats: RefusalRecord | null;
  readonly timer: NodeJS.Timeout;
}

export class RefusalLog {
  readonly #windows = new Map<string, Window>();
  #isClosed = false;

  constructor(
    private readonly tenantId: string,
    private readonly keeper: RecordKeeper,
    private readonly clock: Clock,
  ) {}

  /** Notes a refusal and gives the audit id of the row that will show it. Rejects when it could not be stored. */
  async note(refused: RefusedCall): Promise<string> {
    if (mayBePermitted(refused.code, refused.payloadHash)) return this.#put(refused);
    const { code, caller, toolName, requestId } = refused;
    // What is refused for its request id is identical under that id alone.
    const subject = code === "request_id_reused" ? requestId : null;
    const key = [code, caller.jti, caller.agentId, toolName, subject].join("\n");
    const window = this.#windows.get(key);
    if (window === undefined) {
      if (!this.#isClosed) {
        this.#windows.set(key, { repeats: null, timer: setTimeout(() => this.#end(key), WINDOW_MS) });
      }
      return this.#put(refused);
    }
    if (window.repeats === null) window.repeats = this.#recordOf(refused);
    else addTo(window.repeats, refused);
    return auditIdOf(this.tenantId, window.repeats.request_id);
  }

  /** Stores every open window at once; what comes later is stored as it comes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#windows.keys()].map((key) => this.#end(key)));
  }

  async #end(key: string): Promise<void> {
    const window = this.#windows.get(key);
    if (window === undefined) return;
    clearTimeout(window.timer);
    this.#windows.delete(key);
    // A record that cannot be stored is kept and counted by the keeper.
    if (window.repeats !== null) await this.keeper.put(window.repeats).catch(() => undefined);
  }

  async #put(refused: RefusedCall): Promise<string> {
    await this.keeper.put(this.#recordOf(refused));
    return auditIdOf(this.tenantId, refused.requestId);
  }

  #recordOf(refused: RefusedCall): RefusalRecord {
    return {
      kind: "refusal",
      record_id: newId(),
      request_id: refused.requestId,
      code: refused.code,
      jti: refused.caller.jti,
      agent_id: refused.caller.agentId,
      tool_name: refused.toolName,
      payload_hash: refused.payloadHash,
      findings: [...refused.findings],
      finding_details: refused.findingDetails,
      count: 1,
      at: new Date(this.clock.now()).toISOString(),
      timeline: [...refused.timeline],
    };
  }
}

/** One more repeat: what it was found for and the others were not stays seen. */
function addTo(repeats: RefusalRecord, { findings, findingDetails }: RefusedCall): void {
  repeats.count += 1;
  repeats.findings = [...new Set([...repeats.findings, ...findings])];
  const isNew = (detail: (typeof findingDetails)[number]) =>
    !repeats.finding_details.some(({ rule_id, path }) => rule_id === detail.rule_id && path === detail.path);
  repeats.finding_details = [...repeats.finding_details, ...findingDetails.filter(isNew)].slice(0, MAX_FINDING_DETAILS);
}
