import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliFixture, createCliFixture, SOME_ID } from "../cli-fixture.js";

const UP = {
  "/status": { status: "operational", version: "1" },
  "/system/health": { status: "healthy", services: [] },
};
/** A service that is well, and at which no token is good. */
const server = createServer((request, response) => {
  const data = UP[request.url as keyof typeof UP] ?? null;
  const error = data === null ? "Invalid or expired token" : null;
  response
    .writeHead(data === null ? 401 : 200, { "content-type": "application/json" })
    .end(JSON.stringify({ success: error === null, data, error, meta: null }));
});
let folder: TempFolder;
let cli: CliFixture;
let url = "";
beforeAll(async () => {
  folder = await makeTempFolder("status");
  cli = createCliFixture(folder.path);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await folder.remove();
});

describe("status", () => {
  it.each([
    ["nobody signed in", [], /Nobody is signed in/],
    ["a token was refused", ["--token", "t", "--tenant", SOME_ID], /Invalid or expired token/],
  ])("says that %s, of a service that is well", async (_, args, why) => {
    const people = await cli.run(["status", "--url", url, ...args]);
    expect(people).toMatchObject({ code: 0, out: expect.stringMatching(/^not signed in: /m) });
    expect(people.out).toMatch(why);
    const programs = JSON.parse((await cli.run(["status", "--url", url, ...args, "--json"])).out);
    expect(programs).toMatchObject({ caller: null, sign_in_problem: expect.stringMatching(why) });
  });
});
