// What the environment changes: a deployment in production, with the lifetime of tokens and the cost of passwords as they come.

import { bearer, openOwnerConnection, useDatabase, useStack } from "@portcullis/testkit";
import { expect, test } from "vitest";

const stack = useStack(useDatabase("sqlite"), {
  oneTenant: true,
  sidecars: 0,
  toolNames: ["echo"],
  env: { PORTCULLIS_ENVIRONMENT: "production", JWT_EXPIRY_MINUTES: "", PORTCULLIS_TEST_HASHES: "full" },
});
const cookieOf = ({ headers }: { headers: { "set-cookie"?: string[] | undefined } }) =>
  headers["set-cookie"]?.[0] ?? "";

test("the cookie acp_token is Secure, HTTP-only and SameSite=strict, from sign-in over renewal to its end", async () => {
  const { tenant } = stack();
  const { email, password } = tenant.users.ADMIN;
  const signedIn = await stack().call("auth.token", {
    headers: { "x-tenant-id": tenant.id },
    body: { email, password },
  });
  const as = bearer(signedIn.data.access_token, tenant.id);
  const answers = [signedIn, await stack().call("auth.refresh", { as }), await stack().call("auth.logout", { as })];
  for (const answer of answers) {
    const attributes = cookieOf(answer).split("; ");
    expect(attributes[0]).toMatch(/^acp_token=/);
    expect(attributes.map((one) => one.toLowerCase())).toEqual(
      expect.arrayContaining(["httponly", "secure", "samesite=strict"]),
    );
  }
  expect(cookieOf(answers[2] ?? signedIn)).toMatch(/^acp_token=;.*Max-Age=0/);
});

test("a token lives 15 minutes when JWT_EXPIRY_MINUTES does not say otherwise", async () => {
  const { email, password } = stack().tenant.users.ADMIN;
  const { data } = await stack().call("auth.token", {
    headers: { "x-tenant-id": stack().tenant.id },
    body: { email, password },
  });
  expect(data.expires_in).toBe(900);
});

test("passwords and keys are kept as bcrypt hashes of 2^10 rounds", async () => {
  const { tenant, databaseUrl } = stack();
  await tenant.createApiKey(["read"]);
  const owner = await openOwnerConnection(databaseUrl);
  const hashes = await owner.all<{
    hash: string;
  }>(`select password_hash as hash from users where tenant_id = '${tenant.id}'
    union all select key_hash from api_keys where tenant_id = '${tenant.id}'
    union all select secret_hash from agent_credentials where tenant_id = '${tenant.id}'`);
  await owner.close();
  expect(hashes.map(({ hash }) => hash.slice(0, 7))).toEqual(Array(6).fill("$2b$10$"));
});
