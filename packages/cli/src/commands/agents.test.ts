// `agents revoke` takes back what is named, in any spelling of the name, and says what it did not find.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliFixture, createCliFixture, SOME_ID } from "../cli-fixture.js";

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("cli");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

/** Revokes at a service where the agent has a grant of each tool, and gives the ids of those that were taken back. */
async function revoke(granted: readonly string[], names: readonly string[], ...options: readonly string[]) {
  const revoked: string[] = [];
  const items = granted.map((tool_name, at) => ({ id: `grant-${at}`, tool_name, action: "ALLOW" }));
  const server = createServer((request, response) => {
    if (request.method === "DELETE") {
      revoked.push(new URL(request.url as string, "http://service").pathname.split("/").at(-1) as string);
      response.writeHead(204).end();
      return;
    }
    const body = { success: true, data: { items, next_cursor: null }, error: null, meta: null };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const words = ["agents", "revoke", SOME_ID, ...names, ...options];
  const result = await cli.run([...words, "--url", url, "--token", "t", "--tenant", SOME_ID]);
  server.closeAllConnections();
  server.close();
  return { ...result, revoked };
}

describe("agents revoke", () => {
  it("finds a grant by every spelling that folds to its name", async () => {
    const { code, revoked } = await revoke(["strasse.find", "crm.read"], ["Straße.Find", "ｃｒｍ．ｒｅａｄ"]);
    expect(revoked).toEqual(["grant-0", "grant-1"]);
    expect(code).toBe(0);
  });

  it.each([[[]], [["--json"]]])(
    "takes back what it finds, and fails for a name without a grant beside it %j",
    async (options) => {
      const { code, out, err, revoked } = await revoke(
        ["crm.read", "crm.write"],
        ["crm.read", "crm.wirte"],
        ...options,
      );
      expect(revoked).toEqual(["grant-0"]);
      expect(code).toBe(2);
      expect(out).toContain("crm.read");
      expect(err).toContain("no grant of crm.wirte");
    },
  );
});
