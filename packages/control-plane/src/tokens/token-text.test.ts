import { createHmac } from "node:crypto";
import { encodeBase64Url } from "@portcullis/core";
import { describe, expect, it } from "vitest";
import { type Claims, readClaims, signClaims } from "./token-text.js";

const SECRET = new TextEncoder().encode("a-secret-of-at-least-thirty-two-bytes");
const NOW_MS = 1_800_000_000_000;
const NOW_S = NOW_MS / 1000;
const USER: Claims = {
  user_id: "11111111-1111-4111-8111-111111111111",
  org_id: "22222222-2222-4222-8222-222222222222",
  tenant_id: "22222222-2222-4222-8222-222222222222",
  role: "ADMIN",
  jti: "33333333-3333-4333-8333-333333333333",
  iat: NOW_S,
  exp: NOW_S + 900,
};

const text = (value: string) => encodeBase64Url(new TextEncoder().encode(value));

/** A token of exactly these header and payload texts, signed with the right secret. */
function forge(header: string, payload: string, secret: Uint8Array = SECRET, hash = "sha256"): string {
  const signed = `${text(header)}.${text(payload)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest("base64url")}`;
}

const HEADER = '{"alg":"HS256","typ":"JWT"}';
const PAYLOAD = JSON.stringify(USER);
const read = (token: string, nowMs = NOW_MS) => readClaims(token, SECRET, nowMs);

describe("tokens", () => {
  it("that were signed here are read back", async () => {
    expect(await read(await signClaims(USER, SECRET))).toEqual(USER);
    expect(await read(forge(HEADER, PAYLOAD))).toEqual(USER);
  });

  it("end at their exp to the millisecond, without leeway", async () => {
    const token = await signClaims(USER, SECRET);
    expect(await read(token, USER.exp * 1000 - 1)).toEqual(USER);
    expect(await read(token, USER.exp * 1000)).toBeNull();
    expect(await readClaims(token, SECRET, USER.exp * 1000, { acceptExpired: true })).toEqual(USER);
  });

  it("may be issued, or begin, up to 60 seconds ahead of this clock", async () => {
    const ahead = (seconds: number) => forge(HEADER, JSON.stringify({ ...USER, iat: NOW_S + seconds }));
    expect(await read(ahead(60))).not.toBeNull();
    expect(await read(ahead(61))).toBeNull();
    const begins = (seconds: number) => forge(HEADER, JSON.stringify({ ...USER, nbf: NOW_S + seconds }));
    expect(await read(begins(60))).not.toBeNull();
    expect(await read(begins(62))).toBeNull();
  });

  const good = forge(HEADER, PAYLOAD);
  const [header = "", payload = "", signature = ""] = good.split(".");
  const attacks: Record<string, string> = {
    "alg none without a signature": `${text('{"alg":"none","typ":"JWT"}')}.${payload}.`,
    "alg none with the old signature": `${text('{"alg":"none","typ":"JWT"}')}.${payload}.${signature}`,
    "alg nOnE": forge('{"alg":"nOnE","typ":"JWT"}', PAYLOAD),
    "alg HS512": forge('{"alg":"HS512","typ":"JWT"}', PAYLOAD, SECRET, "sha512"),
    "alg RS256 signed as HMAC": forge('{"alg":"RS256","typ":"JWT"}', PAYLOAD),
    "alg ES256 signed as HMAC": forge('{"alg":"ES256","typ":"JWT"}', PAYLOAD),
    "no alg": forge('{"typ":"JWT"}', PAYLOAD),
    "alg twice": forge('{"alg":"none","alg":"HS256"}', PAYLOAD),
    "another typ": forge('{"alg":"HS256","typ":"JWE"}', PAYLOAD),
    "a jwk in its header": forge('{"alg":"HS256","typ":"JWT","jwk":{"kty":"oct","k":"AA"}}', PAYLOAD),
    "a kid in its header": forge('{"alg":"HS256","typ":"JWT","kid":"../dev/null"}', PAYLOAD),
    "a crit in its header": forge('{"alg":"HS256","typ":"JWT","crit":["b64"],"b64":false}', PAYLOAD),
    "another secret": forge(HEADER, PAYLOAD, new TextEncoder().encode("x".repeat(40))),
    "an empty secret": forge(HEADER, PAYLOAD, new Uint8Array()),
    "a changed payload": `${header}.${text(PAYLOAD.replace("ADMIN", "AGENT"))}.${signature}`,
    "a role twice": forge(HEADER, PAYLOAD.replace('"role":"ADMIN"', '"role":"VIEWER","role":"ADMIN"')),
    "a payload that is a list": forge(HEADER, "[]"),
    "a payload that is no JSON": forge(HEADER, "{"),
    "a payload nested too deeply": forge(HEADER, `${"[".repeat(100)}${"]".repeat(100)}`),
    "a space before it": ` ${good}`,
    "a space after it": `${good} `,
    "a newline inside": `${header}.\n${payload}.${signature}`,
    padding: `${header}=.${payload}.${signature}`,
    "standard base64 letters": `${header}.${payload}.${signature.slice(0, 42)}+`,
    "a fourth part": `${good}.AA`,
    "two parts": `${header}.${payload}`,
    "no text": "",
    "a huge header": forge(`{"alg":"HS256","typ":"JWT","x":"${"x".repeat(9000)}"}`, PAYLOAD),
    "no exp": forge(HEADER, JSON.stringify({ ...USER, exp: undefined })),
    "exp as text": forge(HEADER, JSON.stringify({ ...USER, exp: String(USER.exp) })),
    "exp beyond numbers": forge(HEADER, PAYLOAD.replace(String(USER.exp), "1e400")),
    "no jti": forge(HEADER, JSON.stringify({ ...USER, jti: undefined })),
    "an unknown role": forge(HEADER, JSON.stringify({ ...USER, role: "ROOT" })),
    "a tenant that is no UUID": forge(HEADER, JSON.stringify({ ...USER, tenant_id: "*" })),
  };
  for (const [name, token] of Object.entries(attacks)) {
    it(`with ${name} are refused`, async () => {
      expect(await read(token)).toBeNull();
    });
  }

  it("have one spelling: the same signature with other spare bits is refused", async () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(good.at(-1) ?? "");
    const twins = [1, 2, 3].map((bits) => `${good.slice(0, -1)}${alphabet[(last & ~3) | ((last + bits) & 3)]}`);
    for (const twin of twins) {
      expect(twin).not.toBe(good);
      expect(Buffer.from(twin.split(".")[2] ?? "", "base64url")).toEqual(Buffer.from(signature, "base64url"));
      expect(await read(twin)).toBeNull();
    }
  });

  it("of agents carry their delegation hops", async () => {
    const hop = { sub: USER.tenant_id, jti: USER.jti };
    const agent: Claims = {
      tenant_id: USER.tenant_id,
      jti: USER.jti,
      iat: USER.iat,
      exp: USER.exp,
      agent_id: "44444444-4444-4444-8444-444444444444",
      role: "agent",
      permissions: [{ tool_name: "echo", action: "ALLOW" }],
      act: { ...hop, act: hop },
    };
    expect(await read(await signClaims(agent, SECRET))).toEqual(agent);
  });
});
