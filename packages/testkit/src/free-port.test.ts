import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { findFreePort } from "./free-port.js";

describe("findFreePort", () => {
  it("gives ports below those of connections, none of them twice", async () => {
    const ports: number[] = [];
    for (let count = 0; count < 50; count++) ports.push(await findFreePort());
    expect(new Set(ports).size).toBe(50);
    expect(ports.filter((port) => port < 12_000 || port >= 32_000)).toEqual([]);
  });

  it("gives ports that can be listened on", async () => {
    const server = createServer();
    const port = await findFreePort();
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    await new Promise((resolve) => server.close(resolve));
  });
});
