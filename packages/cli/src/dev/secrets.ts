// What dev keeps of its first start: ids, passwords and keys, generated, in one file of the data folder (0600).

import { randomBytes } from "node:crypto";
import { newId } from "@portcullis/core";
import { z } from "zod";
import { CliError, usageError } from "../exit-codes.js";
import { runBootstrap } from "./control-plane-program.js";
import type { DataFolder } from "./data-folder.js";

const FILE = "secrets.json";

const planned = z.object({
  v: z.literal(1),
  tenant_id: z.uuid(),
  agent_id: z.uuid(),
  internal_secret: z.string().min(32),
  /** Of the last start; see `markOfDatabase`. It binds the folder once something was made there. */
  database: z.string().optional(),
});
const made = z.object({
  users: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
  platform_admin: z.object({ email: z.string(), password: z.string(), tenant_id: z.uuid() }),
  agents: z.array(z.object({ agent_id: z.uuid(), secret: z.string(), name: z.string() })).min(1),
  edge_api_key: z.string(),
});
const file = planned.extend(made.partial().shape);
const complete = planned.extend(made.shape);
type SecretsFile = z.output<typeof file>;
export type DevSecrets = z.output<typeof complete>;

const ROLES = ["ADMIN", "SECURITY", "AUDITOR", "VIEWER"] as const;

/** Path of the file, for the summary. */
export function secretsPath(folder: DataFolder): string {
  return folder.at(FILE);
}

/**
 * Ids and the internal secret, from the file or generated and kept at once: what a start needs before anything is made. Throws
 * a usage error where the file belongs to another database: a new tenant there would take the place of its secrets.
 */
export function planSecrets(folder: DataFolder, internalSecret: string | undefined, database: string): SecretsFile {
  const text = folder.read(FILE);
  const known = text === undefined ? undefined : parse(text, folder);
  const isBound = complete.safeParse(known).success;
  if (isBound && known?.database !== undefined && known.database !== database) {
    throw usageError(
      `The data folder ${folder.path} was started with ${known.database}, and now with ${database}.`,
      "Give --database-url as then, or leave it out as then; for another database give another --data-dir.",
    );
  }
  const secrets: SecretsFile = {
    ...(known ?? {
      v: 1,
      tenant_id: newId(),
      agent_id: newId(),
      internal_secret: randomBytes(32).toString("base64url"),
    }),
    database,
  };
  // A secret that the environment names wins over the generated one, as it does in the control plane.
  const effective = internalSecret ? { ...secrets, internal_secret: internalSecret } : secrets;
  write(folder, effective);
  return effective;
}

/** Everything. On the first start the control plane's program makes the tenant, its users and its agent. */
export async function completeSecrets(
  folder: DataFolder,
  plan: SecretsFile,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DevSecrets> {
  const answer = await runBootstrap(env, {
    tenantId: plan.tenant_id,
    tenantName: "Default",
    agentId: plan.agent_id,
    agentName: "first-agent",
  });
  const kept = complete.safeParse(plan);
  if (!answer.created) {
    if (kept.success) return kept.data;
    throw new CliError(`The database has a tenant whose secrets are not in ${secretsPath(folder)}.`, {
      hint: "Start with another data folder and database, or delete this data folder.",
    });
  }
  const users = ROLES.flatMap((role) => answer.users[role] ?? []).map(({ email, password, role }) => ({
    email,
    password,
    role,
  }));
  const admin = users.find((user) => user.role === "ADMIN");
  if (!admin) throw new CliError("The control plane made no ADMIN.");
  const secrets: DevSecrets = {
    ...plan,
    users,
    platform_admin: { email: admin.email, password: admin.password, tenant_id: answer.tenantId },
    agents: [{ agent_id: answer.agent.id, secret: answer.agent.secret, name: answer.agent.name }],
    edge_api_key: answer.apiKey.key,
  };
  write(folder, secrets);
  return secrets;
}

function parse(text: string, folder: DataFolder): SecretsFile {
  const parsed = file.safeParse(safeJson(text));
  if (parsed.success) return parsed.data;
  throw new CliError(`${secretsPath(folder)} is damaged.`, {
    hint: "Restore it, or delete the data folder to start anew.",
  });
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function write(folder: DataFolder, secrets: SecretsFile): void {
  folder.writeSecret(FILE, `${JSON.stringify(secrets, null, 2)}\n`);
}
