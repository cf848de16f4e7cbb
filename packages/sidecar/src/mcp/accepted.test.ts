import { expect, it } from "vitest";
import { acceptedBy } from "./accepted.js";

const BOTH = { json: true, stream: true };
const JSON_ALONE = { json: true, stream: false };
const STREAM_ALONE = { json: false, stream: true };

it.each([
  ["application/json, text/event-stream", BOTH],
  ["TEXT/Event-Stream , application/*;q=0.5", BOTH],
  ["text/event-stream;q=0.1,*/*", BOTH],
  ["application/json", JSON_ALONE],
  ["*/*", JSON_ALONE],
  ["text/html", JSON_ALONE],
  ["", JSON_ALONE],
  ["application/json, text/event-stream;q=0", JSON_ALONE],
  ["application/json, text/event-stream; q=0.000", JSON_ALONE],
  ["text/event-streams, application/json", JSON_ALONE],
  ["text/event-stream", STREAM_ALONE],
  ["text/event-stream, application/json;q=0", STREAM_ALONE],
  [undefined, JSON_ALONE],
])("a client that accepts %s", (header, accepted) => expect(acceptedBy(header)).toEqual(accepted));
