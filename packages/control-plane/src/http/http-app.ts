// The HTTP side of the app as one thing that listens and closes: server, routes from the contract, explorers' assets.

import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Services } from "../services.js";
import { mountDocsAssets } from "./docs-pages.js";
import { GateRows } from "./gate-rows.js";
import type { Handlers } from "./handler.js";
import { mountOperations } from "./mount.js";
import type { RawRoutes } from "./raw-route.js";
import { createServer } from "./server.js";

export interface HttpApp {
  /** For tests that need no socket. */
  readonly server: FastifyInstance;
  /** Listens; answers the base URL without a slash at its end. */
  listen(host: string, port: number): Promise<string>;
  /** Ends streams, lets running requests finish, writes what is still counted. */
  close(): Promise<void>;
}

/** A request that still runs then is cut off. */
const LONGEST_CLOSE_MS = 8000;

export function createHttpApp(services: Services, handlers: Handlers, rawRoutes: RawRoutes): HttpApp {
  const server = createServer(services);
  const gateRows = new GateRows(services);
  const closing = new AbortController();
  mountOperations(server, { services, handlers, rawRoutes, gateRows, closing: closing.signal });
  mountDocsAssets(server);
  return {
    server,
    async listen(host, port) {
      await server.listen({ host, port });
      const { port: bound } = server.server.address() as AddressInfo;
      return `http://${host.includes(":") ? `[${host}]` : host}:${bound}`;
    },
    async close() {
      closing.abort();
      const cut = setTimeout(() => server.server.closeAllConnections(), LONGEST_CLOSE_MS);
      await server.close();
      clearTimeout(cut);
      await gateRows.close();
    },
  };
}
