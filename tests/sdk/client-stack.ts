// A deployment on SQLite for one suite, with clients of the published package for its users and agents.

import { randomUUID } from "node:crypto";
import { Portcullis, type PortcullisError } from "@portcullis/sdk";
import { ERRORS_FOR_LOAD, type HomeName, type TestAgent, useDatabase, useStack, waitFor } from "@portcullis/testkit";

export function useClients() {
  const stack = useStack(useDatabase("sqlite"), {
    oneTenant: true,
    toolNames: ["echo", "emails", "fail", "fail_retry", "hang", "hold", "priced", "dead", "huge"],
  });
  const tenant = () => stack().tenant;
  const urlOf = (home: HomeName) => stack().urlOf(home);

  const asUser = (role: "ADMIN" | "SECURITY" | "AUDITOR" | "VIEWER", home: HomeName = "control plane") => {
    const { email, password } = tenant().users[role];
    return new Portcullis({ baseUrl: urlOf(home), tenantId: tenant().id, user: { email, password } });
  };
  const asAgent = (agent: TestAgent = tenant().agent, more: { maxAttempts?: number; timeoutMs?: number } = {}) =>
    new Portcullis({ baseUrl: urlOf("sidecar"), tenantId: tenant().id, agent, fetch: fetchDecided, ...more });
  return { stack, tenant, urlOf, asUser, asAgent };
}

/** Sends a call again, under another id, for as long as it is refused because the machine is busy: it ran nowhere. */
export const fetchDecided: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const sendInTime = async () => {
    const answer = await fetch(input, { ...init, headers });
    const { error } = (await answer.clone().json()) as { readonly error?: unknown };
    headers.set("x-request-id", randomUUID());
    return ERRORS_FOR_LOAD.has(error) ? undefined : answer;
  };
  return waitFor(sendInTime, { what: "a call to be decided in time" });
};

/** What a call is refused with; throws when it is not. */
export async function refusalOf<T extends PortcullisError>(
  call: PromiseLike<unknown>,
  kind: abstract new (...args: never[]) => T,
): Promise<T> {
  const error = await Promise.resolve(call).then(
    (value) => new Error(`not refused: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof kind) return error;
  throw error;
}
