/**
 * A TCP proxy on the loopback interface that can stop passing bytes without closing anything: both ends keep a connection
 * that looks alive, as after a lost network path. It knows connections by what their client has sent so far.
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface TcpProxy {
  readonly port: number;
  /** Texts that the clients of the open connections have sent, each up to 16 KiB. */
  readonly sent: () => readonly string[];
  /** What they were answered, the same way. */
  readonly answered: () => readonly string[];
  /**
   * Passes no more bytes on connections whose client has sent something that `match` takes, in either direction. Gives
   * how many were open. Connections that come later are swallowed too, from the moment at which `match` takes them.
   */
  readonly swallow: (match?: (sent: string) => boolean) => number;
  /**
   * Keeps back what servers answer on connections whose client has sent something that `match` takes. Gives how many were
   * open; those that come later are held too: a client whose connection waits for an answer asks on a new one.
   */
  readonly hold: (match: (sent: string) => boolean) => number;
  /** Passes on what was kept back, in order, and holds nothing more. */
  readonly release: () => void;
  /** Passes bytes again, on new connections; those that were swallowed are closed. */
  readonly restore: () => void;
  readonly close: () => Promise<void>;
}

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
  sent: string;
  answered: string;
  isSwallowed: boolean;
  /** Null while nothing is held. */
  held: Buffer[] | null;
}

const KEPT_BYTES = 16_384;

/** Starts a proxy in front of `127.0.0.1:port` or of the host that is named. */
export async function startTcpProxy(target: { readonly host?: string; readonly port: number }): Promise<TcpProxy> {
  const connections = new Set<Connection>();
  let swallows: ((sent: string) => boolean) | null = null;
  let holds: ((sent: string) => boolean) | null = null;

  const listener = createServer((client) => {
    const server = connect({ host: target.host ?? "127.0.0.1", port: target.port });
    const isSwallowed = swallows?.("") ?? false;
    const connection: Connection = { client, server, sent: "", answered: "", isSwallowed, held: null };
    connections.add(connection);
    for (const socket of [client, server]) socket.setNoDelay(true);
    client.on("data", (chunk: Buffer) => {
      if (connection.sent.length < KEPT_BYTES) connection.sent += chunk.toString("latin1");
      if (!connection.isSwallowed && swallows?.(connection.sent) === true) connection.isSwallowed = true;
      if (!connection.isSwallowed) server.write(chunk);
    });
    server.on("data", (chunk: Buffer) => {
      if (connection.answered.length < KEPT_BYTES) connection.answered += chunk.toString("latin1");
      if (connection.held === null && holds?.(connection.sent) === true) connection.held = [];
      if (connection.held !== null) connection.held.push(chunk);
      else if (!connection.isSwallowed) client.write(chunk);
    });
    const end = (other: Socket) => () => {
      // The other end of a swallowed connection must not learn of it.
      if (!connection.isSwallowed) other.destroy();
      if (client.destroyed && server.destroyed) connections.delete(connection);
    };
    client.on("error", () => undefined).on("close", end(server));
    server.on("error", () => undefined).on("close", end(client));
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(0, "127.0.0.1", resolve);
  });
  const destroy = ({ client, server }: Connection) => {
    client.destroy();
    server.destroy();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    sent: () => [...connections].map(({ sent }) => sent),
    answered: () => [...connections].map(({ answered }) => answered),
    swallow: (match = () => true) => {
      swallows = match;
      const matching = [...connections].filter(({ sent }) => match(sent));
      for (const connection of matching) connection.isSwallowed = true;
      return matching.length;
    },
    hold: (match) => {
      holds = match;
      return [...connections].filter(({ sent }) => match(sent)).length;
    },
    release: () => {
      holds = null;
      for (const connection of connections) {
        for (const chunk of connection.held ?? []) connection.client.write(chunk);
        connection.held = null;
      }
    },
    restore: () => {
      swallows = null;
      for (const connection of connections) if (connection.isSwallowed) destroy(connection);
    },
    close: async () => {
      for (const connection of connections) destroy(connection);
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
