import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { makeTempFolder, type TempFolder } from "@portcullis/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CliFixture, createCliFixture } from "../cli-fixture.js";

const TENANT = "6f1f1f0e-8f0e-4a53-9d9d-222222222222";

let folder: TempFolder;
let cli: CliFixture;
beforeAll(async () => {
  folder = await makeTempFolder("cli");
  cli = createCliFixture(folder.path);
});
afterAll(() => folder.remove());

/** Runs a command against a service without rows that sends one event; gives what the service was asked to go on after. */
async function follow(command: readonly string[], ...words: string[]) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/audit/logs")) {
      const data = { items: [], next_cursor: null };
      return response.setHeader("content-type", "application/json").end(JSON.stringify({ success: true, data }));
    }
    asked.push(request.headers["last-event-id"]?.toString());
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('id: 42\nevent: decision\ndata: {"seq":"42"}\n\n');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = [...command, "--json", "--url", url, "--token", "t", "--tenant", TENANT, ...words];
  const result = await cli.run(args, { stopAtFirstLine: true });
  server.closeAllConnections();
  server.close();
  return { ...result, asked };
}

const runStream = (...words: string[]) => follow(["events", "stream"], ...words);

describe("events stream", () => {
  it("goes on after the event that --last-event-id names", async () => {
    const { code, out, asked } = await runStream("--last-event-id", "41");
    expect(asked).toEqual(["41"]);
    expect(JSON.parse(out)).toMatchObject({ id: "42" });
    expect(code).toBe(0);
  });

  it("without it asks for what is new", async () => {
    expect((await runStream()).asked).toEqual([undefined]);
  });

  it.each(["first", "-1", "4.5", ""])("refuses %j, which is no row's number, and asks nothing", async (id) => {
    const { code, err, asked } = await runStream(`--last-event-id=${id}`);
    expect(err).toContain("--last-event-id");
    expect([code, asked]).toEqual([2, []]);
  });
});

it("audit tail --follow of an empty chain goes on from its first row, so that none is missed in between", async () => {
  expect((await follow(["audit", "tail", "--follow"])).asked).toEqual(["0"]);
});
