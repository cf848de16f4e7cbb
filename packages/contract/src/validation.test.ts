import { describe, expect, it } from "vitest";
import { z } from "zod";
import { Refusal } from "./errors.js";
import { operationList, operations } from "./operations/index.js";
import { parseValid, requireValid, validationDetails } from "./validation.js";

const schema = z.strictObject({
  name: z.string().min(2),
  count: z.number().int().optional(),
  id: z.uuid().optional(),
  nested: z.strictObject({ list: z.array(z.string()) }).optional(),
  password: z.string().min(12).optional(),
});

function detailsOf(input: unknown) {
  try {
    requireValid(schema, input, "body");
  } catch (error) {
    if (error instanceof Refusal) return error.details.details;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("what no caller sent", () => {
  it("is given back as the schema makes it, or is zod's own error", () => {
    const right = { name: "ok" };
    expect(parseValid(schema, right)).toBe(right);
    expect(parseValid(z.object({ acks: z.array(z.string()).default([]) }), { more: 1 })).toEqual({ acks: [] });
    expect(() => parseValid(schema, { name: "x" })).toThrow(z.ZodError);
  });
});

describe("validation details", () => {
  it("give the parsed value when there is nothing to say", () => {
    expect(requireValid(schema, { name: "ok" }, "body")).toEqual({ name: "ok" });
  });

  it("name type, place, message and input of each field", () => {
    expect(detailsOf({ name: "x", count: "3", id: "no", nested: { list: ["a", 1] }, extra: true })).toEqual([
      { type: "too_small", loc: ["body", "name"], msg: expect.any(String), input: "x" },
      { type: "number_type", loc: ["body", "count"], msg: expect.any(String), input: "3" },
      { type: "uuid_format", loc: ["body", "id"], msg: expect.any(String), input: "no" },
      { type: "string_type", loc: ["body", "nested", "list", 1], msg: expect.any(String), input: 1 },
      { type: "extra_forbidden", loc: ["body", "extra"], msg: expect.any(String), input: true },
    ]);
  });

  it("say that a field is missing, with null for what was sent", () => {
    expect(detailsOf({})).toEqual([{ type: "missing", loc: ["body", "name"], msg: "Field required", input: null }]);
    expect(detailsOf(undefined)).toMatchObject([{ type: "missing", loc: ["body"] }]);
  });

  it("say of a null that no member takes what to do instead", () => {
    for (const [member, msg] of [
      ["count", "Invalid input: expected number, received null"],
      ["id", "Invalid input: expected string, received null"],
      ["nested", "Invalid input: expected object, received null"],
    ] as const) {
      expect(detailsOf({ name: "ok", [member]: null })).toMatchObject([
        { loc: ["body", member], msg: `${msg}; an optional member without a value is left out, not null`, input: null },
      ]);
    }
  });

  it("send back neither secrets nor large inputs", () => {
    const long = "x".repeat(10_000);
    expect(detailsOf({ name: 1, count: long, nested: { list: { deep: [[]] } }, password: "hunter2" })).toMatchObject([
      { input: 1 },
      { input: `${"x".repeat(500)}…` },
      { input: "object of 1 members" },
      { input: "[withheld]" },
    ]);
  });

  it.each(operationList.flatMap(({ id, body }) => (body === undefined ? [] : [[id, body] as const])))(
    "of %s repeat no secret, wherever the fault lies",
    (_id, body) => {
      const members = ["password", "secret", "token", "subject_token", "api_key", "folder_secret"];
      const secrets = Object.fromEntries(members.map((name) => [name, "hunter2"]));
      for (const input of [secrets, [secrets], { ...secrets, admin: secrets, jti: 1, tests: [secrets] }]) {
        const { error } = body.safeParse(input);
        expect(error && JSON.stringify(validationDetails(body, error, "body", input))).not.toContain("hunter2");
      }
    },
  );

  it("cut no character into halves", () => {
    const pairs = `x${"😀".repeat(400)}`;
    for (const input of [
      { name: "ok", [pairs]: 1 },
      { name: "ok", count: pairs },
    ])
      expect(JSON.stringify(detailsOf(input))).not.toMatch(/\\ud[89a-f]/i);
  });

  it("name the member that an unknown one is near", () => {
    expect(detailsOf({ name: "ok", nested: { list: [], lists: 1 }, Count: 2, other: 3 })).toMatchObject([
      { loc: ["body", "nested", "lists"], msg: 'Unrecognized key: "lists"; did you mean "list"?' },
      { loc: ["body", "Count"], msg: 'Unrecognized key: "Count"; did you mean "count"?' },
      { loc: ["body", "other"], msg: 'Unrecognized key: "other"' },
    ]);
  });

  it("are at most a hundred", () => {
    const extra = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 1]));
    expect(detailsOf({ name: "ok", ...extra })).toHaveLength(100);
  });

  it.each(operationList.flatMap(({ id, body }) => (body === undefined ? [] : [[id, body] as const])))(
    "of %s stay small, however many and long the names are that were sent",
    (_id, body) => {
      const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, {}]));
      const long = { ["x".repeat(100_000)]: many };
      const members = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
      const inputs = [
        many,
        long,
        ...[many, long].map((value) => Object.fromEntries(members.map((name) => [name, value]))),
      ];
      for (const input of inputs) {
        const { error } = body.safeParse(input);
        expect(JSON.stringify(error ? validationDetails(body, error, "body", input) : "").length).toBeLessThan(250_000);
      }
    },
  );

  it("says what a body of either kind takes", () => {
    const { body } = operations["auth.revoke"];
    for (const input of [{}, { jti: "00000000-0000-4000-8000-000000000000", token: "t" }, { tokens: "t" }]) {
      const error = body.safeParse(input).error;
      const msg = "name either `jti` or `token`";
      expect(error && validationDetails(body, error, "body", input)).toMatchObject([{ loc: ["body"], msg }]);
    }
  });
});
