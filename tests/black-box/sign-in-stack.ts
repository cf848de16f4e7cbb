// A deployment whose secrets the tests know, and how its users sign in.

import { randomUUID } from "node:crypto";
import { anyAddress, type Credentials, type TestDatabase, type TestUser, useStack } from "@portcullis/testkit";

export const JWT_SECRET_KEY = "a-signing-secret-that-the-tests-know-0123456789";
export const INTERNAL_SECRET_PREVIOUS = "the-internal-secret-before-this-one-0123456789";
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function useSignIn(database: TestDatabase) {
  const stack = useStack(database, { env: { JWT_SECRET_KEY, INTERNAL_SECRET_PREVIOUS } });
  const admin = () => stack().tenant.users.ADMIN;
  const signIn = (user: { email: string; password: string }, headers: Record<string, string> = {}) =>
    stack().call("auth.token", {
      headers: { "x-tenant-id": stack().tenant.id, "x-forwarded-for": anyAddress(), ...headers },
      body: { email: user.email, password: user.password },
    });
  const me = (as: Credentials, headers: Record<string, string> = {}) => stack().call("auth.me", { as, headers });
  const newUser = async (role: TestUser["role"] = "SECURITY") => {
    const account = { email: `${randomUUID()}@test.example`, password: `pass-${randomUUID()}` };
    const made = await stack().call("auth.createUser", { as: admin(), body: { ...account, role } });
    return { ...account, id: made.data.id };
  };
  return { stack, admin, signIn, me, newUser };
}
