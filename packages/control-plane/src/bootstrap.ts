// The first tenant of an empty deployment: users of every role, an API key for edges, an agent that can sign in. Running it
// again changes nothing; secrets are shown by the run that makes them and never again.

import { type Grant, USER_ROLES, type UserRole } from "@portcullis/contract";
import { foldToolName, newId } from "@portcullis/core";
import type { Config } from "./config.js";
import { openStore } from "./db/open.js";
import { lockTenant } from "./db/state.js";
import type { Store, TenantTx } from "./db/tx.js";
import { insertAgent, insertGrant } from "./domains/agents/index.js";
import { insertApiKey, newApiKey } from "./domains/api-keys/index.js";
import {
  findTenant,
  hashPassword,
  insertCredential,
  insertTenant,
  insertUser,
  newSecret,
  newUser,
} from "./domains/auth/index.js";
import { appendOperatorRow } from "./http/audited.js";
import { openKeyRing } from "./keys/open-key-ring.js";
import type { Ledger } from "./ledger/ledger.js";
import { openLedger } from "./ledger/open-ledger.js";
import { SYSTEM } from "./ledger/operator-draft.js";

export interface BootstrapOptions {
  /** Made once; the same id finds the same tenant at every start. */
  readonly tenantId: string;
  readonly tenantName?: string;
  readonly tier?: "free" | "pro" | "enterprise";
  /** Users are `<role>@<domain>`; `portcullis.local` unless set. E-mail is unique over the deployment. */
  readonly emailDomain?: string;
  /** The ADMIN's own sign-in, instead of a generated one; the password has at most 72 bytes. */
  readonly admin?: { readonly email: string; readonly password: string };
  readonly agentId?: string;
  readonly agentName?: string;
  readonly grants?: readonly Grant[];
}

export interface BootstrapUser {
  readonly id: string;
  readonly email: string;
  readonly role: UserRole;
  readonly password: string;
}

/** Everything that was made, with its secrets. */
export interface Bootstrapped {
  readonly created: true;
  readonly tenantId: string;
  /** One of each role; the ADMIN is the platform's administrator too. */
  readonly users: Readonly<Record<UserRole, BootstrapUser>>;
  /** Of scope `edge`. */
  readonly apiKey: { readonly id: string; readonly key: string };
  readonly agent: { readonly id: string; readonly name: string; readonly secret: string };
}

/** The tenant was there already: its secrets are not known any more. */
export interface AlreadyBootstrapped {
  readonly created: false;
  readonly tenantId: string;
}

/** Makes the tenant unless it exists. All or nothing, in one transaction. */
export async function bootstrap(
  { store, ledger }: { readonly store: Store; readonly ledger: Ledger },
  options: BootstrapOptions,
): Promise<Bootstrapped | AlreadyBootstrapped> {
  const tenantId = options.tenantId.toLowerCase();
  const exists = await store.read(tenantId, findTenant);
  if (exists !== undefined) return { created: false, tenantId };
  const domain = options.emailDomain ?? "portcullis.local";
  const secrets = await makeSecrets(options.admin?.password);
  const made = await store.write(tenantId, async (tx) => {
    const isNew = await insertTenant(tx, {
      id: tenantId,
      name: options.tenantName ?? "Default",
      tier: options.tier ?? "pro",
      settings: "{}",
      daily_cost_cap_nano: null,
      monthly_request_cap: null,
      behavior_cross_tenant_enabled: 1,
      created_at: tx.nowMs,
    });
    if (!isNew) return null;
    await lockTenant(tx);
    const emailOf = (role: UserRole) =>
      role === "ADMIN" && options.admin ? options.admin.email : `${role.toLowerCase()}@${domain}`;
    const users = await makeUsers(tx, emailOf, secrets.passwords);
    const apiKey = { id: newId(), key: secrets.apiKey.raw };
    await insertApiKey(tx, {
      tenant_id: tenantId,
      id: apiKey.id,
      name: "edges",
      key_hash: secrets.apiKey.hash,
      prefix: secrets.apiKey.prefix,
      scopes: JSON.stringify(["edge"]),
      created_by: users.ADMIN.id,
      created_at: tx.nowMs,
      revoked_at: null,
    });
    const agent = await makeAgent(tx, options, secrets.agent);
    await appendOperatorRow(ledger, tx, {
      ...SYSTEM,
      action: "tenant_saved",
      requestId: newId(),
      fields: { tenant_id: tenantId, name: options.tenantName ?? "Default", created: true },
    });
    return { created: true as const, tenantId, users, apiKey, agent };
  });
  ledger.notifyAppended(tenantId);
  return made ?? { created: false, tenantId };
}

/** The same on a database that no process serves yet: migrates it, makes its keys and the tenant, and closes it. */
export async function bootstrapDatabase(
  config: Config,
  options: BootstrapOptions,
): Promise<Bootstrapped | AlreadyBootstrapped> {
  const store = await openStore(config);
  try {
    const keys = await openKeyRing(store, config);
    return await bootstrap({ store, ledger: openLedger(keys) }, options);
  } finally {
    await store.close();
  }
}

interface Hashed {
  readonly raw: string;
  readonly hash: string;
}

/** bcrypt takes its time, so it comes before the transaction. */
async function makeSecrets(adminPassword: string | undefined) {
  const passwordOf = (role: UserRole) => (role === "ADMIN" ? adminPassword : undefined) ?? newSecret("");
  const passwords = await Promise.all(USER_ROLES.map(async (role) => [role, await hashed(passwordOf(role))] as const));
  return {
    passwords: Object.fromEntries(passwords) as Record<UserRole, Hashed>,
    agent: await hashed(newSecret("acs_")),
    apiKey: await newApiKey(),
  };
}

async function hashed(raw: string): Promise<Hashed> {
  return { raw, hash: await hashPassword(raw) };
}

async function makeUsers(
  tx: TenantTx,
  emailOf: (role: UserRole) => string,
  passwords: Readonly<Record<UserRole, Hashed>>,
): Promise<Record<UserRole, BootstrapUser>> {
  const users: Partial<Record<UserRole, BootstrapUser>> = {};
  for (const role of USER_ROLES) {
    const user = newUser(tx, emailOf(role), passwords[role].hash, role);
    await insertUser(tx, { ...user, is_platform_admin: role === "ADMIN" ? 1 : 0 });
    users[role] = { id: user.id, email: user.email, role, password: passwords[role].raw };
  }
  return users as Record<UserRole, BootstrapUser>;
}

async function makeAgent(tx: TenantTx, options: BootstrapOptions, secret: Hashed): Promise<Bootstrapped["agent"]> {
  const id = options.agentId?.toLowerCase() ?? newId();
  const name = options.agentName ?? "first-agent";
  await insertAgent(tx, {
    tenant_id: tx.tenantId,
    id,
    name,
    status: "ACTIVE",
    risk_level: "medium",
    metadata: "{}",
    state_version: 1,
    created_at: tx.nowMs,
    updated_at: tx.nowMs,
  });
  await insertCredential(tx, {
    tenant_id: tx.tenantId,
    id: newId(),
    agent_id: id,
    secret_hash: secret.hash,
    created_at: tx.nowMs,
    expires_at: null,
  });
  for (const grant of options.grants ?? []) {
    await insertGrant(tx, {
      tenant_id: tx.tenantId,
      id: newId(),
      agent_id: id,
      tool_name: foldToolName(grant.tool_name),
      action: grant.action,
      created_by: "system",
      created_at: tx.nowMs,
    });
  }
  return { id, name, secret: secret.raw };
}
