import { Refusal } from "@portcullis/contract";
import { StrictJsonError, ToolNameError } from "@portcullis/core";
import { describe, expect, it } from "vitest";
import { refusalOf } from "./errors.js";

const withCode = (code: string, message = "x") => Object.assign(new Error(message), { code });

describe("what a caller sees of an error", () => {
  const table: [string, unknown, string, boolean][] = [
    ["a refusal", new Refusal("not_found"), "not_found", false],
    ["strict JSON", new StrictJsonError("too_deep", "x"), "too_deep", false],
    ["a tool name", new ToolNameError("empty", "x"), "invalid_tool_name", false],
    ["a database that is away", withCode("ECONNREFUSED"), "store_unavailable", true],
    ["a database that shuts down", withCode("57P01"), "store_unavailable", true],
    ["a full disk", withCode("SQLITE_FULL"), "store_unavailable", true],
    ["a fault of ours", new TypeError("secret detail"), "internal", true],
    ["a text that was thrown", "secret detail", "internal", true],
    ["nothing that was thrown", undefined, "internal", true],
  ];
  for (const [name, error, code, unexpected] of table) {
    it(`for ${name} is ${code}`, () => {
      const seen = refusalOf(error);
      expect([seen.refusal.code, seen.unexpected]).toEqual([code, unexpected]);
      expect(JSON.stringify(seen.refusal.details)).not.toContain("secret");
    });
  }
});
