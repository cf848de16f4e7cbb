// What an edge does without its control plane: it refuses, tells so, keeps what it has recorded, and goes on afterwards.

import { randomUUID } from "node:crypto";
import { auditRowOf, callPath, eachDatabase, execute, startHeldCall, useStack, waitFor } from "@portcullis/testkit";
import { expect, test } from "vitest";

eachDatabase("an edge without its control plane", (database) => {
  const stack = useStack(database, { oneTenant: true });
  const controlPlane = () => {
    const [one] = stack().controlPlanes;
    if (one === undefined) throw new Error("no control plane");
    return one;
  };
  // With an id of its own a call is made once, whatever it comes to.
  const run = () => execute(stack(), "sidecar", "echo", { requestId: randomUUID() });

  test("a killed control plane: calls are refused, running ones end too, and nothing is lost after its return", async () => {
    await waitFor(async () => (await run()).status === 200, { what: "calls to run" });
    const held = await startHeldCall(stack(), stack().sidecarUrl);
    await controlPlane().kill("SIGKILL");

    const refused = await run();
    expect([503, 504]).toContain(refused.status);
    expect(stack().tools.runsOf(refused.requestId)).toEqual([]);
    const ended = await held.answer;
    expect(ended).toMatchObject({ status: 503, error: "control_plane_unreachable" });
    const blind = await run();
    expect(blind).toMatchObject({ status: 503, error: "control_plane_unreachable" });
    expect(stack().tools.runsOf(blind.requestId)).toEqual([]);

    const passedOn = await stack().callAt(stack().sidecarUrl, "agents.list", { as: stack().tenant.users.ADMIN });
    expect(passedOn).toMatchObject({ status: 503, error: "control_plane_unreachable" });
    expect(passedOn.headers["retry-after"]).toBe("1");
    expect(await callPath(stack().sidecarUrl, "GET", "/health")).toMatchObject({
      status: 503,
      body: { success: false, error: "control_plane_unreachable", data: { status: "disconnected", running: 0 } },
    });

    await controlPlane().start();
    await waitFor(async () => (await run()).status === 200, { what: "calls to run again" });
    const row = await waitFor(() => auditRowOf(stack(), held.requestId), { what: "the held call's row" });
    expect(row).toMatchObject({ outcome: "aborted" });
    const verified = await stack().call("audit.verify", { as: stack().tenant.users.AUDITOR });
    expect(verified.data).toMatchObject({ valid: true, violations: [] });
  });

  test("a stopped control plane (SIGTERM) ends with code 0, and so does the sidecar", async () => {
    expect(await controlPlane().kill("SIGTERM")).toEqual({ code: 0, signal: null });
    const [sidecar] = stack().sidecars;
    expect(await sidecar?.kill("SIGTERM")).toEqual({ code: 0, signal: null });
  });
});
