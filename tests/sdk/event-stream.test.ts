// The client's event stream: rows as they are appended, at both doors, over a restart of the control plane without a gap.

import { type DecisionEvent, PermissionError, Portcullis, ServiceUnavailableError } from "@portcullis/sdk";
import { HOMES, startTcpProxy, useDatabase, useStack, waitFor } from "@portcullis/testkit";
import { describe, expect, test } from "vitest";
import { fetchDecided } from "./client-stack.js";

const stack = useStack(useDatabase("sqlite"), { oneTenant: true, toolNames: ["echo"] });
const tenant = () => stack().tenant;

const clientOf = (baseUrl: string, user: { email: string; password: string } = tenant().users.AUDITOR) =>
  new Portcullis({ baseUrl, tenantId: tenant().id, user: { email: user.email, password: user.password } });
const callEcho = async () => {
  const { id: tenantId, agent } = tenant();
  const client = new Portcullis({ baseUrl: stack().sidecarUrl, tenantId, agent, fetch: fetchDecided });
  return (await client.execute("echo")).audit_id;
};

/** Reads a stream in the background. */
function follow(client: Portcullis, lastEventId?: string) {
  const leaving = new AbortController();
  const events: DecisionEvent[] = [];
  const options = { signal: leaving.signal, ...(lastEventId === undefined ? {} : { lastEventId }) };
  const ended = (async () => {
    for await (const event of client.events.stream({}, options)) events.push(event);
  })();
  ended.catch(() => undefined);
  const seen = (auditId: string) =>
    waitFor(() => events.find(({ data }) => data.audit_id === auditId), {
      what: `the event ${auditId}`,
    });
  return { events, ended, seen, leave: () => leaving.abort() };
}

describe.each(HOMES)("at the %s", (home) => {
  test("every row comes in order, once; the signal ends the stream", async () => {
    const { events, ended, seen, leave } = follow(clientOf(stack().urlOf(home)), "0");
    const ids = [await callEcho(), await callEcho(), await callEcho()];
    for (const id of ids) await seen(id);
    const positions = events.map(({ id }) => Number(id));
    expect(positions).toEqual([...positions].sort((one, other) => one - other));
    expect(new Set(positions).size).toBe(positions.length);
    expect(events.find(({ data }) => data.audit_id === ids[0])).toMatchObject({
      event: "decision",
      data: { agent_id: tenant().agent.id, tool_name: "echo", decision: "allow", outcome: "allowed" },
    });
    leave();
    await ended;
  });

  test("a restart of the control plane loses no row: the stream goes on after the last one", async () => {
    const { events, seen, ended, leave } = follow(clientOf(stack().urlOf(home)), "0");
    await seen(await callEcho());
    const before = events.length;
    await stack().controlPlanes[0]?.restart("SIGKILL");
    const ids = [await callEcho(), await callEcho()];
    for (const id of ids) await seen(id);
    const positions = events.map(({ id }) => Number(id));
    expect(positions).toEqual(Array.from(positions, (_, index) => (positions[0] as number) + index));
    expect(events.length).toBeGreaterThanOrEqual(before + 2);
    leave();
    await ended;
  });

  test("a stream that is cut before its first row loses none: it goes on from where it began", async () => {
    const proxy = await startTcpProxy({ port: Number(new URL(stack().urlOf(home)).port) });
    const { events, seen, ended, leave } = follow(clientOf(`http://127.0.0.1:${proxy.port}`));
    await waitFor(() => proxy.answered().some((text) => text.includes(": open")), { what: "the stream to begin" });
    expect(proxy.swallow((sent) => sent.includes("/events/stream"))).toBe(1);
    const lost = await callEcho();
    proxy.restore();
    await seen(lost);
    const next = await callEcho();
    await seen(next);
    expect(events.filter(({ data }) => [lost, next].includes(data.audit_id))).toHaveLength(2);
    leave();
    await ended;
    await proxy.close();
  });

  test("lastEventId goes on after that row", async () => {
    const all = follow(clientOf(stack().urlOf(home)), "0");
    const first = await all.seen(await callEcho());
    const second = await callEcho();
    await all.seen(second);
    all.leave();
    const rest = follow(clientOf(stack().urlOf(home)), first.id);
    await rest.seen(second);
    expect(rest.events[0]?.id).toBe(String(Number(first.id) + 1));
    rest.leave();
  });

  test("a refusal ends the stream with its error", async () => {
    const { ended } = follow(
      new Portcullis({ baseUrl: stack().urlOf(home), tenantId: tenant().id, accessToken: "wrong" }),
    );
    await expect(ended).rejects.toMatchObject({ status: 401 });
  });
});

test("while the control plane is away the sidecar answers 503, and calls go through again afterwards", async () => {
  await stack().controlPlanes[0]?.kill("SIGKILL");
  const once = new Portcullis({
    baseUrl: stack().sidecarUrl,
    tenantId: tenant().id,
    accessToken: tenant().agent.token,
    agentId: tenant().agent.id,
    maxAttempts: 1,
  });
  const refused = await once.execute("echo").then(
    () => null,
    (error: unknown) => error,
  );
  // At once, or after the decision's deadline: nothing ran.
  expect(refused).toMatchObject({ code: expect.stringMatching(/^(control_plane_unreachable|decision_timeout)$/) });
  await waitFor(
    () =>
      once.execute("echo").then(
        () => false,
        (error: unknown) => error instanceof ServiceUnavailableError,
      ),
    { what: "503 control_plane_unreachable" },
  );
  const passed = await once.agents.get(tenant().agent.id).catch((error: unknown) => error);
  expect(passed).toBeInstanceOf(ServiceUnavailableError);
  expect(passed).toMatchObject({ code: "control_plane_unreachable", retryAfter: 1 });
  await stack().controlPlanes[0]?.start();
  await waitFor(
    () =>
      once.execute("echo").then(
        () => true,
        () => false,
      ),
    { what: "calls to go through" },
  );
  expect(passed).not.toBeInstanceOf(PermissionError);
});
