// One call on its way through stages 4 to 7: what was read and judged before the transaction that decides.

import type { DecideCall } from "@portcullis/contract";
import type { Reservation } from "@portcullis/core";
import type { KeptStage } from "../../ledger/row-draft.js";
import type { KnownCaller } from "../facts/caller-facts.js";
import { keepInputs } from "../inputs/inputs.js";
import type { ApprovableCall } from "../judging/approvals.js";
import type { Readings, TenantFacts, Verdict } from "../types.js";
import { keepStages } from "./kept-stages.js";

export interface PreparedCall {
  readonly call: DecideCall;
  readonly instance: string;
  readonly facts: TenantFacts;
  /** Absent where the token is not on record. */
  readonly caller: KnownCaller | undefined;
  /** Absent where the call is refused before it is judged. */
  readonly judged: JudgedCall | null;
}

export interface JudgedCall {
  readonly readings: Readings;
  readonly reservation: Reservation;
  readonly verdict: Verdict;
}

const CENTRAL_STAGES: ReadonlySet<string> = new Set(["policy", "behavior", "decision", "autonomy"]);

/** The edge's stages and the control plane's: offsets of the latter count from the end of the edge's last one. */
export function stagesOf({ call, judged }: PreparedCall): KeptStage[] {
  const central = judged?.verdict.timeline ?? [];
  const edge = call.timeline.filter((entry) => !CENTRAL_STAGES.has(entry.stage));
  const offsetMs = Math.max(0, ...edge.map((entry) => entry.end_ms));
  const firstMs = central[0]?.startMs ?? 0;
  const place = (ms: number) => roundMs(offsetMs + Math.max(0, ms - firstMs));
  return [
    ...keepStages(edge),
    ...central.map(({ stage, startMs, endMs, decision }): KeptStage => [stage, place(startMs), place(endMs), decision]),
  ];
}

/** What is kept for `/policy/simulate` to replay; null for calls that were not judged, and where the tenant keeps nothing. */
export function inputsOf({ call, caller, facts, judged }: PreparedCall): string | null {
  if (caller === undefined || judged === null || facts.settings.decisionInputsDays === 0) return null;
  return keepInputs(call, caller, facts, judged.readings, judged.verdict);
}

function roundMs(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** A judged call as an approval is bound to it. */
export function approvableOf({ call, facts }: PreparedCall, { reservation }: JudgedCall): ApprovableCall {
  return { call, policyRevision: facts.policy.revision, declaredNano: reservation.declaredNanoUsd };
}
