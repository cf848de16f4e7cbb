// Tag edge: what edges call. The shapes are in edge-protocol/.

import {
  admitBody,
  admitData,
  decideBody,
  decideData,
  edgeSessionBody,
  edgeSessionData,
  recordsBody,
  recordsData,
} from "../edge-protocol/index.js";
import { operation } from "../operation.js";
import { MAX_PAYLOAD_BYTES, MAX_PAYLOAD_DEPTH } from "../schemas/execution.js";

const tag = "edge";
/** Values of payloads, and answers, within the bodies of edges: records, their answers, envelope and data are around the deepest. */
const maxBodyDepth = MAX_PAYLOAD_DEPTH + 8;
/** As many as the densest payload: reading what is more would keep the control plane from its other tenants for seconds. */
const maxBodyValues = MAX_PAYLOAD_BYTES / 2;
const post = { method: "POST", tag, who: "edge", status: 200, idempotent: true } as const;

export const edge = {
  "edge.session": operation({
    ...post,
    who: "anonymous",
    path: "/edge/session",
    summary: "Open the session of one edge instance with an API key",
    body: edgeSessionBody,
    data: edgeSessionData,
    errors: ["invalid_api_key", "insufficient_scope", "conflict", "ip_blocked"],
  }),
  "edge.admit": operation({
    ...post,
    path: "/edge/admit",
    summary: "Verify a token that this edge has not seen",
    body: admitBody,
    data: admitData,
    errors: ["invalid_token", "agent_not_found"],
  }),
  "edge.decide": operation({
    ...post,
    path: "/edge/decide",
    summary: "Stages 4 to 7 for one or more calls",
    body: decideBody,
    data: decideData,
    errors: ["chain_halted"],
    maxBodyBytes: 16 * 1024 * 1024,
    maxBodyDepth,
    maxBodyValues,
  }),
  "edge.records": operation({
    ...post,
    path: "/edge/records",
    summary: "Finished records, acknowledged one by one",
    body: recordsBody,
    data: recordsData,
    errors: ["chain_halted", "registry_full"],
    maxBodyBytes: 128 * 1024 * 1024,
    maxBodyDepth,
    maxBodyValues,
  }),
  "edge.sync": operation({
    method: "GET",
    path: "/edge/sync",
    tag,
    who: "edge",
    status: 200,
    answer: "event-stream",
    summary: "Snapshot, changes and heartbeats of the tenant's state",
    description: "An instance has one stream: a new one ends the one before.",
    errors: ["too_many_streams"],
  }),
};
