// The connections of a server, so that its close can tell those that wait for an answer from those that only hold a socket.

import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

export class OpenConnections {
  /** Of each connection the requests that have begun and are not answered yet. */
  readonly #requests = new Map<Socket, Set<IncomingMessage>>();

  constructor(server: Server) {
    server.on("connection", (socket) => {
      this.#requests.set(socket, new Set());
      socket.once("close", () => this.#requests.delete(socket));
    });
    server.on("request", (request, response) => {
      const requests = this.#requests.get(request.socket);
      requests?.add(request);
      response.once("close", () => requests?.delete(request));
    });
  }

  /** Ends every connection that waits for no answer: it is idle, or its request has not arrived whole and has done nothing. */
  endUnasked(): void {
    for (const [socket, requests] of this.#requests) {
      if (![...requests].some((request) => request.complete)) socket.destroy();
    }
  }
}
