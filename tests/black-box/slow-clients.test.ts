// Clients that never get done with a request: they lose their connection, nobody else does, and no process waits for them when it
// stops.

import {
  auditRowOf,
  callPath,
  eachDatabase,
  HOMES,
  openEventStream,
  SILENCE,
  SLOW_REQUESTS,
  startHeldCall,
  startSlowClient,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { expect, test } from "vitest";

/** Longer than any honest request takes to arrive, however slow the machine. */
const REQUEST_TIMEOUT_MS = "3000";
const slowWays = Object.values(SLOW_REQUESTS);

eachDatabase("slow clients of a process that serves", (database) => {
  const settings = { PORTCULLIS_REQUEST_TIMEOUT_MS: REQUEST_TIMEOUT_MS };
  const stack = useStack(database, { oneTenant: true, env: settings, sidecarEnv: settings });

  test.each(HOMES)("are refused at the %s, while streams and calls go on for longer", async (home) => {
    const url = stack().urlOf(home);
    const { headers } = stack().tenant.users.AUDITOR;
    const events = await openEventStream(`${url}/events/stream`, headers);
    const held = await startHeldCall(stack(), url);
    const silent = await startSlowClient(url, SILENCE);
    const clients = await Promise.all(slowWays.map((way) => startSlowClient(url, way)));
    const answers = await Promise.all(clients.map(({ received }) => received));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"malformed_request"/);
    expect(await silent.received).toBe("");
    stack().tools.release();
    expect((await held.answer).status).toBe(200);
    await events.next(({ event }) => event === "decision");
    expect([events.status, events.isEnded()]).toEqual([200, false]);
    events.close();
    // The edge's own stream has lived as long.
    expect(await callPath(stack().sidecarUrl, "GET", "/health")).toMatchObject({ body: { data: { status: "ok" } } });
  });

  test("are refused when the sidecar passes their request on", async () => {
    const head = `POST /agents HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n`;
    const { received } = await startSlowClient(stack().sidecarUrl, [head, " "]);
    expect(await received).toMatch(/^HTTP\/1\.1 4\d\d /);
  });
});

eachDatabase("slow clients of a process that stops", (database) => {
  const stack = useStack(database, { oneTenant: true });

  test("are cut, and the record of a call that ran is there", async () => {
    const [controlPlane, sidecar] = [stack().controlPlanes[0], stack().sidecars[0]];
    if (controlPlane === undefined || sidecar === undefined) throw new Error("a process is missing");
    const held = await Promise.all(HOMES.map((home) => startHeldCall(stack(), stack().urlOf(home))));
    const urls = [stack().url, stack().sidecarUrl];
    await Promise.all(urls.flatMap((url) => [SILENCE, ...slowWays].map((way) => startSlowClient(url, way))));

    expect(await sidecar.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(await controlPlane.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    await controlPlane.start();
    await sidecar.start();
    for (const { requestId, answer } of held) {
      expect((await answer).status).toBe(503);
      const row = await waitFor(() => auditRowOf(stack(), requestId), { what: "the held call's row" });
      expect(row).toMatchObject({ outcome: "aborted" });
    }
  });
});
