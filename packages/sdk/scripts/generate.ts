// Writes src/generated from the contract: plain types (no zod), the interface of each resource, and the operations table.
// `--check` writes nothing and fails when the files are not what the contract gives.

import { readFileSync, writeFileSync } from "node:fs";
import { operationList } from "@portcullis/contract";
import openapiTS, { astToString } from "openapi-typescript";
import { z } from "zod";

type Listed = (typeof operationList)[number];

const HEADER = "// Generated from the contract by scripts/generate.ts; do not edit.\n\n";

/** Served by their own methods or pages, or spoken between edge and control plane only. */
const NOT_RESOURCES = new Set(["execution.execute", "execution.executeTool", "service.docs", "service.redoc"]);
const offered = operationList.filter((operation) => !NOT_RESOURCES.has(operation.id) && operation.tag !== "edge");

const pascal = (text: string) => text.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase());
const camel = (text: string) => text.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const schemaName = (operation: Listed, part: "Body" | "Query" | "Data") => `${pascal(operation.id)}${part}`;

function jsonSchema(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" });
  return rest;
}

async function typesFile(): Promise<string> {
  const schemas: Record<string, object> = {};
  for (const operation of operationList) {
    if (operation.tag === "edge") continue;
    if (operation.body) schemas[schemaName(operation, "Body")] = jsonSchema(operation.body, "input");
    if (operation.query) schemas[schemaName(operation, "Query")] = jsonSchema(operation.query, "input");
    if (operation.data) schemas[schemaName(operation, "Data")] = jsonSchema(operation.data, "output");
  }
  const document = {
    openapi: "3.1.0" as const,
    info: { title: "types", version: "0" },
    paths: {},
    components: { schemas },
  };
  const nodes = await openapiTS(document as Parameters<typeof openapiTS>[0], {
    emptyObjectsUnknown: true,
    defaultNonNullable: false,
  });
  return HEADER + astToString(nodes);
}

function resourcesFile(): string {
  const byResource = new Map<string, Listed[]>();
  for (const operation of offered) {
    const resource = operation.id.split(".")[0] as string;
    byResource.set(resource, [...(byResource.get(resource) ?? []), operation]);
  }
  const interfaces = [...byResource].map(([resource, operations]) => {
    const methods = operations.map((operation) => methodOf(operation));
    return `/** \`client.${resource}\` */\nexport interface ${pascal(resource)}Resource {\n${methods.join("\n")}\n}\n`;
  });
  const members = [...byResource.keys()].map((resource) => `  readonly ${resource}: ${pascal(resource)}Resource;`);
  return [
    HEADER,
    'import type { DecisionEvent, EventStreamOptions } from "../event-stream.js";\n',
    'import type { RequestOptions } from "../options.js";\n',
    'import type { PagedList } from "../pages.js";\n',
    'import type { components } from "./types.js";\n\n',
    'type Schemas = components["schemas"];\n',
    "/** An allowed call: the decision envelope, the redacted answer, what it cost. */\n",
    'export type ExecuteResult = Schemas["ExecutionExecuteData"];\n\n',
    interfaces.join("\n"),
    `\n/** Every resource of the client. */\nexport interface Resources {\n${members.join("\n")}\n}\n`,
  ].join("");
}

function methodOf(operation: Listed): string {
  const parameters = pathParameters(operation)
    .filter((name) => !isOwnTenant(operation) || name !== "tenant_id")
    .map((name) => `${camel(name)}: string`);
  const input = inputOf(operation);
  const schema = input === "body" ? operation.body : operation.query;
  if (input !== "none" && schema) {
    const type = `Schemas["${schemaName(operation, input === "body" ? "Body" : "Query")}"]`;
    parameters.push(`${input}${schema.safeParse({}).success ? "?" : ""}: ${type}`);
  }
  const isStream = operation.answer === "event-stream";
  parameters.push(`options?: ${isStream ? "EventStreamOptions" : "RequestOptions"}`);
  const name = operation.id.split(".")[1] as string;
  const notes = [operation.summary, operation.description].filter(Boolean).join(". ").replace(/\.\./g, ".");
  return `  /** ${notes} (\`${operation.method} ${operation.path}\`) */\n  ${name}(${parameters.join(", ")}): ${resultOf(operation)};`;
}

function resultOf(operation: Listed): string {
  if (operation.answer === "event-stream") return "AsyncIterable<DecisionEvent>";
  if (operation.answer === "json") return "Promise<unknown>";
  if (operation.answer === "text" || operation.answer === "html") return "Promise<string>";
  if (!operation.data) return "Promise<void>";
  const data = `Schemas["${schemaName(operation, "Data")}"]`;
  return operation.paged ? `PagedList<${data}["items"][number]>` : `Promise<${data}>`;
}

function operationsFile(): string {
  const entries = offered.map((operation) => {
    const entry = {
      method: operation.method,
      path: operation.path,
      params: pathParameters(operation),
      input: inputOf(operation),
      answer: operation.answer ?? (operation.status === 204 ? "nothing" : "envelope"),
      paged: operation.paged === true && operation.method === "GET",
      repeatable: operation.idempotent === true || ["GET", "PUT", "DELETE"].includes(operation.method),
      anonymous: operation.who === "anonymous",
      ownTenant: isOwnTenant(operation),
    };
    return `  "${operation.id}": ${JSON.stringify(entry)},`;
  });
  return `${HEADER}/** How an operation is called. */
export interface OperationEntry {
  readonly method: string;
  readonly path: string;
  readonly params: readonly string[];
  readonly input: "body" | "query" | "none";
  readonly answer: "envelope" | "nothing" | "event-stream" | "html" | "text" | "json";
  readonly paged: boolean;
  /** Sending it again changes nothing more. */
  readonly repeatable: boolean;
  readonly anonymous: boolean;
  /** \`tenant_id\` in the path is the client's own tenant. */
  readonly ownTenant: boolean;
}

export const operationTable: Readonly<Record<string, OperationEntry>> = {
${entries.join("\n")}
};
`;
}

function pathParameters(operation: Listed): string[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
}

function isOwnTenant(operation: Listed): boolean {
  return operation.who !== "platform" && pathParameters(operation).includes("tenant_id");
}

function inputOf(operation: Listed): "body" | "query" | "none" {
  if (operation.body) return "body";
  return operation.query ? "query" : "none";
}

const files: Record<string, string> = {
  "types.ts": await typesFile(),
  "resources.ts": resourcesFile(),
  "operations.ts": operationsFile(),
};
const stale: string[] = [];
for (const [name, text] of Object.entries(files)) {
  const file = new URL(`../src/generated/${name}`, import.meta.url);
  if (process.argv.includes("--check")) {
    if (readFileSync(file, "utf8") !== text) stale.push(name);
  } else {
    writeFileSync(file, text);
  }
}
if (stale.length > 0) {
  process.stderr.write(`Stale: ${stale.join(", ")}. Run the package's script 'generate' and commit the result.\n`);
  process.exit(1);
}
