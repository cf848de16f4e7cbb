/**
 * Ports for servers that cannot be asked to choose one themselves. Prefer port 0 wherever the server takes it.
 *
 * They lie below the ports that systems give to connections and to port 0, so that nobody is given one between the look and
 * the use, nor while a server restarts; and each worker of a test run looks in a part of its own.
 */
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const LOWEST = 12_000;
const PARTS = 20;
/** The last part ends at 31,999; Linux gives out ports from 32,768 on, others from 49,152. */
const PART_SIZE = 1000;
const MAX_TRIES = 200;
const given = new Set<number>();

/** A TCP port of the loopback interface that nobody listens on, and that this process did not give before. */
export async function findFreePort(): Promise<number> {
  const part = Number(process.env.VITEST_POOL_ID ?? 0) % PARTS;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = LOWEST + part * PART_SIZE + randomInt(PART_SIZE);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error(`No free port in ${MAX_TRIES} tries: something listens on most ports from ${LOWEST} on.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = await new Promise<boolean>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => resolve(true));
  });
  if (isListening) await new Promise((resolve) => server.close(resolve));
  return isListening;
}
