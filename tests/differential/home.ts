// A home: a fresh stack with the same tenants, policies, tools and agents as the others, and one door to send calls through.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatJson, parseJson } from "@portcullis/core";
import { type EmbeddedPortcullis, openEmbeddedPortcullis } from "@portcullis/sdk/embedded";
import {
  type Credentials,
  type DatabaseKind,
  type GrantAction,
  type Stack,
  sendRequest,
  startStack,
  type TestAgent,
  waitFor,
} from "@portcullis/testkit";
import type { CallerName, GeneratedCall } from "./generated-call.js";

export const HOME_KINDS = ["control plane", "sidecar", "embedded"] as const;
export type HomeKind = (typeof HOME_KINDS)[number];

export interface Answered {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: unknown;
}

export interface Home {
  readonly kind: HomeKind;
  readonly stack: Stack;
  /** What this home's own ids are called in every home. */
  readonly names: ReadonlyMap<string, string>;
  readonly send: (call: GeneratedCall, requestId: string, approvalKey: string | null) => Promise<Answered>;
  readonly approve: (approvalKey: string) => Promise<void>;
  /** Sends what the door still holds. */
  readonly flush: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const POLICY = `
@id("pay-limit") @args("amount: Long") forbid (principal, action == Action::"echo", resource)
  when { context.args has amount && context.args.amount > 1000 };
@id("pay-ask") @action("escalate") @args("amount: Long") forbid (principal, action == Action::"echo", resource)
  when { context.args has amount && context.args.amount > 100 };
@id("no-critical") forbid (principal, action == Action::"text", resource) when { principal.risk_level == "critical" };
@id("elsewhere") forbid (principal, action == Action::"created", resource) when { context has target_tenant };
`;
const RATE = { prompt_usd_per_million: "3", completion_usd_per_million: "15" };
/** Deadlines must not decide what a busy machine answers. */
const DEADLINE = { DECISION_GATHER_TOTAL_TIMEOUT: "10" };

/** Starts one; each has a database of its own. */
export async function startHome(kind: HomeKind, database: { kind: DatabaseKind; url: string }): Promise<Home> {
  const stack = await startStack({
    database,
    sidecars: kind === "sidecar" ? 1 : 0,
    env: DEADLINE,
    sidecarEnv: DEADLINE,
  });
  try {
    const { callers, names } = await makeWorld(stack);
    const door = kind === "embedded" ? await openEmbedded(stack) : openHttp(stack, kind);
    return {
      kind,
      stack,
      names,
      send: (call, requestId, approvalKey) => {
        const fill = (text: string) => fillIn(text, stack, callers, approvalKey);
        const request = requestOf(call, requestId, callers, fill);
        const sendWhileFresh = async () => {
          const answer = await door.send(request);
          return lacksHeartbeats(answer) ? undefined : answer;
        };
        return waitFor(sendWhileFresh, { what: `heartbeats at the ${kind}` });
      },
      approve: async (key) => {
        await stack.call("autoResponse.approvePending", { as: stack.tenant.users.ADMIN, params: { key }, body: {} });
      },
      flush: door.flush,
      stop: async () => {
        await door.close();
        await stack.stop();
      },
    };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** On a machine that is too slow for heartbeats an edge refuses first of all, and leaves nothing. */
function lacksHeartbeats({ status, body }: Answered): boolean {
  return status === 503 && (body as { readonly error?: unknown }).error === "control_plane_unreachable";
}

interface DoorRequest {
  readonly path: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

interface Door {
  readonly send: (request: DoorRequest) => Promise<Answered>;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function openHttp(stack: Stack, kind: "control plane" | "sidecar"): Door {
  return {
    send: async ({ path, headers, body }) => {
      const answer = await sendRequest({
        method: "POST",
        url: `${stack.urlOf(kind)}/execute${path === null ? "" : `/${encodeURIComponent(path)}`}`,
        headers: { "content-type": "application/json", ...headers },
        body,
      });
      return { status: answer.status, retryAfter: answer.headers["retry-after"] ?? null, body: answer.json };
    },
    flush: async () => undefined,
    close: async () => undefined,
  };
}

async function openEmbedded(stack: Stack): Promise<Door> {
  const folder = await mkdtemp(join(tmpdir(), "portcullis-embedded-"));
  const { key } = await stack.tenant.createApiKey(["edge"]);
  const setApart: string[] = [];
  const open = () =>
    openEmbeddedPortcullis({
      controlPlaneUrl: stack.url,
      apiKey: key,
      folder,
      tools: stack.tools.toolsFile.tools.filter(({ name }) => name !== "echo_secret"),
      allowPrivateTools: true,
      accessToken: stack.tenant.agent.token,
      agentId: stack.tenant.agent.id,
      decisionTimeoutMs: 10_000,
      onRecordSetApart: (recordId, reason) => setApart.push(`${recordId}: ${reason}`),
    });
  const portcullis: EmbeddedPortcullis = await open();
  let closing: Promise<void> | undefined;
  // What a close leaves in the folder on a slow machine, the next start delivers.
  const deliver = async () => {
    let isDelivered = await portcullis.close();
    while (!isDelivered) isDelivered = await (await open()).close();
    if (setApart.length > 0) throw new Error(`The control plane refused records: ${setApart.join(", ")}`);
  };
  const close = async () => {
    closing ??= deliver();
    await closing;
  };
  return {
    send: async ({ path, headers, body }) => {
      const answer = await portcullis.edge.execute({
        body,
        headers: { "content-type": "application/json", ...headers },
        address: "127.0.0.1",
        ...(path === null ? {} : { toolNameInPath: path }),
      });
      return {
        status: answer.status,
        retryAfter: answer.headers["retry-after"] ?? null,
        // As it would be on the wire.
        body: parseJson(formatJson(answer.body.value)),
      };
    },
    flush: close,
    close: async () => {
      await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function requestOf(
  call: GeneratedCall,
  requestId: string,
  callers: ReadonlyMap<CallerName, Credentials>,
  fill: (text: string) => string,
): DoorRequest {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries({
    ...callers.get(call.as)?.headers,
    "x-request-id": requestId,
    ...call.headers,
  })) {
    if (value === "") delete headers[name];
    else headers[name] = fill(value);
  }
  const raw = call.raw ?? fill(JSON.stringify(call.body ?? {}));
  return { path: call.path ?? null, headers, body: typeof raw === "string" ? Buffer.from(raw) : raw };
}

function fillIn(
  text: string,
  { tenant, otherTenant }: Stack,
  callers: ReadonlyMap<CallerName, Credentials>,
  approvalKey: string | null,
): string {
  return text
    .replaceAll("{tenant}", tenant.id)
    .replaceAll("{other}", otherTenant.id)
    .replaceAll("{main}", tenant.agent.id)
    .replaceAll("{limited}", callers.get("limited")?.headers["x-agent-id"] ?? "")
    .replaceAll("{approval}", approvalKey ?? "none");
}

/** The same at every home, in the same order: equal but for ids. */
async function makeWorld(stack: Stack): Promise<{ callers: Map<CallerName, Credentials>; names: Map<string, string> }> {
  const { tenant, otherTenant } = stack;
  const { users } = tenant;
  await stack.call("tenant.updateSettings", {
    as: users.ADMIN,
    body: {
      behavior_cross_tenant_enabled: false,
      scan: {
        rules_off: ["shell/history"],
        phrases: [{ id: "dawn", phrase: "Project Dawn" }],
        patterns: [{ id: "case", pattern: "case-####", score: 0.3 }],
        allowed_contexts: [{ rules: ["shell"], tools: ["e*"], paths: ["/allowed/**"] }],
      },
      redaction: {
        keys: ["secret"],
        overrides: [{ tools: ["echo"], paths: ["/body/allowed/**"], kinds: { email: "last_four" } }],
      },
    },
  });
  await stack.call("billing.setRates", { as: users.ADMIN, body: { default: RATE, rates: { "test-model": RATE } } });
  const uploaded = await stack.call("policy.upload", { as: users.SECURITY, body: { name: "main", policy: POLICY } });
  if (uploaded.status !== 200) throw new Error(uploaded.text);
  const contract = (body: Record<string, unknown>) =>
    stack.call("autonomy.createContract", { as: users.SECURITY, body });
  await contract({
    name: "reach",
    agent_scope: "main-agent",
    cross_tenant_rules: [{ tenant_id: otherTenant.id, tools: ["echo", "created"] }],
  });
  await contract({ name: "no-delegates", agent_scope: "delegate-*", delegation_max_depth: 0 });
  await contract({ name: "helpers", agent_scope: "helper-*", delegation_max_depth: 1, on_violation: "escalate" });
  // A declared maximum, so that reservations do not depend on which earlier call was recorded first.
  for (const tool_name of ["echo", "text", "costly"]) {
    await stack.call("registry.updateTool", { as: users.ADMIN, params: { tool_name }, body: { max_cost_usd: "0.5" } });
  }
  await stack.call("registry.updateTool", {
    as: otherTenant.users.ADMIN,
    params: { tool_name: "echo" },
    body: { consent_tenants: [tenant.id] },
  });
  await stack.call("agents.grantPermission", {
    as: users.ADMIN,
    params: { agent_id: tenant.agent.id },
    body: { tool_name: "ghost", action: "ALLOW" },
  });

  const agent = (name: string, grants: Record<string, GrantAction>, more: object = {}) =>
    tenant.createAgent({ name, grants, ...more });
  const some = { echo: "ALLOW", text: "ALLOW", created: "ALLOW" } as const;
  const made: Partial<Record<CallerName, TestAgent>> = {
    main: await tenant.signInAgent(tenant.agent),
    limited: await agent("limited-agent", { echo: "ALLOW" }),
    denied: await agent("denied-agent", { ...some, echo: "DENY" }),
    escalated: await agent("escalated-agent", { ...some, created: "ESCALATE" }),
    quarantined: await agent("quarantined-agent", { ...some }),
    capped: await agent("capped-agent", { priced: "ALLOW" }, { metadata: { daily_cost_cap_usd: "0.60" } }),
    critical: await agent("critical-agent", { ...some }, { riskLevel: "critical" }),
  };
  for (const name of ["delegate", "helper"] as const) {
    made[name] = await tenant.signInAgent(await agent(`${name}-agent`, { ...some }), tenant.agent.token);
  }
  await stack.call("agents.update", {
    as: users.ADMIN,
    params: { agent_id: made.quarantined?.id ?? "" },
    body: { status: "QUARANTINED" },
  });
  const callers = new Map<CallerName, Credentials>();
  const names = new Map<string, string>([
    [tenant.id, "<tenant>"],
    [otherTenant.id, "<other tenant>"],
    [tenant.agent.id, "<main>"],
  ]);
  for (const [name, one] of Object.entries(made) as [CallerName, TestAgent][]) {
    callers.set(name, one);
    names.set(one.id, `<${name}>`);
  }
  for (const role of ["ADMIN", "SECURITY", "AUDITOR", "VIEWER"] as const) {
    // A token of its own, which no other edge has seen.
    const { headers } = await tenant.signIn(users[role]);
    const name = role.toLowerCase() as CallerName;
    callers.set(name, { headers: { ...headers, "x-agent-id": tenant.agent.id } });
    names.set(users[role].id, `<${name}>`);
  }
  return { callers, names };
}
