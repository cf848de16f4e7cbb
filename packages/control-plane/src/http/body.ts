// Bodies: bytes within the operation's limit, then strict JSON. The framework's own JSON parser is never used, because it
// accepts duplicate keys, any depth and invalid UTF-8.

import type { IncomingMessage } from "node:http";
import type { Operation } from "@portcullis/contract";
import { parseStrictJson } from "@portcullis/core";
import { readBody, requireJsonType } from "@portcullis/edge";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** 1 MiB, unless an operation says otherwise. */
export const DEFAULT_BODY_BYTES = 1024 * 1024;
const DEFAULT_BODY_DEPTH = 64;

/** Lets every body through as bytes; whether it is wanted, and of which type, is the operation's to say. */
export function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", ({ routeOptions }: FastifyRequest, payload: IncomingMessage) =>
    readBody(payload, routeOptions.bodyLimit),
  );
}

/** The bytes of a body; empty without one. */
export function bytesOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : new Uint8Array();
}

/** The value of a body; undefined without one. Refuses 415, or 400 with what is wrong. */
export function parseBody(operation: Operation, bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined;
  requireJsonType(contentType);
  const { maxBodyDepth: maxDepth = DEFAULT_BODY_DEPTH, maxBodyBytes: maxBytes = DEFAULT_BODY_BYTES } = operation;
  const { maxBodyValues: maxValues = Number.POSITIVE_INFINITY } = operation;
  return parseStrictJson(bytes, { maxDepth, maxBytes, maxValues });
}

/** The members of a query string; a member that is repeated is a list, which no schema takes. */
export function parseQuery(url: string): Record<string, unknown> {
  const at = url.indexOf("?");
  const query: Record<string, unknown> = {};
  if (at < 0) return query;
  const params = new URLSearchParams(url.slice(at + 1));
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    Object.defineProperty(query, name, {
      value: values.length === 1 ? values[0] : values,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return query;
}
