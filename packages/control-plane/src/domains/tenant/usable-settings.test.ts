// Settings of detection as the contract names them, and as the scanner and the redactor know them.

import * as contract from "@portcullis/contract";
import * as detection from "@portcullis/edge/detection";
import { describe, expect, it } from "vitest";
import { requireUsableScan } from "./usable-settings.js";

describe("settings of detection", () => {
  it("name the kinds that the redactor knows", () => {
    expect(contract.REDACTION_KINDS).toEqual(detection.REDACTION_KINDS);
  });

  it("may turn off every rule by name but those that say that a scan is not complete", () => {
    for (const { id, family } of detection.RULES) {
      const names = id.startsWith("tenant/") ? [family] : [id, family];
      const rules_off = names.filter((name) => !["structure/truncated", "structure/incomplete"].includes(name));
      expect(() => requireUsableScan({ rules_off, thresholds: { [family]: 1 } })).not.toThrow();
    }
  });

  it("are refused with at most a hundred details, each at its place", () => {
    const rules_off = Array.from({ length: 300 }, (_, at) => `no/such-${at}`);
    try {
      requireUsableScan({ rules_off });
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof contract.Refusal)) throw error;
      expect(error.details.details).toHaveLength(100);
      expect(error.details.details?.[7]).toMatchObject({
        type: "value_error",
        loc: ["body", "scan", "rules_off", 7],
        input: "no/such-7",
      });
    }
  });
});
