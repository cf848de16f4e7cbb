import { mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliFixture, createCliFixture } from "../cli-fixture.js";

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("cli");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

describe("the stored login", () => {
  it("is for its owner alone, is sent to its own service only, and is forgotten by logout", async () => {
    const seen: { url: string; authorization: string | undefined }[] = [];
    const id = "6f1f1f0e-8f0e-4a53-9d9d-333333333333";
    const data: Record<string, object> = {
      "/auth/token": {
        access_token: "secret-token",
        token_type: "bearer",
        expires_in: 900,
        tenant_id: id,
        role: "ADMIN",
      },
      "/agents/summary": { total: 0, active: 0, quarantined: 0, by_risk_level: {} },
    };
    const server = createServer((request, response) => {
      const url = request.url ?? "";
      seen.push({ url, authorization: request.headers.authorization });
      response.writeHead(url === "/auth/logout" ? 204 : 200, { "content-type": "application/json" });
      response.end(
        url === "/auth/logout" ? "" : JSON.stringify({ success: true, data: data[url], error: null, meta: null }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const home = join(folder.path, "login-home");
    mkdirSync(home, { mode: 0o755 });
    const env = { PORTCULLIS_HOME: home };

    const login = await cli.run(["login", "--url", url, "--tenant", id, "--email", "a@b.example"], {
      stdin: "pass word\n",
      env,
    });
    expect(login.code).toBe(0);
    const file = join(home, "session.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toContain("pass word");
    expect((await cli.run(["agents", "summary"], { env })).code).toBe(0);
    expect(seen.at(-1)).toEqual({ url: "/agents/summary", authorization: "Bearer secret-token" });

    const elsewhere = await cli.run(["agents", "summary", "--url", "http://127.0.0.1:9"], { env });
    expect(elsewhere.err).toMatch(/The stored login is for/);
    expect(elsewhere.code).toBe(2);

    expect((await cli.run(["logout"], { env })).code).toBe(0);
    expect(seen.at(-1)).toEqual({ url: "/auth/logout", authorization: "Bearer secret-token" });
    expect((await cli.run(["agents", "summary"], { env })).err).toMatch(/Nobody is signed in/);
    server.closeAllConnections();
    server.close();
  });
});
