/** A tenant for tests with one signed-in user per role and one agent, made over HTTP like anyone's. */
import { randomUUID } from "node:crypto";
import type { ApiKeyScope, DataOf, UserRole } from "@portcullis/contract";
import { USER_ROLES } from "@portcullis/contract";
import { type Credentials, callOperation } from "./contract-call.js";

export interface TestUser extends Credentials {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly role: UserRole;
  readonly token: string;
}

/** An agent with its token; the credentials carry X-Agent-ID too. */
export interface TestAgent extends Credentials {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  readonly token: string;
}

export type GrantAction = "ALLOW" | "DENY" | "ESCALATE";

export interface AgentOptions {
  readonly name?: string;
  readonly grants?: readonly string[] | Readonly<Record<string, GrantAction>>;
  readonly riskLevel?: "low" | "medium" | "high" | "critical";
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface TestTenant {
  readonly id: string;
  readonly users: Readonly<Record<UserRole, TestUser>>;
  /** Has an ALLOW for every tool that the tenant was made with. */
  readonly agent: TestAgent;
  readonly createAgent: (options?: AgentOptions) => Promise<TestAgent>;
  readonly signInAgent: (agent: Pick<TestAgent, "id" | "secret" | "name">, subjectToken?: string) => Promise<TestAgent>;
  /** Signs the user in again: another token. */
  readonly signIn: (user: Pick<TestUser, "email" | "password">) => Promise<Credentials & { token: string }>;
  /** Creates a key with these scopes; `as` is a token that was exchanged for it. */
  readonly createApiKey: (scopes: readonly ApiKeyScope[]) => Promise<Credentials & { id: string; key: string }>;
}

export interface ToolRegistration {
  readonly tool_name: string;
  readonly timeout_ms?: number | undefined;
  readonly retry_safe?: boolean | undefined;
  readonly price_usd?: string | number | undefined;
  readonly max_cost_usd?: string | number | undefined;
}

export interface TenantContext {
  readonly url: string;
  readonly internalSecret: string;
  readonly platformAdmin: Credentials;
  readonly tools: readonly ToolRegistration[];
}

export interface TenantOptions {
  readonly name?: string;
  readonly tier?: "free" | "pro" | "enterprise";
}

export const bearer = (token: string, tenantId: string, agentId?: string): Credentials => ({
  headers: {
    authorization: `Bearer ${token}`,
    "x-tenant-id": tenantId,
    ...(agentId === undefined ? {} : { "x-agent-id": agentId }),
  },
});

/** Makes the tenant, its users, its tools and its agent. */
export async function createTestTenant(context: TenantContext, options: TenantOptions = {}): Promise<TestTenant> {
  const mark = randomUUID().slice(0, 8);
  const password = `pass-${randomUUID()}`;
  const emailOf = (role: UserRole) => `${role.toLowerCase()}-${mark}@test.example`;
  const saved = await callOperation(context.url, "auth.saveTenant", {
    as: context.platformAdmin,
    body: {
      name: options.name ?? `tenant-${mark}`,
      tier: options.tier ?? "enterprise",
      admin: { email: emailOf("ADMIN"), password },
    },
  });
  const tenantId = saved.data.id;

  const signIn = async (user: Pick<TestUser, "email" | "password">) => {
    const answer = await callOperation(context.url, "auth.token", {
      headers: { "x-tenant-id": tenantId },
      body: { email: user.email, password: user.password },
    });
    const token = answer.data.access_token;
    return { token, ...bearer(token, tenantId) };
  };
  const makeUser = async (role: UserRole, creator: Credentials | null): Promise<TestUser> => {
    const account = { email: emailOf(role), password };
    if (creator !== null) {
      const created = await callOperation(context.url, "auth.createUser", { as: creator, body: { ...account, role } });
      return { ...account, role, id: created.data.id, ...(await signIn(account)) };
    }
    const signedIn = await signIn(account);
    const me = await callOperation(context.url, "auth.me", { as: signedIn });
    return { ...account, role, id: me.data.id, ...signedIn };
  };
  const ADMIN = await makeUser("ADMIN", null);
  const others = await Promise.all(USER_ROLES.filter((role) => role !== "ADMIN").map((role) => makeUser(role, ADMIN)));
  const users = Object.fromEntries([ADMIN, ...others].map((user) => [user.role, user])) as Record<UserRole, TestUser>;

  const signInAgent = async (agent: Pick<TestAgent, "id" | "secret" | "name">, subjectToken?: string) => {
    const answer = await callOperation(context.url, "auth.agentToken", {
      headers: { "x-tenant-id": tenantId, "x-internal-secret": context.internalSecret },
      body: {
        agent_id: agent.id,
        secret: agent.secret,
        ...(subjectToken === undefined ? {} : { subject_token: subjectToken }),
      },
    });
    const token = answer.data.access_token;
    return { ...agent, token, ...bearer(token, tenantId, agent.id) };
  };
  const createAgent = async ({ name, grants = [], riskLevel, metadata }: AgentOptions = {}): Promise<TestAgent> => {
    const created = await callOperation(context.url, "agents.create", {
      as: ADMIN,
      body: {
        name: name ?? `agent-${randomUUID().slice(0, 8)}`,
        ...(riskLevel === undefined ? {} : { risk_level: riskLevel }),
        ...(metadata === undefined ? {} : { metadata }),
      },
    });
    const id = created.data.id;
    const wanted: [string, GrantAction][] = Array.isArray(grants)
      ? grants.map((tool: string) => [tool, "ALLOW"])
      : Object.entries(grants as Record<string, GrantAction>);
    for (const [tool, action] of wanted) {
      await callOperation(context.url, "agents.grantPermission", {
        as: ADMIN,
        params: { agent_id: id },
        body: { tool_name: tool, action },
      });
    }
    const made = await callOperation(context.url, "auth.createCredentials", { as: ADMIN, body: { agent_id: id } });
    return signInAgent({ id, secret: made.data.secret, name: created.data.name });
  };
  const createApiKey = async (scopes: readonly ApiKeyScope[]) => {
    const made: { data: DataOf<"apiKeys.create"> } = await callOperation(context.url, "apiKeys.create", {
      as: ADMIN,
      body: { name: `key ${scopes.join(" ")}`, scopes },
    });
    const exchanged = await callOperation(context.url, "apiKeys.validate", { body: { api_key: made.data.key } });
    return { id: made.data.id, key: made.data.key, ...bearer(exchanged.data.access_token, tenantId) };
  };

  for (const tool of context.tools) {
    await callOperation(context.url, "registry.createTool", { as: ADMIN, body: registrationOf(tool) });
  }
  const agent = await createAgent({ name: "main-agent", grants: context.tools.map((tool) => tool.tool_name) });
  return { id: tenantId, users, agent, createAgent, signInAgent, signIn, createApiKey };
}

function registrationOf(tool: ToolRegistration): Record<string, unknown> {
  return Object.fromEntries(Object.entries(tool).filter(([, value]) => value !== undefined));
}
