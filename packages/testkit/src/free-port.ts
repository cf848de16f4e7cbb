/** Ports for servers that cannot be asked to choose one themselves. Prefer port 0 wherever the server takes it. */
import { createServer } from "node:net";

/** A TCP port of the loopback interface that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The loopback listener has no port.");
  return address.port;
}
