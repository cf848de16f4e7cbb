// The contract as OpenAPI 3.1. Inputs are described as a client sends them, data as it comes back. What OpenAPI has no word
// for stands in `x-` members: who may call, whether a repeat is safe, whether the answer is a page, the error codes.

import { z } from "zod";
import { type ErrorCode, errorTable } from "./errors.js";
import { expandErrors } from "./expected-errors.js";
import type { Operation } from "./operation.js";
import { operationList } from "./operations/index.js";
import { refusalData } from "./refusal-data.js";
import { tagDescriptions } from "./tags.js";

type Json = Record<string, unknown>;
type Listed = (typeof operationList)[number];

/** The whole description, of the API that this version of the service has; JSON values only, the same at every call. */
export function buildOpenApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operationList) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = path;
    path[operation.method.toLowerCase()] = describe(operation);
  }
  const tags = Object.entries(tagDescriptions).map(([name, description]) => ({ name, description }));
  return {
    openapi: "3.1.0",
    info: {
      title: "Portcullis",
      version,
      description: [
        "Governs the tool calls of AI agents: decides, executes, records, bills.",
        "Begin with `POST /auth/token`: a browser keeps the session, and what else people may do needs the X-Tenant-ID alone. Agents sign in with `POST /auth/agent/token`.",
      ].join("\n\n"),
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags,
    paths,
    components: components(),
    "x-error-table": errorTable,
  };
}

function describe(operation: Listed): Json {
  const description: Json = {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    parameters: parametersOf(operation),
    responses: responsesOf(operation),
    security: securityOf(operation),
    "x-who": operation.who,
    "x-idempotent": operation.idempotent === true || ["GET", "PUT", "DELETE"].includes(operation.method),
    "x-paged": operation.paged === true,
  };
  if (operation.agents === true) description["x-agents"] = true;
  if (operation.audit !== undefined) description["x-audit"] = operation.audit;
  if (operation.scopes !== undefined) description["x-scopes"] = operation.scopes;
  if (operation.maxBodyBytes !== undefined) description["x-max-body-bytes"] = operation.maxBodyBytes;
  if (operation.body !== undefined) {
    description.requestBody = {
      required: !operation.body.safeParse(undefined).success,
      content: {
        "application/json": {
          schema: schemaOf(operation.body, "input"),
          ...(operation.example === undefined ? {} : { example: operation.example }),
        },
      },
    };
  }
  return description;
}

function parametersOf(operation: Operation): Json[] {
  const named = (place: "path" | "query", schema: z.ZodObject | undefined): Json[] => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = schemaOf(schema, "input") as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, member]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: member,
    }));
  };
  return [...named("path", operation.params), ...named("query", operation.query), ...headersOf(operation)];
}

function headersOf(operation: Operation): Json[] {
  // Those that a call needs first.
  const names: string[] = [];
  const { who } = operation;
  const needsTenant = (who !== "anonymous" && who !== "edge") || operation.errors?.includes("tenant_header_required");
  if (needsTenant) names.push("TenantId");
  if (operation.tag === "execution") names.push("AgentId", "IdempotencyKey", "ApprovalKey");
  if (operation.answer === "event-stream") names.push("LastEventId");
  return [...names, "RequestId", "TraceId"].map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function securityOf({ who }: Operation): Json[] {
  switch (who) {
    case "anonymous":
      return [];
    case "internal":
      return [{ internalSecret: [] }, { edgeSession: [] }];
    case "edge":
      return [{ edgeSession: [] }];
    default:
      return [{ bearer: [] }, { cookie: [] }];
  }
}

function responsesOf(operation: Operation): Json {
  const responses: Json = { [String(operation.status)]: successOf(operation) };
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of expandErrors(operation)) {
    const { status } = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  for (const status of [...byStatus.keys()].sort()) responses[String(status)] = refusalOf(byStatus.get(status) ?? []);
  return responses;
}

const MEDIA_TYPES = {
  "event-stream": "text/event-stream",
  html: "text/html",
  text: "text/plain",
  json: "application/json",
} as const;

/** Headers of every answer. */
const ANSWER_IDS: Json = {
  "X-Request-ID": ref("headers", "RequestId"),
  "X-Trace-ID": ref("headers", "TraceId"),
  traceparent: ref("headers", "Traceparent"),
};

function successOf(operation: Operation): Json {
  const headers: Json = { ...ANSWER_IDS };
  if (operation.setsCookie === true) headers["Set-Cookie"] = ref("headers", "TokenCookie");
  if (operation.status === 204) return { description: "Done", headers };
  if (operation.answer !== undefined && operation.answer !== "envelope") {
    const schema = operation.answer === "json" ? { type: "object" } : { type: "string" };
    return { description: operation.summary, headers, content: { [MEDIA_TYPES[operation.answer]]: { schema } } };
  }
  const data = operation.data === undefined ? {} : schemaOf(operation.data, "output");
  const schema = {
    type: "object",
    properties: { success: { const: true }, data, error: { type: "null" }, meta: ref("schemas", "Meta") },
    required: ["success", "data", "error", "meta"],
  };
  const { exampleData } = operation;
  const example = exampleData && { success: true, data: exampleData, error: null, meta: null };
  const content = { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
  return { description: operation.summary, headers, content };
}

function refusalOf(codes: readonly ErrorCode[]): Json {
  const texts = [...new Set(codes.map((code) => errorTable[code].error))];
  const shapes = codes.flatMap((code) => (refusalData[code] === undefined ? [] : [ref("schemas", `data.${code}`)]));
  const properties: Json = { error: { enum: texts } };
  if (shapes.length > 0) properties.data = { anyOf: [...shapes, { type: "null" }] };
  const headers: Json = { ...ANSWER_IDS };
  if (codes.some((code) => errorTable[code].status === 401)) {
    headers["WWW-Authenticate"] = ref("headers", "WWWAuthenticate");
  }
  if (codes.some((code) => errorTable[code].status === 429 || errorTable[code].status === 503)) {
    headers["Retry-After"] = ref("headers", "RetryAfter");
  }
  return {
    description: texts.join(", "),
    headers,
    content: { "application/json": { schema: { allOf: [ref("schemas", "ErrorEnvelope"), { properties }] } } },
    "x-errors": codes,
  };
}

function components(): Json {
  const header = (name: string, description: string, schema: Json, required = false): Json => ({
    name,
    in: "header",
    required,
    description,
    schema,
  });
  const bearerToken = (description: string): Json => ({
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description,
  });
  const text: Json = { type: "string" };
  const uuid: Json = { type: "string", format: "uuid" };
  const dataOfErrors = Object.entries(refusalData).map(([code, schema]) => [
    `data.${code}`,
    schemaOf(schema, "output"),
  ]);
  return {
    schemas: {
      ...(Object.fromEntries(dataOfErrors) as Json),
      Meta: { type: ["object", "null"], additionalProperties: true },
      ValidationDetail: {
        type: "object",
        properties: {
          type: text,
          loc: { type: "array", items: { type: ["string", "integer"] } },
          msg: text,
          input: {},
        },
        required: ["type", "loc", "msg", "input"],
      },
      ErrorEnvelope: {
        type: "object",
        properties: {
          success: { const: false },
          data: {},
          error: text,
          meta: {
            type: "object",
            properties: {
              code: { enum: Object.keys(errorTable) },
              retryable: { type: "boolean" },
              hint: text,
              details: { type: "array", items: ref("schemas", "ValidationDetail") },
            },
            required: ["code", "retryable", "hint"],
          },
          detail: { ...text, description: "On 404 only: the same in words." },
        },
        required: ["success", "data", "error", "meta"],
      },
    },
    parameters: {
      TenantId: header("X-Tenant-ID", "The caller's tenant", uuid, true),
      AgentId: header("X-Agent-ID", "The agent that the call is made for", uuid, true),
      RequestId: header("X-Request-ID", "Generated where it is absent", {
        type: "string",
        pattern: "^[A-Za-z0-9._:-]{1,128}$",
      }),
      TraceId: header("X-Trace-ID", "Given back in the answer", { type: "string", pattern: "^[A-Za-z0-9._:-]{1,64}$" }),
      IdempotencyKey: header("X-Idempotency-Key", "A repeat within 60 seconds gets the first answer", {
        type: "string",
        minLength: 1,
        maxLength: 255,
      }),
      ApprovalKey: header("X-Approval-Key", "Key of an approved escalation", text),
      LastEventId: header("Last-Event-ID", "Resumes after this event", text),
    },
    headers: {
      RequestId: { description: "Id of the request", schema: text },
      TraceId: { description: "Id of the trace", schema: text },
      Traceparent: { description: "W3C trace context: a span of ours under the caller's trace", schema: text },
      WWWAuthenticate: { description: "How to sign in", schema: text },
      RetryAfter: { description: "Seconds to wait", schema: { type: "integer", minimum: 1 } },
      TokenCookie: { description: "`acp_token`: HTTP-only, SameSite=Strict", schema: text },
    },
    securitySchemes: {
      bearer: bearerToken(
        "The `access_token` of `POST /auth/token` (users), `/auth/agent/token` or `/api-keys/validate`",
      ),
      cookie: {
        type: "apiKey",
        in: "cookie",
        name: "acp_token",
        description: "Set by `POST /auth/token`; a browser sends it by itself",
      },
      internalSecret: {
        type: "apiKey",
        in: "header",
        name: "X-Internal-Secret",
        description: "For the platform's own services",
      },
      edgeSession: bearerToken("The session of a sidecar or embedded edge, which renews it by itself"),
    },
  };
}

function ref(kind: "schemas" | "headers", name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      // The ends of JavaScript's whole numbers are nobody's bounds, and explorers would show them as examples.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  }) as Json;
  return rest;
}
