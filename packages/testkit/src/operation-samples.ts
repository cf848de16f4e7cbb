/**
 * One valid body for each operation that takes one, for tests that go over all operations. The table is typed by the
 * contract: an operation that is added without a sample, or whose body changes, does not compile.
 */
import { randomUUID } from "node:crypto";
import type { CallOf, OperationId, Operations } from "@portcullis/contract";
import { anyDecideCall } from "./decide-call.js";

/** Operations that take a body. */
export type BodyOperationId = {
  [K in OperationId]: Operations[K] extends { readonly body: unknown } ? K : never;
}[OperationId];

type Samples = { readonly [K in BodyOperationId]: () => Exclude<CallOf<K>["body"], undefined> };

const POLICY = `@id("sample.permit")\npermit(principal, action, resource);`;

/** Bodies that pass validation; what they name (agents, keys, tokens) does not exist. */
export const sampleBodies: Samples = {
  "execution.execute": () => ({ tool_name: "echo", payload: { text: "hello" } }),
  "execution.executeTool": () => ({ payload: { text: "hello" } }),
  "auth.token": () => ({ email: "nobody@test.example", password: "not the password" }),
  "auth.agentToken": () => ({ agent_id: randomUUID(), secret: "not the secret" }),
  "auth.introspect": () => ({ token: "not.a.token" }),
  "auth.revoke": () => ({ jti: randomUUID() }),
  "auth.createUser": () => ({
    email: `${randomUUID()}@test.example`,
    password: `pass-${randomUUID()}`,
    role: "VIEWER",
  }),
  "auth.createCredentials": () => ({ agent_id: randomUUID() }),
  "auth.saveTenant": () => ({ name: `tenant ${randomUUID()}` }),
  "apiKeys.validate": () => ({ api_key: "acp_no_such_key" }),
  "apiKeys.create": () => ({ name: "a key", scopes: ["read"] }),
  "agents.create": () => ({ name: `agent ${randomUUID()}` }),
  "agents.update": () => ({ risk_level: "medium" }),
  "agents.grantPermission": () => ({ tool_name: "echo" }),
  "registry.createTool": () => ({ tool_name: `tool-${randomUUID()}` }),
  "registry.updateTool": () => ({ timeout_ms: 1000 }),
  "tenant.updateSettings": () => ({ strict_caps: false }),
  "killSwitch.engage": () => ({ reason: "a test" }),
  "killSwitch.disengage": () => ({ reason: "a test" }),
  "policy.upload": () => ({ name: "unused", policy: "" }),
  "policy.test": () => ({ policy: POLICY, tests: [{ name: "one", tool_name: "echo", expect: { decision: "allow" } }] }),
  "policy.simulate": () => ({ policy: POLICY }),
  "risk.setSignalWeights": () => ({ inference: 0.4, policy: 0.3, behavior: 0.3 }),
  "autonomy.createContract": () => ({ name: `contract ${randomUUID()}`, agent_scope: "no-such-agent-*" }),
  "autonomy.updateContract": () => ({ is_active: false }),
  "autoResponse.approvePending": () => ({ reason: "a test" }),
  "autoResponse.rejectPending": () => ({ reason: "a test" }),
  "audit.search": () => ({ limit: 1 }),
  "receipts.verify": () => ({ receipt: {} }),
  "billing.setRates": () => ({
    default: { prompt_usd_per_million: "1", completion_usd_per_million: "2" },
    rates: { "test-model": { prompt_usd_per_million: "1", completion_usd_per_million: "2" } },
  }),
  "edge.session": () => ({ api_key: "acp_no_such_key", instance: randomUUID(), home: "sidecar", version: "0.0.0" }),
  "edge.admit": () => ({ token: "not.a.token", tenant_id: randomUUID(), address: "127.0.0.1" }),
  "edge.decide": () => ({ calls: [anyDecideCall()] }),
  "edge.records": () => ({ records: [], state_version: 0 }),
};

/** A value for each path parameter of an operation that names nothing that exists. */
export function unknownParams(path: string): Record<string, string> {
  const names = [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name ?? "");
  return Object.fromEntries(
    names.map((name) => [name, name === "tool_name" ? `no-such-tool-${randomUUID()}` : randomUUID()]),
  );
}

/** The sample of an operation's body; undefined where it takes none. */
export function sampleBody(id: OperationId): unknown {
  return (sampleBodies as Partial<Record<OperationId, () => unknown>>)[id]?.();
}
