// What is added to generated commands: files as arguments, answers in words, exit codes of checks. The rest of those
// commands, and all others, come from the contract alone.

import { writeFileSync } from "node:fs";
import type { DataOf } from "@portcullis/contract";
import { type KeySet, type PublicJwk, type ReceiptVerification, verifyReceipt } from "@portcullis/sdk/verify";
import type { Command } from "commander";
import { type CliContext, writeJson, writeLine, writeNote } from "../context.js";
import { EXIT, usageError } from "../exit-codes.js";
import type { OptionValues } from "../operations/operation-command.js";
import type { Extensions } from "../operations/operation-tree.js";
import { compactJson } from "../output/compact-json.js";
import { presentExplanation } from "../output/explanation.js";
import type { Older } from "../output/older.js";
import { presentItems, presentObject, presentPage } from "../output/present.js";
import { oneLine, printable } from "../output/style.js";
import { policyNameOf } from "../text/cedar-text.js";
import { countOf } from "../text/count-of.js";
import { isRecord } from "../text/is-record.js";
import { readJsonFile, readSignedFile, readTextFile } from "../text/read-input.js";
import { describeWriteFault } from "../text/write-fault.js";
import { presentEvent } from "./audit-tail.js";

export const extensions: Extensions = {
  "execution.execute": {
    examples: [
      `portcullis execution execute --tool-name customers.query --payload '{"sql":"SELECT 1"}' --agent first-agent`,
    ],
  },
  "policy.upload": {
    extend: (command) =>
      command.argument("[file]", "Cedar policies; - for standard input. Its name names the policy without --name"),
    body: async (context, [file]) => (file ? { policy: await readTextFile(context, file), ...policyNameOf(file) } : {}),
    present: (context, data) => presentUploaded(context, data as Uploaded),
    examples: ["portcullis policy upload main.cedar", "portcullis policy upload draft.cedar --name main"],
  },
  "policy.test": {
    extend: (command) =>
      command
        .argument("[file]", "test cases: a JSON list, or an object with `tests`")
        .option("--policy-file <file>", "draft to test, in place of the active policies"),
    body: async (context, [file], options) => ({
      ...(file ? readCases(await readJsonFile(context, file, "The test file")) : {}),
      ...(typeof options.policyFile === "string" ? { policy: await readTextFile(context, options.policyFile) } : {}),
    }),
    present: (context, data) => presentTests(context, data as TestRun),
    exitCode: (data) => ((data as TestRun).failed === 0 ? EXIT.ok : EXIT.refused),
    examples: ["portcullis policy test cases.json", "portcullis policy test cases.json --policy-file draft.cedar"],
  },
  "policy.simulate": {
    extend: (command) =>
      command.argument("[file]", "Cedar policies; - for standard input. Its name names the policy without --name"),
    body: async (context, [file]) => (file ? { policy: await readTextFile(context, file), ...policyNameOf(file) } : {}),
    present: (context, data) => presentSimulation(context, data as Simulation),
    examples: [
      "portcullis policy simulate draft.cedar",
      "portcullis policy simulate draft.cedar --name main --since 7d",
    ],
  },
  "policy.list": {
    present: (context, data) => presentPolicies(context, data as DataOf<"policy.list">),
    examples: ["portcullis policy list", "portcullis policy list --json   # with the source"],
  },
  "autoResponse.listPending": {
    namesAgents: true,
    present: presentPending,
    examples: ["portcullis auto-response list-pending"],
  },
  "decision.history": {
    namesAgents: true,
    present: (context, data) => presentPage(context, data as DataOf<"decision.history">, HISTORY_COLUMNS),
    examples: ["portcullis decision history", "portcullis decision history --json   # with request ids and scores"],
  },
  "registry.listTools": {
    present: (context, data) => presentPage(context, data as DataOf<"registry.listTools">, TOOL_COLUMNS),
    examples: ["portcullis registry list-tools", "portcullis registry list-tools --json   # with schemas and hashes"],
  },
  "audit.list": { present: presentRows },
  "audit.search": {
    present: presentRows,
    examples: [
      "portcullis audit search --decision deny --since 24h",
      "portcullis audit search --tool-name customers.query",
    ],
  },
  "audit.explain": {
    present: (context, data) => presentExplanation(context, data as DataOf<"audit.explain">),
    examples: ["portcullis audit explain <audit-id>", "portcullis audit explain <audit-id> --json"],
  },
  "audit.verify": {
    present: (context, data) => presentVerification(context, data as Verification),
    exitCode: (data) => ((data as Verification).valid ? EXIT.ok : EXIT.refused),
    examples: ["portcullis audit verify", "portcullis audit verify --json"],
  },
  "audit.receipt": {
    extend: addOutFile,
    save: saveReceipt,
    present: presentReceipt,
    exitCode: exitCodeOfReceipt,
    examples: ["portcullis audit receipt <audit-id>"],
  },
  "events.stream": {
    extend: (command) =>
      command.option(
        "--last-event-id <seq>",
        "go on after this event; 0 is from the first row on; new rows only without it",
      ),
    present: presentEvent,
    examples: [
      "portcullis events stream",
      "portcullis events stream --last-event-id 41 --json   # a line of JSON each, from row 42 on",
    ],
  },
  "receipts.get": {
    extend: addOutFile,
    save: saveReceipt,
    present: presentReceipt,
    exitCode: exitCodeOfReceipt,
    examples: ["portcullis receipt get <audit-id> --out receipt.json"],
  },
  "receipts.verify": {
    extend: (command) =>
      command
        .argument("[file]", "receipt in JSON; - for standard input")
        .option("--keys <file>", "verify offline with these pinned keys (as GET /transparency/keys answers them)"),
    body: async (context, [file]) => (file ? { receipt: await readReceipt(context, file) } : {}),
    offline: async (context, [file], options) => {
      const isForService = typeof options.keys !== "string";
      if (isForService && (file || options.receipt || options.data)) return undefined;
      if (!file) throw usageError("The receipt's file is missing.", "portcullis receipt verify FILE --keys KEYS");
      const keys = keysOf(await readSignedFile(context, options.keys as string, "The keys' file", KEYS_HINT));
      const receipt = await readReceipt(context, file);
      return presentVerdict(context, verifyReceipt(receipt, keys), options.json === true, true);
    },
    present: (context, data) => void presentVerdict(context, data as ReceiptVerification, false, false),
    exitCode: (data) => ((data as ReceiptVerification).valid ? EXIT.ok : EXIT.refused),
    withoutLogin: "Pinned keys need neither login nor service: portcullis receipt verify FILE --keys KEYS",
    examples: [
      "portcullis transparency keys --json > keys.json   # once, and keep it",
      "portcullis receipt verify receipt.json --keys keys.json",
    ],
  },
};

type Uploaded = DataOf<"policy.upload">;
type Simulation = Older<DataOf<"policy.simulate">, "note">;
type StageVerdict = Simulation["changed"][number]["was"];
type TestRun = Older<DataOf<"policy.test">, "unknown_tools">;
type Pending = DataOf<"autoResponse.listPending">;
type PendingItem = Older<Pending["items"][number], "declared_cost_usd" | "arguments">;
type Verification = DataOf<"audit.verify">;
type ReceiptAnswer = DataOf<"receipts.get">;
type OlderReceipt = Older<ReceiptAnswer["receipt"], "edge_instance" | "statements">;

const ROW_COLUMNS = ["seq", "created_at", "outcome", "tool or action", "findings", "id"];

/** The audit id first: it is what `audit explain` and `receipt get` take. */
const HISTORY_COLUMNS = ["audit_id", "created_at", "decision", "outcome", "tool_name", "agent", "rule_id", "findings"];

const TOOL_COLUMNS = ["tool_name", "access", "price_usd", "max_cost_usd", "timeout_ms", "retry_safe", "description"];

const KEYS_HINT = "Save the answer of: portcullis transparency keys --json";
const RECEIPT_HINT =
  "Give the path of a file with JSON, or - for standard input.\n" +
  "  Without --json, `receipt get` prints for people: portcullis receipt get <audit-id> --json > receipt.json";
const PENDING_COLUMNS = ["key", "tool_name", "agent", "agent_id", "expires_at"];
/** Of an agent's id on a terminal, where the tool is what one decides by. */
const SHORT_ID = 8;

function presentPolicies(context: CliContext, { items, next_cursor }: DataOf<"policy.list">): void {
  const rows = items.map(({ name, rules, uploaded_at, bundle_revision }) => ({
    name,
    rules: rules.map(({ id }) => id),
    uploaded_at,
    bundle_revision,
  }));
  presentPage(context, { items: rows, next_cursor });
}

function presentSimulation(
  context: CliContext,
  { replayed, unreplayable, unchanged, changed, note = null }: Simulation,
): void {
  if (note !== null && unreplayable === 0) {
    writeLine(context, note);
    return;
  }
  const rest =
    unreplayable > 0
      ? `, ${unreplayable} could not be (a value that the draft or an active policy reads was not kept)`
      : "";
  writeLine(
    context,
    `${countOf(replayed, "call")} replayed: ${changed.length} would change, ${unchanged} would not${rest}.`,
  );
  if (note !== null) writeLine(context, note);
  if (changed.length === 0) return;
  const words = ({ decision, rule_id }: StageVerdict) => [decision, rule_id].filter(Boolean).join(" by ");
  const rows = changed.map(({ was, now, ...row }) => ({ ...row, was: words(was), now: words(now) }));
  presentItems(context, rows, ["at", "tool_name", "was", "now", "audit_id"]);
}

/** Without the status where all wait, as they do unless others are asked for; below, why each waits and what policies read of it. */
function presentPending(context: CliContext, data: unknown): void {
  const { items, next_cursor } = data as { readonly items: readonly PendingItem[] } & Pending;
  const rows = items.map((item) => ({
    ...item,
    agent_id: context.stdout.isTTY ? item.agent_id.slice(0, SHORT_ID) : item.agent_id,
  }));
  const [key = "", ...others] = PENDING_COLUMNS;
  const allWait = items.every(({ status }) => status === "pending");
  presentPage(
    context,
    { items: rows, next_cursor },
    allWait ? PENDING_COLUMNS : [key, "status", ...others, "decided_by"],
  );
  for (const { key, reason, declared_cost_usd = null, arguments: values = null } of items) {
    const cost = declared_cost_usd === null ? "" : `; declares ${declared_cost_usd} USD`;
    writeLine(context, printable(`${key}  ${reason}${cost}`));
    if (values !== null) writeLine(context, printable(`${key}  ${compactJson(values)}`));
  }
}

/** Without the decision, which the outcome tells. */
function presentRows(context: CliContext, data: unknown): void {
  const { items, next_cursor } = data as DataOf<"audit.list">;
  const rows = items.map((row) => ({
    ...row,
    "tool or action": (row.action === "execute" && row.tool_name) || row.action,
  }));
  presentPage(context, { items: rows, next_cursor }, ROW_COLUMNS);
}

function presentUploaded(context: CliContext, data: Uploaded): void {
  if (data.rules.length === 0) {
    writeLine(context, `${context.style.green("✓")} Policy ${oneLine(data.name)} has no rules now.`);
    return;
  }
  writeLine(
    context,
    `${context.style.green("✓")} Policy ${oneLine(data.name)} is active, revision ${data.bundle_revision}.`,
  );
  presentItems(context, data.rules);
}

function presentTests(context: CliContext, data: TestRun): void {
  const { style } = context;
  for (const result of data.results) {
    writeLine(context, `${result.passed ? style.green("✓") : style.red("✗")} ${oneLine(result.name)}`);
    if (result.passed) continue;
    const expected = [result.expected.decision, result.expected.rule_id].filter(Boolean).join(" by ");
    const actual = [result.actual.decision, result.actual.rule_id].filter(Boolean).join(" by ");
    writeLine(context, `    expected ${expected}, got ${actual}`);
  }
  writeLine(context, `${data.passed} passed, ${data.failed} failed`);
  const { unknown_tools = [] } = data;
  for (const name of unknown_tools) {
    const warning = `! No tool ${oneLine(name)} is registered: rules that name it are refused, and an allow says little.`;
    writeNote(context, context.errorStyle.yellow(warning));
  }
  if (unknown_tools.length > 0) writeNote(context, "  The registered ones: portcullis registry list-tools");
}

function presentVerification(context: CliContext, data: Verification): void {
  const { style } = context;
  const head = data.head_hash ? `, head ${data.head_hash.slice(0, 16)}…` : "";
  const verdict = data.valid ? style.green("✓ The chain is valid") : style.red("✗ The chain is not valid");
  writeLine(context, `${verdict}: ${countOf(data.rows, "row")}${head}${data.anchored ? ", anchored" : ""}.`);
  if (data.violations.length > 0) presentItems(context, data.violations, ["seq", "kind", "message"]);
  else if (!data.valid) writeLine(context, style.dim("  Nothing to verify is not valid."));
}

function addOutFile(command: Command): void {
  command.option("--out <file>", "write the receipt there, for `receipt verify`");
}

function saveReceipt(data: unknown, options: OptionValues): void {
  if (typeof options.out !== "string") return;
  try {
    writeFileSync(options.out, `${JSON.stringify((data as ReceiptAnswer).receipt, null, 2)}\n`);
  } catch (error) {
    throw usageError(`The file ${options.out} cannot be written: ${describeWriteFault(error)}.`, "Give --out another.");
  }
}

function presentReceipt(context: CliContext, data: unknown, options: OptionValues): void {
  const { receipt, signature_valid } = data as ReceiptAnswer;
  const { style } = context;
  const signed = signature_valid ? style.green("✓ signed") : style.red("✗ signature does not verify");
  if (typeof options.out === "string") {
    writeLine(context, `${signed}, the receipt of row ${receipt.audit_id} is in ${options.out}.`);
    return;
  }
  presentObject(context, {
    audit_id: receipt.audit_id,
    event_hash: receipt.event_hash,
    key: receipt.envelope.signatures[0]?.keyid ?? null,
    ...(JSON.parse(receipt.content) as Record<string, unknown>),
  });
  writeLine(context);
  writeLine(context, signed);
  const { edge_instance, statements }: OlderReceipt = receipt;
  const told = statements?.edge ?? [];
  if (told.length > 0) writeLine(context, style.dim(`The word of the edge ${edge_instance}: ${told.join(", ")}.`));
}

function exitCodeOfReceipt(data: unknown) {
  return (data as ReceiptAnswer).signature_valid ? EXIT.ok : EXIT.refused;
}

function presentVerdict(context: CliContext, verdict: ReceiptVerification, json: boolean, isOffline: boolean) {
  const { style } = context;
  if (json) writeJson(context, verdict);
  else if (verdict.valid) {
    const key = isOffline ? "a pinned key" : "a key of the deployment that was asked";
    writeLine(context, `${style.green("✓ The receipt is valid")}: hashes recomputed, signed by ${key}.`);
    writeLine(context, style.dim("  Checked: signature; not that the row is still in the chain."));
  } else {
    writeLine(context, style.red("✗ The receipt is not valid:"));
    presentItems(context, verdict.violations, ["code", "message"]);
  }
  return verdict.valid ? EXIT.ok : EXIT.refused;
}

/** A receipt by itself, or as the service's answers wrap it. */
async function readReceipt(context: CliContext, file: string): Promise<unknown> {
  const inner = unwrap(await readSignedFile(context, file, "The receipt", RECEIPT_HINT));
  return isRecord(inner) && "receipt" in inner ? inner.receipt : inner;
}

/** A JWK set, a list of keys, one key, or an answer that holds them. */
function keysOf(value: unknown): KeySet {
  const inner = unwrap(value);
  const found = isRecord(inner) ? (inner.keys ?? inner.jwk ?? inner) : inner;
  // What is none of our keys signed nothing here, wherever it comes from.
  const keys = (Array.isArray(found) ? found : [found]).filter(isPublicJwk);
  if (keys.length > 0) return { keys };
  throw usageError("The keys' file holds no keys.", KEYS_HINT);
}

function isPublicJwk(value: unknown): value is PublicJwk {
  return isRecord(value) && value.kty === "OKP" && value.crv === "Ed25519" && typeof value.x === "string";
}

function unwrap(value: unknown): unknown {
  return isRecord(value) && "success" in value && "data" in value ? value.data : value;
}

function readCases(value: unknown): object {
  if (Array.isArray(value)) return { tests: value };
  if (isRecord(value) && Array.isArray(value.tests)) return value;
  throw usageError("The test file must be a JSON list of cases, or an object with `tests`.");
}
