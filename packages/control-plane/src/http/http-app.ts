// The HTTP side of the app as one thing that listens and closes: server, routes from the contract, explorers' assets.

import { setMaxListeners } from "node:events";
import type { AddressInfo } from "node:net";
import { OpenConnections } from "@portcullis/edge";
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
  /** Ends streams, lets requests that run and answers on their way finish within the grace of the settings, writes what is still counted. */
  close(): Promise<void>;
}

export function createHttpApp(services: Services, handlers: Handlers, rawRoutes: RawRoutes): HttpApp {
  const server = createServer(services);
  const connections = new OpenConnections(server.server);
  const gateRows = new GateRows(services);
  const closing = new AbortController();
  // One for each stream that is open.
  setMaxListeners(0, closing.signal);
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
      await connections.close(services.config.stopGraceMs);
      await server.close();
      await gateRows.close();
    },
  };
}
