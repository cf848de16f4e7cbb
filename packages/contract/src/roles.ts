// Roles, scopes and the `who` column: who may call an operation. The gate, the docs, the SDK and the coverage tests all
// read this one table.

export const USER_ROLES = ["ADMIN", "SECURITY", "AUDITOR", "VIEWER"] as const;
export type UserRole = (typeof USER_ROLES)[number];
export type Role = UserRole | "agent";

/** Permissions that a role's token carries. */
export const rolePermissions: Record<UserRole, readonly string[]> = {
  ADMIN: ["*"],
  SECURITY: ["kill_switch", "view_risk", "execute_agent"],
  AUDITOR: ["view_risk", "view_audit"],
  VIEWER: ["view_risk"],
};

/** Who may call an operation; see the table in docs/adding-an-operation.md. */
export type Who =
  | "anonymous"
  | "authenticated"
  | "VIEWER+"
  | "AUDITOR+"
  | "SECURITY+"
  | "ADMIN"
  | "platform"
  | "internal"
  | "agent+"
  | "edge";

const rolesOf: Record<Who, readonly Role[]> = {
  anonymous: [],
  authenticated: ["ADMIN", "SECURITY", "AUDITOR", "VIEWER"],
  "VIEWER+": ["ADMIN", "SECURITY", "AUDITOR", "VIEWER"],
  "AUDITOR+": ["ADMIN", "SECURITY", "AUDITOR"],
  "SECURITY+": ["ADMIN", "SECURITY"],
  ADMIN: ["ADMIN"],
  platform: ["ADMIN"],
  internal: [],
  "agent+": ["ADMIN", "SECURITY", "agent"],
  edge: [],
};

/** Whether a role passes the gate of `who`; the platform flag and an operation's `agents` flag are checked beside it. */
export function roleMayCall(who: Who, role: Role): boolean {
  return rolesOf[who].includes(role);
}

/** The roles that pass the gate of `who`; none where it lets in whoever is not a user. */
export function rolesThatMayCall(who: Who): readonly Role[] {
  return rolesOf[who];
}

/** Scopes of an API key; they cut the role of the key's creator. */
export const API_KEY_SCOPES = ["execute", "edge", "read", "write", "audit:read", "billing:read", "admin"] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** Scopes of which one at least lets an API key's token run tools. */
export const EXECUTE_SCOPES = ["execute", "admin"] as const satisfies readonly ApiKeyScope[];

/** Whether a token of these scopes runs tools; only an API key's token has any, and null cuts nothing. */
export function mayExecute(scopes: readonly string[] | null): boolean {
  return scopes === null || EXECUTE_SCOPES.some((scope) => scopes.includes(scope));
}

/** Of operations that give out a password, a secret or a key: with less, a key could make itself one that may do more. */
export const CREDENTIAL_SCOPES = ["admin"] as const satisfies readonly ApiKeyScope[];
