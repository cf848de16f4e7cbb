// What is not the service's answers with a success: a sign-in page of a network, another program at the address. Nobody may take that
// for what was asked, least of all a kill switch that is not engaged.

import { expect, it } from "vitest";
import { Portcullis } from "./client.js";
import { PortcullisError } from "./errors.js";
import { operationTable } from "./generated/operations.js";

const page = { "content-type": "text/html" };
const json = { "content-type": "application/json" };
const OTHERS: Readonly<Record<string, () => Response>> = {
  "a page": () => new Response("<html>Sign in to the network</html>", { headers: page }),
  "a page that is called JSON": () => new Response("<html>", { headers: json }),
  "JSON of another program": () => new Response('{"status":"ok"}', { headers: json }),
  "a list": () => new Response("[]", { headers: json }),
  "no words": () => new Response("", { headers: json }),
};
const ofEnvelopes = Object.entries(operationTable).filter(([, { answer }]) => answer === "envelope");
const ofNothing = Object.entries(operationTable).filter(([, { answer }]) => answer === "nothing");

function clientAgainst(answer: () => Response): Portcullis {
  const credentials = { tenantId: "0b54a0a1-54b5-4d8b-8a2b-3a2f9f0f1b11", accessToken: "token" };
  return new Portcullis({ baseUrl: "http://portcullis.test", ...credentials, fetch: async () => answer() });
}

/** Calls the operation of this id, whatever its parameters are. */
async function callAgainst(answer: () => Response, id: string): Promise<unknown> {
  const client = clientAgainst(answer);
  const [resource, method] = id.split(".") as [string, string];
  const methods = (client as unknown as Record<string, Record<string, (...args: unknown[]) => PromiseLike<unknown>>>)[
    resource
  ];
  const params = operationTable[id]?.params ?? [];
  return methods?.[method]?.(...params.map(() => "x"), {});
}

it.each(Object.entries(OTHERS))("%s is an error of every operation, which says so", async (_, answer) => {
  for (const [id] of [...ofEnvelopes, ...ofNothing]) {
    const error = await callAgainst(answer, id).catch((caught: unknown) => caught);
    expect(error, id).toBeInstanceOf(PortcullisError);
    expect(error, id).toMatchObject({
      status: 200,
      code: "HTTP 200",
      message: expect.stringContaining("not the service"),
    });
  }
});

it.each(Object.entries(OTHERS))("%s in place of a stream of events ends it with an error", async (_, answer) => {
  const first = clientAgainst(answer).events.stream()[Symbol.asyncIterator]().next();
  await expect(first).rejects.toMatchObject({ status: 200, code: "HTTP 200" });
});

it("204 is the success of what answers nothing, and of nothing else", async () => {
  const empty = () => new Response(null, { status: 204 });
  for (const [id] of ofNothing) expect(await callAgainst(empty, id), id).toBeUndefined();
  for (const [id] of ofEnvelopes) {
    await expect(callAgainst(empty, id), id).rejects.toMatchObject({ code: "HTTP 204" });
  }
});

it.each([
  ["a redirect to https", () => new Response(null, { status: 308, headers: { location: "https://portcullis.test/" } })],
  ["what a port of TLS says to plain HTTP", () => new Response("<html>400</html>", { status: 400, headers: page })],
])("%s is told with the address, and its protocol, to check", async (_, answer) => {
  await expect(callAgainst(answer, "agents.list")).rejects.toMatchObject({
    hint: expect.stringContaining("check the address, http or https included"),
  });
});
