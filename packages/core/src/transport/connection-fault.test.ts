import { once } from "node:events";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { expect, it } from "vitest";
import { describeConnectionFault } from "./connection-fault.js";

/** Made for this test, for localhost; it is the key of nothing else. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUEKpyDZRZFcMziZWFo9+Vo2TDGTAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEzMDA0MjQ1NFoYDzIxMjYxMTA2
MDQyNDU0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARXsMVm5JT2nqrVYW4GuvwCerkMt9YiZHcKnvLZxktVKakBNpyWHBtb
STK1k29BBdgyUoj7HMvj5WO0UHch9Fv+o2kwZzAdBgNVHQ4EFgQUI5w1qpVmiFZR
z2ZEp1CiKaV49wYwHwYDVR0jBBgwFoAUI5w1qpVmiFZRz2ZEp1CiKaV49wYwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAPMyKb/Ocw7aRuogt61EkZYzczbTZdyNwonZAitDsdLiAiEA5xdEgWCe
bWqdVa1uv+s3OAa/xk9iwoUODr+tCLs22E4=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzZlOmdzMU/7T7Hp6
EvFf3Agj5w9YfnGD+kxdHHgOqyGhRANCAARXsMVm5JT2nqrVYW4GuvwCerkMt9Yi
ZHcKnvLZxktVKakBNpyWHBtbSTK1k29BBdgyUoj7HMvj5WO0UHch9Fv+
-----END PRIVATE KEY-----`;

async function faultOf(server: Server, host: string, protocol = "https") {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const error = await fetch(`${protocol}://${host}:${port}/`).catch((caught: unknown) => caught);
  server.close();
  return describeConnectionFault(error);
}

it("a certificate of an authority that is not known is told with the setting that makes it known", async () => {
  const server = createServer({ cert: CERTIFICATE, key: KEY });
  expect(await faultOf(server, "localhost")).toMatch(/\(DEPTH_ZERO_SELF_SIGNED_CERT\): .* NODE_EXTRA_CA_CERTS\.$/);
});

it("a server that speaks http at an https address is told as one", async () => {
  expect(await faultOf(createPlainServer(), "127.0.0.1")).toMatch(/\(ERR_SSL_\w+\): is its address http, not https\?$/);
});

it("a server that speaks https at an http address is told as one", async () => {
  const server = createServer({ cert: CERTIFICATE, key: KEY });
  expect(await faultOf(server, "localhost", "http")).toMatch(
    /\(\w+\): its port speaks the other of http and https, or/,
  );
});

/** A fatal alert of TLS 1.2, protocol version. */
const ALERT = Buffer.from([21, 3, 3, 0, 2, 2, 70]);

it.each<[string, string, (socket: Socket) => void, RegExp]>([
  ["ends it", "http", (socket) => socket.end(), /closed the connection/],
  ["ends it", "https", (socket) => socket.end(), /closed the connection/],
  ["resets it", "http", (socket) => socket.resetAndDestroy(), /closed the connection/],
  ["resets it", "https", (socket) => socket.resetAndDestroy(), /closed the connection/],
  ["answers in TLS", "http", (socket) => socket.end(ALERT), /\(HTTPParserError\): is its address https, not http\?$/],
])(
  "a server that takes the connection and %s is not told as one that is down (%s)",
  async (_, protocol, end, words) => {
    const server = createTcpServer((socket) => socket.on("error", () => {}).once("data", () => end(socket)));
    expect(await faultOf(server, "127.0.0.1", protocol)).toMatch(words);
  },
);

it.each([
  ["CERT_HAS_EXPIRED", /clock/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /another name/],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /NODE_EXTRA_CA_CERTS/],
])("%s is found behind the errors that are put around it", (code, words) => {
  const inner = Object.assign(new Error("of the system"), { code });
  const outer = Object.assign(new Error("of the service", { cause: new TypeError("fetch failed", { cause: inner }) }), {
    code: "connection_failed",
  });
  expect(describeConnectionFault(outer)).toMatch(words);
});

it.each(["ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT", undefined])("%s is of a server that was not reached", (code) => {
  expect(describeConnectionFault(Object.assign(new Error("other"), { code }))).toBeUndefined();
});
