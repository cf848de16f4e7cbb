// The description is valid OpenAPI 3.1, says everything that the contract says, and nothing that it does not.

import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { errorTable } from "./errors.js";
import { expandErrors } from "./expected-errors.js";
import { FINDING_CODES } from "./findings.js";
import { buildOpenApi } from "./openapi.js";
import { operationList } from "./operations/index.js";

interface Content {
  readonly "application/json": { schema: unknown; example?: unknown };
}
interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
  readonly responses: Readonly<Record<string, { readonly "x-errors"?: readonly string[]; readonly content?: Content }>>;
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Content;
  };
  readonly security: readonly object[];
  readonly "x-who": string;
}
const description = buildOpenApi("1.2.3") as { paths: Record<string, Record<string, Described>>; components: unknown };
const describedAs = (path: string, method: string) => {
  const found = description.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
};

describe("the OpenAPI description", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(description) as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  it("lists the codes of findings where hints and documentation send people for them", () => {
    const { requestBody } = describedAs("/audit/logs/search", "POST");
    expect(requestBody?.content["application/json"].schema).toMatchObject({
      properties: { findings: { items: { enum: FINDING_CODES } } },
    });
  });

  it("begins every body that people send with an example that the operation takes", () => {
    for (const { id, tag, method, path, body, example } of operationList) {
      if (body === undefined || tag === "edge") continue;
      expect(body.safeParse(example), id).toMatchObject({ success: true });
      expect(example, id).toBeDefined();
      expect(describedAs(path, method).requestBody?.content["application/json"].example).toEqual(example);
    }
  });

  it("shows what a call of a tool answers, as the operation answers it", () => {
    const answering = operationList.filter(({ exampleData }) => exampleData !== undefined);
    expect(answering.map(({ id }) => id)).toEqual(["execution.execute", "execution.executeTool"]);
    for (const { id, method, path, status, data, exampleData } of answering) {
      expect(data?.parse(exampleData), id).toEqual(exampleData);
      expect(describedAs(path, method).responses[String(status)]?.content?.["application/json"].example).toEqual({
        success: true,
        data: exampleData,
        error: null,
        meta: null,
      });
    }
  });

  it("is the same at every call, and holds JSON values alone", () => {
    expect(JSON.parse(JSON.stringify(description))).toEqual(buildOpenApi("1.2.3"));
  });

  it("gives whole numbers no bound that nobody set, which explorers would show as the example", () => {
    const text = JSON.stringify(description);
    expect(text).toContain('"type":"integer"');
    // The one is the other's end: neither stands anywhere.
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it("has patterns that programs of every language read: without the flag u, and without \\p", () => {
    const patterns = [...JSON.stringify(description).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    expect(patterns.length).toBeGreaterThan(100);
    for (const text of new Set(patterns.map(([, pattern = ""]) => JSON.parse(pattern) as string))) {
      expect(() => new RegExp(text)).not.toThrow();
      expect(text).not.toMatch(/\\p|\(\?<?[=!]/i);
    }
  });

  it("has every operation once, under its key", () => {
    const ids = Object.values(description.paths).flatMap((path) => Object.values(path).map((each) => each.operationId));
    expect(ids.sort()).toEqual(operationList.map((operation) => operation.id).sort());
  });

  it("says what each tag is about, the calls of tools first", () => {
    const { tags } = buildOpenApi("1.2.3") as { tags: { name: string; description: string }[] };
    expect(tags[0]?.name).toBe("execution");
    expect(tags.map(({ name }) => name).sort()).toEqual([...new Set(operationList.map(({ tag }) => tag))].sort());
    expect(tags.filter(({ description }) => !description)).toEqual([]);
  });

  it("resolves every reference", () => {
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    for (const [, place = ""] of references) {
      const found = place
        .split("/")
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], description.components);
      expect([place, found === undefined]).toEqual([place, false]);
    }
  });

  for (const operation of operationList) {
    it(`tells of ${operation.id} who may call it, what it takes and how it refuses`, () => {
      const described = describedAs(operation.path, operation.method);
      expect(described["x-who"]).toBe(operation.who);
      expect(described.security.length > 0).toBe(operation.who !== "anonymous");
      const inPath = described.parameters.filter((each) => each.in === "path").map((each) => `{${each.name}}`);
      expect(inPath.sort()).toEqual([...(operation.path.match(/\{\w+\}/g) ?? [])].sort());
      expect(described.requestBody === undefined).toBe(operation.body === undefined);
      const errors = Object.entries(described.responses).flatMap(([status, response]) =>
        (response["x-errors"] ?? []).map((code) => [code, Number(status)] as const),
      );
      expect(errors.map(([code]) => code).sort()).toEqual([...expandErrors(operation)].sort());
      for (const [code, status] of errors) expect(errorTable[code as keyof typeof errorTable].status).toBe(status);
      expect(described.responses[String(operation.status)]?.content === undefined).toBe(operation.status === 204);
    });
  }

  it("describes bodies as they are sent: defaults are not required", () => {
    const { requestBody } = describedAs("/agents", "POST");
    expect(requestBody?.required).toBe(true);
    expect(requestBody?.content["application/json"].schema).toMatchObject({ required: ["name"] });
    expect(describedAs("/decision/kill-switch/{tenant_id}", "POST").requestBody?.required).toBe(false);
  });
});

describe("the refusals of an operation", () => {
  const errorsOf = (id: string) => {
    const operation = operationList.find((each) => each.id === id);
    return operation === undefined ? [] : expandErrors(operation);
  };

  it("come with who may call it", () => {
    expect(errorsOf("agents.list")).toEqual(
      expect.arrayContaining(["invalid_token", "tenant_mismatch", "insufficient_role"]),
    );
    expect(errorsOf("agents.create")).toEqual(
      expect.arrayContaining(["write_role_required", "cross_site_request", "conflict"]),
    );
    expect(errorsOf("policy.simulate")).toContain("insufficient_role");
    expect(errorsOf("policy.simulate")).not.toContain("write_role_required");
    expect(errorsOf("auth.saveTenant")).toContain("platform_admin_required");
    expect(errorsOf("auth.agentToken")).toContain("invalid_internal_secret");
    expect(errorsOf("edge.decide")).toContain("invalid_edge_session");
    expect(errorsOf("service.health")).toEqual(expect.not.arrayContaining(["invalid_token", "store_unavailable"]));
  });

  it("name no error twice", () => {
    for (const operation of operationList) {
      const codes = expandErrors(operation);
      expect(new Set(codes).size).toBe(codes.length);
    }
  });
});
