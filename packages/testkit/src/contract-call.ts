/**
 * Calls by operation id, over real HTTP. Every answer is held to what the contract says of all answers: ids in the
 * headers, the envelope, the error table, the shape of `data`. So each test checks that much without a word.
 */
import { isDeepStrictEqual } from "node:util";
import {
  type DataOf,
  errorTable,
  expandErrors,
  type Operation,
  type OperationId,
  operations,
  refusalData,
} from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import { type RawAnswer, sendRequest } from "./http-exchange.js";

/** Who calls: a token with its tenant, an internal secret, an edge session, or nobody. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
}

export const NOBODY: Credentials = { headers: {} };

export interface CallOptions {
  readonly as?: Credentials;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>> | string;
  /** Sent as JSON, a bigint in all its digits. */
  readonly body?: unknown;
  /** Sent as it is, as application/json unless `headers` say otherwise. */
  readonly raw?: string | Uint8Array;
  /** Win over those of the credentials; an empty string leaves the header out. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

export interface Answer<T = unknown> extends RawAnswer {
  readonly body: {
    readonly success: boolean;
    readonly data: T | null;
    readonly error: string | null;
    readonly meta: Readonly<Record<string, unknown>> | null;
    readonly detail?: string;
  };
  /** The envelope's `data`; throws with the answer when there is none. */
  readonly data: T;
  /** The envelope's `error`. */
  readonly error: string | null;
}

type RawOperation =
  | "service.metrics"
  | "service.openapi"
  | "service.docs"
  | "service.redoc"
  | "events.stream"
  | "edge.sync";
export type EnvelopeOperationId = Exclude<OperationId, RawOperation>;

/** Calls an operation at `baseUrl` and checks the answer against the contract. */
export async function callOperation<K extends EnvelopeOperationId>(
  baseUrl: string,
  id: K,
  options: CallOptions = {},
): Promise<Answer<DataOf<K>>> {
  const operation: Operation = operations[id];
  const answer = await callPath(baseUrl, operation.method, fillPath(operation.path, options.params ?? {}), options);
  requireContract(id, operation, answer);
  return answer as Answer<DataOf<K>>;
}

/** Calls any path with any verb; checks nothing. */
export async function callPath(
  baseUrl: string,
  method: string,
  path: string,
  { as = NOBODY, query, body, raw, headers = {}, timeoutMs }: CallOptions = {},
): Promise<Answer> {
  const content = raw ?? (body === undefined ? undefined : formatJson(body));
  const sent: Record<string, string> = { ...(content === undefined ? {} : { "content-type": "application/json" }) };
  for (const [name, value] of Object.entries({ ...as.headers, ...headers })) {
    if (value === "") delete sent[name.toLowerCase()];
    else sent[name.toLowerCase()] = value;
  }
  const answer = await sendRequest({
    method,
    url: `${baseUrl}${path}${queryText(query)}`,
    headers: sent,
    ...(content === undefined ? {} : { body: content }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return withEnvelope(answer, `${method} ${path}`);
}

/** The path of an operation with its parameters, escaped. */
export function fillPath(template: string, params: Readonly<Record<string, string>>): string {
  return template.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${template} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
}

/** A query as it stands in a URL, with its question mark. */
export function queryText(query: CallOptions["query"]): string {
  if (query === undefined) return "";
  if (typeof query === "string") return `?${query}`;
  return `?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;
}

function withEnvelope(answer: RawAnswer, what: string): Answer {
  const json = (answer.json ?? {}) as Answer["body"];
  const data = () => {
    if (json.success === true && json.data !== null && json.data !== undefined) return json.data;
    throw new Error(`${what} answered ${answer.status} without data: ${answer.text.slice(0, 1000)}`);
  };
  // Not enumerable, so that printing or comparing a refusal does not throw.
  return Object.defineProperty({ ...answer, body: json, error: json.error ?? null }, "data", { get: data }) as Answer;
}

/** Throws when an answer is not one that the contract knows. */
export function requireContract(id: string, operation: Operation, answer: Answer): void {
  const found = violationOf(operation, answer);
  if (found !== null) throw new Error(`${id}: ${found}. It answered ${answer.status} ${answer.text.slice(0, 1500)}`);
}

function violationOf(operation: Operation, answer: Answer): string | null {
  if (!answer.headers["x-request-id"]) return "the answer has no X-Request-ID";
  if (!answer.headers["x-trace-id"]) return "the answer has no X-Trace-ID";
  if (answer.status === 204) {
    if (answer.text !== "") return "a 204 has a body";
    return operation.status === 204 ? null : "the contract does not say 204";
  }
  const { body } = answer;
  if (!/^application\/json/.test(answer.headers["content-type"] ?? "")) return "the answer is not application/json";
  if (typeof body.success !== "boolean" || !("data" in body) || !("error" in body) || !("meta" in body)) {
    return "the answer is not an envelope";
  }
  return answer.status < 300 ? violationOfSuccess(operation, answer) : violationOfRefusal(operation, answer);
}

function violationOfSuccess(operation: Operation, { status, body }: Answer): string | null {
  if (status !== operation.status) return `the contract says ${operation.status}`;
  if (!body.success || body.error !== null) return "a success says that it is none";
  return violationOfData(operation.data, body.data);
}

/** Also members that the shape does not have: the description of the API rules them out. */
function violationOfData(shape: Operation["data"], data: unknown): string | null {
  const checked = shape?.safeParse(data);
  if (checked?.success === false) return `data is not of the contract's shape: ${checked.error.message}`;
  return checked === undefined || isDeepStrictEqual(checked.data, data) ? null : "data has more than the contract says";
}

function violationOfRefusal(operation: Operation, { status, body }: Answer): string | null {
  const code = expandErrors(operation).find((one) => one === body.meta?.code);
  if (code === undefined) return "meta.code is none that the contract says of the operation";
  const known = errorTable[code];
  if (known.status !== status) return `the error table says ${known.status}`;
  if (known.error !== body.error) return `the error table says '${known.error}'`;
  if (body.success) return "a refusal says that it is a success";
  return body.data === null ? null : violationOfData(refusalData[code], body.data);
}
