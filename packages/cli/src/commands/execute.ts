// `execute`: one tool call through the eleven stages, with the decision in a form that people can read.

import { ApprovalRequiredError, PolicyDeniedError } from "@portcullis/sdk";
import { Command } from "commander";
import { connectForAgent } from "../connection/connect.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { EXIT, usageError } from "../exit-codes.js";
import type { Finish } from "../operations/operation-command.js";
import { compactJson } from "../output/compact-json.js";
import { describeDecision, HOW_IT_DIFFERS, type ShownDecision } from "../output/decision.js";
import { printable } from "../output/style.js";
import { readJson } from "../text/read-input.js";
import { shellWord } from "../text/shell-word.js";

interface ExecuteOptions extends ConnectionOptions {
  readonly json?: boolean;
  readonly idempotencyKey?: string;
  readonly approvalKey?: string;
  readonly targetTenant?: string;
}

export function createExecuteCommand(context: CliContext, finish: Finish): Command {
  const command = new Command("execute")
    .summary("run a tool through the eleven stages")
    .description(
      "Runs a tool for an agent. Exit code 0 when it was allowed and ran, 1 when it was refused.\n\n" +
        "Who may call: agents, SECURITY, ADMIN; users name the agent with --agent.",
    )
    .argument("<tool>", "tool name")
    .argument("[payload]", "JSON object, @file, or - for standard input", "{}")
    .option("--idempotency-key <key>", "a repeat with the same key gets the first answer")
    .option("--approval-key <key>", "of an escalated call that was approved")
    .option("--target-tenant <id>", "another tenant that the call reaches")
    .addHelpText(
      "after",
      "\nExamples:\n" +
        `  $ portcullis execute customers.query '{"sql":"SELECT name FROM customers"}' --agent first-agent\n` +
        "  $ portcullis execute customers.query @query.json --agent <uuid> --json",
    );
  return addConnectionOptions(command).action(async (tool: string, payload: string, options: ExecuteOptions) => {
    const value = await readJson(context, payload, "The payload");
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw usageError("The payload must be a JSON object.", `For example '{"sql":"SELECT 1"}'.`);
    }
    const { client, agentId } = await connectForAgent(context, options);
    try {
      const data = await client.execute(tool, value as Record<string, unknown>, {
        ...(agentId === undefined ? {} : { agentId }),
        ...(options.idempotencyKey ? { idempotencyKey: options.idempotencyKey } : {}),
        ...(options.approvalKey ? { approvalKey: options.approvalKey } : {}),
        ...(options.targetTenant ? { targetTenantId: options.targetTenant } : {}),
      });
      if (options.json) return writeJson(context, data);
      writeLine(context, printable(compactJson(data.result)));
      writeLine(context);
      for (const line of describeDecision(context.style, data)) writeLine(context, line);
    } catch (error) {
      if (options.json || !isJudged(error)) throw error;
      showRefusal(context, error, tool, agentId);
      finish(EXIT.refused);
    }
  });
}

/** A refusal that carries the decision envelope. */
function isJudged(error: unknown): error is PolicyDeniedError | ApprovalRequiredError {
  return error instanceof PolicyDeniedError || error instanceof ApprovalRequiredError;
}

/** The decision, and what can be done about it. */
function showRefusal(
  context: CliContext,
  error: PolicyDeniedError | ApprovalRequiredError,
  tool: string,
  agentId: string | undefined,
): void {
  const decision = error.data as ShownDecision;
  writeLine(context, `${context.style.red("✗")} ${context.style.bold(error.code)}`);
  for (const line of describeDecision(context.style, decision)) writeLine(context, line);
  if (error instanceof ApprovalRequiredError) {
    writeLine(context, `${context.style.dim("reason  ")}  ${printable(error.reason)}`);
    writeLine(context, `An ADMIN can let it through: portcullis auto-response approve-pending ${error.approvalKey}`);
    writeLine(context, `Then run it again with --approval-key ${error.approvalKey}`);
    return;
  }
  if (decision.rule_id === "agent.deny.tool_not_granted") {
    writeLine(context, `To grant it: portcullis agents grant ${agentId ?? "<agent>"} ${shellWord(tool)}`);
  }
  if (decision.findings.includes("tool_description_changed")) writeLine(context, HOW_IT_DIFFERS);
  const question = decision.findings.length > 0 ? "What was found, and where" : "Why, in full";
  writeLine(context, `${question}: portcullis audit explain ${decision.audit_id}`);
}
