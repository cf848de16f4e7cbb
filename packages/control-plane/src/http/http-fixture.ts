// For tests: the whole app on a real socket with a first tenant, and callers of every role. Not part of the program.

import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Envelope,
  type ErrorCode,
  expandErrors,
  operationList,
  USER_ROLES,
  type UserRole,
} from "@portcullis/contract";
import { type App, createApp } from "../app.js";
import { type Bootstrapped, bootstrap } from "../bootstrap.js";
import { readConfig } from "../config.js";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Envelope<Record<string, unknown>> & { readonly data: never };
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of X-Tenant-ID; null sends none. */
  readonly tenantId?: string | null;
}

export interface HttpFixture {
  readonly app: App;
  readonly url: string;
  readonly made: Bootstrapped;
  /** Bearer tokens by role; `agent` is the bootstrapped agent's. */
  readonly tokens: Readonly<Record<UserRole | "agent", string>>;
  /** One request. `as` is a role or a raw token; undefined sends none. */
  call(
    as: UserRole | "agent" | string | undefined,
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<Answer>;
  signIn(role: UserRole): Promise<string>;
  signInAgent(agentId: string, secret: string, more?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export async function openHttpFixture(databaseUrl: string, env: Record<string, string> = {}): Promise<HttpFixture> {
  const dataDir = mkdtempSync(join(tmpdir(), "portcullis-http-"));
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    PORTCULLIS_DATA_DIR: dataDir,
    PORTCULLIS_LOG_LEVEL: "silent",
    ...env,
  });
  const app = await createApp(config);
  const url = await app.listen("127.0.0.1", 0);
  const made = await bootstrap(app.services, {
    tenantId: randomUUID(),
    grants: [{ tool_name: "echo", action: "ALLOW" }],
  });
  if (!made.created) throw new Error("A new tenant was expected.");
  const tokens: Record<string, string> = {};
  const fixture: HttpFixture = {
    app,
    url,
    made,
    tokens: tokens as HttpFixture["tokens"],
    async call(as, method, path, options = {}) {
      const { body, tenantId = made.tenantId, headers = {} } = options;
      const token = as === undefined ? undefined : (tokens[as] ?? as);
      const response = await fetch(`${url}${path}`, {
        method,
        redirect: "manual",
        headers: {
          ...(tenantId === null ? {} : { "x-tenant-id": tenantId }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json") === true && text !== "";
      const answer = (isJson ? JSON.parse(text) : text) as Answer["body"];
      const operation = operationOf(method, path);
      if (operation !== undefined && isJson) checkAnswer(operation, response.status, answer);
      return { status: response.status, headers: response.headers, body: answer };
    },
    async signIn(role) {
      const { email, password } = made.users[role];
      return accessToken(await fixture.call(undefined, "POST", "/auth/token", { body: { email, password } }));
    },
    async signInAgent(agentId, secret, more = {}) {
      const headers = { "x-internal-secret": app.services.keys.internalSecrets[0] ?? "" };
      const body = { agent_id: agentId, secret, ...more };
      return accessToken(await fixture.call(undefined, "POST", "/auth/agent/token", { body, headers }));
    },
    async close() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  for (const role of USER_ROLES) tokens[role] = await fixture.signIn(role);
  tokens.agent = await fixture.signInAgent(made.agent.id, made.agent.secret);
  return fixture;
}

type Listed = (typeof operationList)[number];

function operationOf(method: string, path: string): Listed | undefined {
  const [plain = ""] = path.split("?");
  const matches = operationList
    .filter((each) => each.method === method && patternOf(each.path).test(plain))
    .sort((left, right) => left.path.split("{").length - right.path.split("{").length);
  return matches[0];
}

/** Every answer must be what the contract says: data member by member and without more, a refusal among those of the operation. */
function checkAnswer(operation: Listed, status: number, { success, data, meta }: Answer["body"]): void {
  const { code } = (meta ?? {}) as { code?: ErrorCode };
  if (success) checkData(operation, status, data);
  else if (code !== undefined && !expandErrors(operation).includes(code) && !OF_NO_OPERATION.has(code))
    throw new Error(`${operation.id} refused with ${code}, which its contract does not have.`);
}

/** Refusals of requests that are none of an operation. */
const OF_NO_OPERATION: ReadonlySet<ErrorCode> = new Set(["origin_refused", "route_not_found", "method_not_allowed"]);

function checkData(operation: Listed, status: number, data: unknown): void {
  if (operation.data === undefined) return;
  if (operation.status !== status)
    throw new Error(`${operation.id} answered ${status} instead of ${operation.status}.`);
  const parsed = operation.data.safeParse(data);
  if (!parsed.success) throw new Error(`${operation.id} answered against its contract: ${parsed.error.message}`);
  if (JSON.stringify(parsed.data).length !== JSON.stringify(data).length) {
    throw new Error(`${operation.id} answered members that its contract does not have: ${JSON.stringify(data)}`);
  }
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

/** The token of a sign-in's answer. */
export function accessToken(answer: Answer): string {
  const data = answer.body.data as { access_token?: string } | null;
  if (data?.access_token === undefined) throw new Error(`Sign-in was refused: ${JSON.stringify(answer.body)}`);
  return data.access_token;
}
