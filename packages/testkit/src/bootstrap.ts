/** The first tenant and the platform administrator of a deployment, made before its control plane starts. */
import { randomUUID } from "node:crypto";
import { bootstrapDatabase, readConfig } from "@portcullis/control-plane";

export interface PlatformAccount {
  readonly tenantId: string;
  readonly email: string;
  readonly password: string;
}

/** Migrates the database and makes the tenant; `env` has the settings that the control plane will have. */
export async function bootstrapDeployment(env: Readonly<Record<string, string>>): Promise<PlatformAccount> {
  const made = await bootstrapDatabase(readConfig(env), { tenantId: randomUUID(), tenantName: "platform-tenant" });
  if (!made.created) throw new Error("The tenant was there already.");
  const { email, password } = made.users.ADMIN;
  return { tenantId: made.tenantId, email, password };
}
