// INTERNAL_SECRET is replaced under load as docs/operating.md says: two control planes are started again one after the other with
// both secrets, then the callers change, then both are started again with the new one alone.

import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import {
  callPath,
  findFreePort,
  type ManagedProcess,
  makeTempFolder,
  startProcess,
  type TempFolder,
  useDatabase,
  useStack,
  waitFor,
} from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const makeSecret = () => randomBytes(32).toString("hex");
const OLD = makeSecret();
const NEW = makeSecret();
const ENV = {
  PORTCULLIS_MASTER_KEY: randomBytes(32).toString("base64"),
  PORTCULLIS_TRUSTED_PROXIES: "127.0.0.1",
  PORTCULLIS_LOG_LEVEL: "warn",
};
const SERVED = 4;
/** The callers leave the starting processes something of the machine. */
const PAUSE_MS = 100;

interface Answer {
  readonly caller: string;
  readonly status: number | null;
  readonly error: string | null;
}

describe("a new INTERNAL_SECRET (postgres)", () => {
  const database = useDatabase("postgres");
  const stack = useStack(database, { oneTenant: true, sidecars: 0, toolNames: ["echo"], env: ENV });
  let folder: TempFolder;
  const places = new Map<string, ManagedProcess>();

  beforeAll(async () => {
    folder = await makeTempFolder("control-planes");
  });
  afterAll(async () => {
    await Promise.all([...places.values()].map((one) => one.kill()));
    await folder?.remove();
  });

  /** Starts a control plane at a place, instead of the one that was there. */
  const startAt = async (port: number, secrets: Readonly<Record<string, string>>) => {
    const url = `http://127.0.0.1:${port}`;
    await places.get(url)?.kill();
    const one = await startProcess({
      name: `control-plane-at-${port}`,
      main: "packages/control-plane/dist/main.js",
      folder: folder.path,
      url,
      env: {
        ...ENV,
        ...secrets,
        DATABASE_URL: database.url,
        PORTCULLIS_DATA_DIR: folder.path,
        PORTCULLIS_PORT: String(port),
      },
    });
    places.set(url, one);
    return url;
  };

  test("refuses nobody who has the secret of the hour, lets nobody in who has another, and leaves sidecars alone", async () => {
    const { tenant } = stack();
    const ports = [await findFreePort(), await findFreePort()];
    const doors = await Promise.all(ports.map((port) => startAt(port, { INTERNAL_SECRET: OLD })));
    const sidecars = await Promise.all(
      doors.map((url) => stack().startSidecar(tenant, { PORTCULLIS_CONTROL_PLANE_URL: url })),
    );
    let current = OLD;
    let isStopped = false;
    const answers: Answer[] = [];
    const signIn = async (caller: string, url: string, headers: Readonly<Record<string, string>>) => {
      const { id, secret } = tenant.agent;
      const answer = await callPath(url, "POST", "/auth/agent/token", {
        headers: { "x-tenant-id": tenant.id, "x-forwarded-for": `203.0.113.${answers.length % 250}`, ...headers },
        body: { agent_id: id, secret },
      }).catch(() => null);
      const { data, error = null } = (answer?.body ?? {}) as {
        data?: { access_token?: string };
        error?: string | null;
      };
      answers.push({ caller, status: answer?.status ?? null, error });
      return data?.access_token;
    };
    const runSignIns = async (caller: string, url: string, secretOf: () => string | null) => {
      while (!isStopped) {
        const secret = secretOf();
        await signIn(caller, url, secret === null ? {} : { "x-internal-secret": secret });
        await setTimeout(PAUSE_MS);
      }
    };
    const runCalls = async (url: string) => {
      while (!isStopped) {
        const answer = await callPath(url, "POST", "/execute", {
          as: tenant.agent,
          headers: { "x-request-id": randomUUID() },
          body: { tool_name: "echo" },
        }).catch(() => null);
        answers.push({ caller: "call", status: answer?.status ?? null, error: answer?.body.error ?? null });
        await setTimeout(PAUSE_MS);
      }
    };
    const load = [
      ...doors.map((url) => runSignIns("rightful", url, () => current)),
      ...doors.map((url) => runSignIns("wrong", url, makeSecret)),
      ...sidecars.map(({ url }) => runSignIns("sidecar", url, () => null)),
      ...sidecars.map(({ url }) => runCalls(url)),
    ];
    const served = () => {
      const count = answers.length;
      const isServed = (caller: string) =>
        answers.slice(count).filter((one) => one.caller === caller && one.status === 200).length >= SERVED;
      return waitFor(() => ["rightful", "sidecar", "call"].every(isServed), { what: "every caller to be served" });
    };

    await served();
    for (const port of ports) {
      await startAt(port, { INTERNAL_SECRET: NEW, INTERNAL_SECRET_PREVIOUS: OLD });
      await served();
    }
    current = NEW;
    await served();
    for (const port of ports) {
      await startAt(port, { INTERNAL_SECRET: NEW });
      await served();
    }
    isStopped = true;
    await Promise.all(load);
    for (const url of doors) await signIn("wrong", url, { "x-internal-secret": OLD });

    const isAway = ({ status, error }: Answer) => status === null || status === 503 || error === "decision_timeout";
    const refused = answers.filter((one) => one.caller !== "wrong" && one.status !== 200 && !isAway(one));
    expect(refused).toEqual([]);
    const wrong = answers.filter(({ caller }) => caller === "wrong");
    expect(wrong.filter(({ status }) => status === 401).length).toBeGreaterThan(0);
    expect(wrong.filter((one) => one.status !== 401 && !isAway(one))).toEqual([]);
    expect(answers.at(-1)).toEqual({ caller: "wrong", status: 401, error: "invalid_internal_secret" });
  });
});
