// The connections of a server that is to stop, at the control plane and at the sidecar alike. Node's own close destroys those whose
// answer has been written to its end, though a slow reader may have taken no more than the first bytes of it.

import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/** Default of PORTCULLIS_STOP_GRACE_MS. */
export const DEFAULT_STOP_GRACE_MS = 4000;
/** A request that has not arrived whole by then has done nothing: it is cut off before those that run. */
const LONGEST_ARRIVAL_MS = 1000;

interface Connection {
  /** Requests whose answer has not left whole, in their order. */
  readonly open: Map<IncomingMessage, ServerResponse>;
  /** What had come of it when its last answer had left: whatever is beyond that belongs to the next request. */
  bytesAnswered: number;
}

export class OpenConnections {
  readonly #server: Server;
  readonly #connections = new Map<Socket, Connection>();
  #isClosing = false;

  /** Follows a server that does not listen yet. */
  constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => this.#onConnection(socket));
    // First of all listeners: the answer may be given within the event.
    server.prependListener("request", (request, response) => this.#onRequest(request, response));
  }

  /**
   * Listens no more and ends what is idle. A request that has not arrived whole gets one more second; one that runs, and an answer
   * that is still being read, `graceMs`. Resolves once no connection is left.
   */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    // Not the HTTP server's own close, which is the one that destroys.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(this.#server, () => resolve()));
    this.#cut((socket, { open, bytesAnswered }) => open.size === 0 && socket.bytesRead === bytesAnswered);
    for (const { open } of this.#connections.values()) announceEnd(open);
    const cuts = [
      setTimeout(() => this.#cut((_, { open }) => !hasArrived(open)), Math.min(LONGEST_ARRIVAL_MS, graceMs)),
      setTimeout(() => this.#cut(() => true), graceMs),
    ];
    await closed;
    for (const cut of cuts) clearTimeout(cut);
  }

  #onConnection(socket: Socket): void {
    // One that was accepted in the same moment.
    if (this.#isClosing) return void socket.destroy();
    this.#connections.set(socket, { open: new Map(), bytesAnswered: 0 });
    socket.once("close", () => this.#connections.delete(socket));
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    const { open } = connection;
    open.set(request, response);
    if (this.#isClosing) announceEnd(open);
    // After the last byte has gone to the system, which delivers it whatever becomes of this process.
    response.once("close", () => {
      open.delete(request);
      connection.bytesAnswered = socket.bytesRead;
      if (this.#isClosing && open.size === 0) socket.destroySoon();
    });
  }

  #cut(isToEnd: (socket: Socket, connection: Connection) => boolean): void {
    for (const [socket, connection] of this.#connections) {
      if (isToEnd(socket, connection)) socket.destroy();
    }
  }
}

function hasArrived(open: Connection["open"]): boolean {
  return [...open.keys()].some(({ complete }) => complete);
}

/** Behind an answer that says so Node ends the connection: it is for the last that was asked for to say. */
function announceEnd(open: Connection["open"]): void {
  const answers = [...open.values()];
  const last = answers.pop();
  for (const answer of answers) if (!answer.headersSent) answer.removeHeader("connection");
  if (last?.headersSent === false) last.setHeader("connection", "close");
}
