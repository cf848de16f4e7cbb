// Reading a body blocks everyone: what takes long is not its size, but how many values there are.

import { MAX_EXECUTE_BODY_BYTES, operationList } from "@portcullis/contract";
import { expect, it } from "vitest";
import { DEFAULT_BODY_BYTES, parseBody } from "./body.js";

const JSON_TYPE = "application/json";

it.each(operationList.filter(({ maxBodyBytes = DEFAULT_BODY_BYTES }) => maxBodyBytes > MAX_EXECUTE_BODY_BYTES))(
  "the body of $id may be large, but has no more values than the largest payload",
  (operation) => {
    const dense = Buffer.from(`{"a":[${"[],".repeat(MAX_EXECUTE_BODY_BYTES / 2)}[]]}`);
    expect(dense.length).toBeLessThan(operation.maxBodyBytes ?? 0);
    expect(() => parseBody(operation, dense, JSON_TYPE)).toThrow(expect.objectContaining({ code: "too_many_values" }));
    const long = Buffer.from(JSON.stringify({ a: "[],".repeat(MAX_EXECUTE_BODY_BYTES / 2) }));
    expect(parseBody(operation, long, JSON_TYPE)).toHaveProperty("a");
  },
);
