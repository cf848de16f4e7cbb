// A token's text: HS256 and nothing else, in its one canonical spelling. Checks characters, encoding, duplicate members and
// times before and after the signature; knows nothing of the database.

import { decodeBase64Url, isJsonObject, type JsonObject, parseStrictJson } from "@portcullis/core";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

const grant = z.object({ tool_name: z.string(), action: z.enum(["ALLOW", "DENY", "ESCALATE"]) });
const common = { tenant_id: z.uuid(), jti: z.uuid(), iat: z.number().int(), exp: z.number().int() };

/** RFC 8693: who acted before, nearest first; `jti` is the hop's own token. */
export interface ActClaim {
  readonly sub: string;
  readonly jti: string;
  readonly act?: ActClaim | undefined;
}
const act: z.ZodType<ActClaim> = z.lazy(() => z.object({ sub: z.uuid(), jti: z.uuid(), act: act.optional() }));

const userClaims = z.object({
  ...common,
  kind: z.literal("user").optional(),
  user_id: z.uuid(),
  org_id: z.uuid(),
  role: z.enum(["ADMIN", "SECURITY", "AUDITOR", "VIEWER"]),
  scopes: z.array(z.string()).optional(),
});
const agentClaims = z.object({
  ...common,
  agent_id: z.uuid(),
  role: z.literal("agent"),
  /** Left out where the token would be too long with them. */
  permissions: z.array(grant).optional(),
  act: act.optional(),
});
const edgeClaims = z.object({ ...common, role: z.literal("edge"), instance: z.uuid() });
const claims = z.union([userClaims, agentClaims, edgeClaims]);

export type UserClaims = z.output<typeof userClaims>;
export type AgentClaims = z.output<typeof agentClaims>;
export type EdgeClaims = z.output<typeof edgeClaims>;
export type Claims = UserClaims | AgentClaims | EdgeClaims;

/** Longest token that is looked at. */
const MAX_TOKEN_LENGTH = 8192;
/** Longest that is issued: with the header's name it fits into the 8 KiB that proxies take of one. */
export const MAX_ISSUED_LENGTH = 8000;
const LEEWAY_S = 60;
const SHAPE = /^[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]{2,}\.[A-Za-z0-9_-]{43}$/;

/** Signs claims. */
export function signClaims(body: Claims, secret: Uint8Array): Promise<string> {
  return new SignJWT({ ...body }).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret);
}

/** The claims of a token that is well-formed, signed with the secret and in time at `nowMs`; null for any other. */
export async function readClaims(
  token: string,
  secret: Uint8Array,
  nowMs: number,
  options: { readonly acceptExpired?: boolean } = {},
): Promise<Claims | null> {
  if (token.length > MAX_TOKEN_LENGTH || !SHAPE.test(token) || !isStrictlyEncoded(token)) return null;
  const payload = await verifySignature(token, secret, nowMs);
  if (payload === null) return null;
  const parsed = claims.safeParse(payload);
  if (!parsed.success) return null;
  // The leeway is for clocks that set `nbf` and `iat`; a token is over at `exp` to the millisecond.
  if (options.acceptExpired !== true && parsed.data.exp * 1000 <= nowMs) return null;
  return parsed.data.iat <= nowMs / 1000 + LEEWAY_S ? parsed.data : null;
}

/** Three parts of canonical base64url; header and payload are JSON objects without duplicate members; HS256 only. */
function isStrictlyEncoded(token: string): boolean {
  try {
    const [header = "", payload = "", signature = ""] = token.split(".");
    const head = parsePart(header);
    decodeBase64Url(signature);
    parsePart(payload);
    return (
      head.alg === "HS256" && Object.keys(head).every((key) => key === "alg" || (key === "typ" && head[key] === "JWT"))
    );
  } catch {
    return false;
  }
}

function parsePart(part: string): JsonObject {
  const value = parseStrictJson(decodeBase64Url(part), { maxDepth: 64 });
  if (!isJsonObject(value)) throw new TypeError("a token's header and payload are JSON objects");
  return value;
}

async function verifySignature(token: string, secret: Uint8Array, nowMs: number): Promise<unknown> {
  try {
    // `exp` is checked by the caller, without leeway; jose would apply one tolerance to all three times.
    const checked = await jwtVerify(token, secret, {
      algorithms: ["HS256"],
      clockTolerance: LEEWAY_S,
      currentDate: new Date(Math.min(nowMs, expiryOf(token) * 1000 - 1)),
    });
    return checked.payload;
  } catch {
    return null;
  }
}

function expiryOf(token: string): number {
  const { exp } = parsePart(token.split(".")[1] ?? "");
  return typeof exp === "number" && Number.isInteger(exp) && exp > 0 && exp < 1e11 ? exp : 0;
}
