// Users and tenants, as `auth/*` creates them.

import { type DataOf, Refusal, type UserRole } from "@portcullis/contract";
import { formatInstant, formatUsdOrNull, newId, operatorAuditIdOf, parseUsd } from "@portcullis/core";
import { isUniqueViolation } from "../../db/database-errors.js";
import type { TenantTable, UserTable } from "../../db/schema.js";
import { bumpStateVersion } from "../../db/state.js";
import type { TenantTx } from "../../db/tx.js";
import { actorOf, appendOperatorRow } from "../../http/audited.js";
import type { CallContext, Handler } from "../../http/handler.js";
import { findRow } from "../../ledger/read.js";
import { hashPassword } from "./passwords.js";
import { findTenant, findUserByEmail, insertTenant, insertUser } from "./store.js";

export const createUser: Handler<"auth.createUser"> = async (context, { body }) => {
  const passwordHash = await hashPassword(body.password);
  return context.write(async (tx) => {
    const user = newUser(tx, body.email, passwordHash, body.role);
    await insertUser(tx, user).catch(refuseTakenEmail);
    const audit = { user_id: user.id, user_role: user.role };
    return { data: userData(user), audit };
  });
};

export const getTenant: Handler<"auth.getTenant"> = async (context, { params }) => {
  if (params.tenant_id !== context.tenantId) throw new Refusal("not_found");
  const tenant = await context.read(findTenant);
  if (tenant === undefined) throw new Refusal("not_found");
  return tenantData(tenant);
};

/** Creates or changes a tenant. The row is in the tenant's own chain, and in the one of the administrator who did it. */
export const saveTenant: Handler<"auth.saveTenant"> = async (context, { body }) => {
  const { store, ledger } = context.services;
  const tenantId = body.id ?? newId();
  await requireUnusedRequestId(context);
  const adminHash = body.admin ? await hashPassword(body.admin.password) : null;
  if (body.admin) {
    const { email } = body.admin;
    const taken = await store.platform("sign-in by e-mail", (db) => findUserByEmail(db, email));
    if (taken !== undefined) throw new Refusal("conflict", { data: { field: "email" } });
  }
  const saved = await store.write(tenantId, async (tx) => {
    const { tenant, created } = await makeOrChange(tx, body);
    if (body.admin && adminHash !== null) {
      await insertUser(tx, newUser(tx, body.admin.email, adminHash, "ADMIN")).catch(refuseTakenEmail);
    }
    const fields = { tenant_id: tenantId, name: tenant.name, tier: tenant.tier, created };
    if (tenantId !== context.tenantId) {
      const row = {
        action: "tenant_saved" as const,
        requestId: context.requestId,
        ...actorOf(context.principal),
        fields,
      };
      await appendOperatorRow(ledger, tx, row);
    }
    return { tenant, fields };
  });
  ledger.notifyAppended(tenantId);
  await store.announce(tenantId);
  await context.write(async () => ({ data: undefined, audit: saved.fields }));
  return tenantData(saved.tenant);
};

/** The administrator's row comes last and in another transaction: without this look it would refuse what has been done. */
async function requireUnusedRequestId({ read, tenantId, requestId }: CallContext): Promise<void> {
  const row = await read((db) => findRow(db, operatorAuditIdOf(tenantId, requestId, "tenant_saved")));
  if (row !== undefined) throw new Refusal("request_id_reused");
}

/** Several may ask for the same new tenant at once: one makes it, and the others find it under its lock. */
async function makeOrChange(tx: TenantTx, input: TenantInput): Promise<{ tenant: TenantTable; created: boolean }> {
  const made = merge(tx, undefined, input);
  if (await insertTenant(tx, made)) return { tenant: made, created: true };
  // Under the lock, so that no other change is taken back.
  await bumpStateVersion(tx);
  const tenant = merge(tx, await findTenant(tx), input);
  await updateTenant(tx, tenant);
  return { tenant, created: false };
}

interface TenantInput {
  readonly name: string;
  readonly tier?: TenantTable["tier"] | undefined;
  readonly daily_inference_cost_cap_usd?: string | number | null | undefined;
  readonly monthly_request_cap?: number | null | undefined;
}

function merge(tx: TenantTx, earlier: TenantTable | undefined, input: TenantInput): TenantTable {
  const cap = input.daily_inference_cost_cap_usd;
  return {
    id: tx.tenantId,
    name: input.name,
    tier: input.tier ?? earlier?.tier ?? "free",
    settings: earlier?.settings ?? "{}",
    daily_cost_cap_nano:
      cap === undefined ? (earlier?.daily_cost_cap_nano ?? null) : cap === null ? null : parseUsd(cap),
    monthly_request_cap:
      input.monthly_request_cap === undefined ? (earlier?.monthly_request_cap ?? null) : input.monthly_request_cap,
    behavior_cross_tenant_enabled: earlier?.behavior_cross_tenant_enabled ?? 1,
    created_at: earlier?.created_at ?? tx.nowMs,
  };
}

async function updateTenant(tx: TenantTx, tenant: TenantTable): Promise<void> {
  const { name, tier, daily_cost_cap_nano, monthly_request_cap } = tenant;
  await tx.query
    .updateTable("tenants")
    .set({ name, tier, daily_cost_cap_nano, monthly_request_cap })
    .where("id", "=", tx.tenantId)
    .execute();
}

/** A user of the tenant as a row; an organisation is always its tenant. */
export function newUser(tx: TenantTx, email: string, passwordHash: string, role: UserRole): UserTable {
  return {
    tenant_id: tx.tenantId,
    id: newId(),
    email: email.toLowerCase(),
    password_hash: passwordHash,
    role,
    org_id: tx.tenantId,
    is_active: 1,
    is_platform_admin: 0,
    created_at: tx.nowMs,
  };
}

function refuseTakenEmail(error: unknown): never {
  if (isUniqueViolation(error)) throw new Refusal("conflict", { data: { field: "email" } });
  throw error;
}

/** A user as answers show one. */
export function userData(user: UserTable): DataOf<"auth.createUser"> {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    tenant_id: user.tenant_id,
    org_id: user.org_id,
    is_active: user.is_active === 1,
    is_platform_admin: user.is_platform_admin === 1,
    created_at: formatInstant(user.created_at),
  };
}

function tenantData(tenant: TenantTable): DataOf<"auth.getTenant"> {
  return {
    id: tenant.id,
    name: tenant.name,
    tier: tenant.tier,
    daily_inference_cost_cap_usd: formatUsdOrNull(tenant.daily_cost_cap_nano),
    monthly_request_cap: tenant.monthly_request_cap,
    behavior_cross_tenant_enabled: tenant.behavior_cross_tenant_enabled === 1,
    created_at: formatInstant(tenant.created_at),
  };
}
