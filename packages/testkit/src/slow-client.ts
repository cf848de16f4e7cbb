/** A client that never gets done with its request, on a socket of its own. */
import { connect } from "node:net";

const DRIP_EVERY_MS = 20;

/** Ways to hold a socket: what is sent at once, and what is sent again and again. */
export const SLOW_REQUESTS: Readonly<Record<string, readonly [head: string, drip: string]>> = {
  "a first line, byte by byte": ["GET /", "x"],
  "headers without an end": ["POST /execute HTTP/1.1\r\nHost: localhost\r\n", "x: y\r\n"],
  "a body shorter than its length": [
    "POST /execute HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n",
    " ",
  ],
  "chunks without an end": [
    "POST /execute HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
    "1\r\n \r\n",
  ],
  "the size of a chunk": ["POST /execute HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n", "0"],
  "trailers without an end": [
    "POST /execute HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
    "x: y\r\n",
  ],
};

/** The same of a client that never begins with one. */
export const SILENCE = ["", ""] as const;

export interface SlowClient {
  /** What came back, once the connection has ended; only the other side ends it. */
  readonly received: Promise<string>;
}

/** Connects to the server at `url`; resolves when `head` was sent. */
export function startSlowClient(url: string, [head, drip]: readonly [string, string]): Promise<SlowClient> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let timer: NodeJS.Timeout | undefined;
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.on("error", () => undefined);
  const received = new Promise<string>((resolve) => {
    socket.once("close", () => {
      clearInterval(timer);
      resolve(text);
    });
  });
  return new Promise((resolve) =>
    socket.once("connect", () => {
      socket.write(head, () => resolve({ received }));
      timer = setInterval(() => socket.write(drip), DRIP_EVERY_MS);
    }),
  );
}
