/**
 * Which members of a row's signed content are the word of the edge where the call came in. Decision, policy, order and money
 * are the control plane's, which also judged; what was in the payload, and what became of the call, only the edge can know.
 * A refusal that the edge made by itself is its word as a whole. Here is the reading of contents, not their making.
 */
import type { JsonObject } from "./json-numbers.js";
import { isJsonObject } from "./strict-json.js";

/** What the edge said when it asked: hashes and findings of a payload that never left it. */
const ASKED = [
  "received_at",
  "payload_hash",
  "payload_bytes",
  "payload_depth",
  "shape_hash",
  "findings",
  "finding_details",
] as const;

/** What it said when the call had ended. */
const ENDED = ["outcome", "code", "response_hash", "redactions", "edge_statement"] as const;

/** The edge instance whose word the content repeats; null for rows that the control plane wrote by itself. */
export function edgeInstanceOf(content: JsonObject): string | null {
  const { instance = statementOf(content)?.instance } = content;
  return typeof instance === "string" ? instance : null;
}

/** The members of the content that are the edge's word, in a fixed order; none where no edge took part. */
export function edgeStatementsOf(content: JsonObject): string[] {
  if (edgeInstanceOf(content) === null) return [];
  const members: string[] = [...ASKED];
  if (statementOf(content) !== null) members.push(...ENDED);
  if (content.instance === undefined) members.push("decision");
  return members.filter((member) => Object.hasOwn(content, member));
}

function statementOf(content: JsonObject): JsonObject | null {
  const { edge_statement: statement } = content;
  return isJsonObject(statement) ? statement : null;
}
