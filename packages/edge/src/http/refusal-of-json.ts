// A body that could not be read as JSON, as the refusal of every door.

import { Refusal } from "@portcullis/contract";
import type { StrictJsonError } from "@portcullis/core";

export function refusalOfJson(error: StrictJsonError): Refusal {
  switch (error.code) {
    case "duplicate_json_key":
      return new Refusal("duplicate_json_key", { data: { key: error.key ?? null } });
    case "too_deep":
      return new Refusal("too_deep");
    case "too_large":
      return new Refusal("payload_too_large");
    case "too_many_values":
      return new Refusal("payload_too_large", { detail: `The body was refused: ${error.message}.` });
    case "not_json":
    case "invalid_utf8":
      // What it must be says the code's own hint.
      return new Refusal("malformed_body");
    default:
      return new Refusal("malformed_body", { detail: `The body was refused: ${error.message}.` });
  }
}
