// For tests: a client of a service that nock answers for, and the envelopes of that service. Not part of the SDK.

import nock from "nock";
import { afterEach, beforeEach } from "vitest";
import { Portcullis } from "./client.js";

export const BASE = "http://portcullis.test";
export const TENANT = "0b54a0a1-54b5-4d8b-8a2b-3a2f9f0f1b11";
export const AGENT = "6f1a1d5e-3f43-4f5e-9a3e-0a1b2c3d4e5f";

export const client = (more: object = {}) =>
  new Portcullis({ baseUrl: BASE, tenantId: TENANT, agentId: AGENT, accessToken: "token-1", ...more });
export const success = (data: unknown) => ({ success: true, data, error: null, meta: null });
export const failure = (error: string, meta: object, data: unknown = null) => ({ success: false, data, error, meta });

/** Lets no test of the file reach the network, nor an answer that one has left over serve the next. */
export function useNock(): void {
  beforeEach(() => nock.disableNetConnect());
  afterEach(() => {
    nock.cleanAll();
    nock.enableNetConnect();
  });
}

/** Answers every request to /execute with the next of these, and keeps what was sent. */
export function serveExecute(answers: readonly { status: number; body: object; headers?: Record<string, string> }[]) {
  const sent: { headers: Record<string, string>; body: unknown }[] = [];
  for (const { status, body, headers } of answers) {
    nock(BASE)
      .post("/execute")
      .reply(function (_uri, requestBody) {
        sent.push({ headers: this.req.headers as unknown as Record<string, string>, body: requestBody });
        return [status, body, { "x-request-id": "answered-id", ...headers }];
      });
  }
  return sent;
}
