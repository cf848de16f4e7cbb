// One command for one operation of the contract. An extension may add arguments and options, fill in the input from them,
// show the answer its own way and say whether it counts as passed; everything else comes from the contract.

import { type Operation, requireValid, type Who } from "@portcullis/contract";
import { formatJson } from "@portcullis/core";
import { Command } from "commander";
import { nameAgents } from "../connection/agent-labels.js";
import { type Connection, connect, connectAnonymously, connectForAgent } from "../connection/connect.js";
import { findAuditId, isRowParam, ROW_WORDS } from "../connection/find-audit-id.js";
import { addConnectionOptions, type ConnectionOptions } from "../connection/options.js";
import { nameUsers } from "../connection/user-names.js";
import { type CliContext, writeJson, writeLine } from "../context.js";
import { CliError, EXIT, type ExitCode, usageError } from "../exit-codes.js";
import { presentData } from "../output/present.js";
import { readJson } from "../text/read-input.js";
import { shellWord } from "../text/shell-word.js";
import {
  callOperation,
  isOwnTenant,
  type NamedOperation,
  type OperationInput,
  openEvents,
  paramNames,
} from "./call-operation.js";
import { camel, kebab, listMembers, type Member, MemberOption, readMember } from "./member-options.js";

export type OptionValues = Readonly<Record<string, unknown>>;

/** What a handwritten part adds to the generated command of an operation. */
export interface Extension {
  /** Adds arguments and options. */
  readonly extend?: (command: Command) => void;
  /** Members of the body that the added arguments and options stand for; members given by name win over them. */
  readonly body?: (context: CliContext, args: readonly string[], options: OptionValues) => Promise<object>;
  /** Does the whole job itself when it can without the service; gives the exit code then. */
  readonly offline?: (
    context: CliContext,
    args: readonly string[],
    options: OptionValues,
  ) => Promise<ExitCode | undefined>;
  /** Keeps the answer where an added option says, for people and programs alike. */
  readonly save?: (data: unknown, options: OptionValues) => void;
  /** Whether the answer is a list whose items get the name of their agent, `agent`, before it is shown. */
  readonly namesAgents?: boolean;
  /** Shows the answer to people; of a stream, each event. */
  readonly present?: (context: CliContext, data: unknown, options: OptionValues) => void | Promise<void>;
  /** The exit code of an answer that came. */
  readonly exitCode?: (data: unknown) => ExitCode;
  /** What can be done without signing in; shown where nobody is. */
  readonly withoutLogin?: string;
  readonly examples?: readonly string[];
}

/** How a command tells the program what its exit code is. */
export type Finish = (exitCode: ExitCode) => void;

const WHO: Record<Who, string> = {
  anonymous: "anyone",
  authenticated: "every user",
  "VIEWER+": "VIEWER, AUDITOR, SECURITY, ADMIN",
  "AUDITOR+": "AUDITOR, SECURITY, ADMIN",
  "SECURITY+": "SECURITY, ADMIN",
  ADMIN: "ADMIN",
  platform: "platform administrators",
  internal: "the platform's own services, with PORTCULLIS_INTERNAL_SECRET",
  "agent+": "agents, SECURITY, ADMIN",
  edge: "edges, with a session token in PORTCULLIS_TOKEN",
};

export function createOperationCommand(
  context: CliContext,
  operation: NamedOperation,
  extension: Extension,
  finish: Finish,
): Command {
  const name = kebab(operation.id.split(".")[1] as string);
  const params = paramNames(operation).filter((param) => !isOwnTenant(operation, param));
  // What the path names already is no option beside it.
  const inBody = (operation.body ? listMembers(operation.id, operation.body) : []).filter(
    (member) => !params.includes(member.name),
  );
  const inQuery = operation.query ? listMembers(operation.id, operation.query) : [];
  const command = new Command(name).summary(lowerFirst(operation.summary)).description(describe(operation));
  for (const param of params) command.argument(`<${kebab(param)}>`, isRowParam(param) ? ROW_WORDS : "");
  extension.extend?.(command);
  // What an added argument fills in is not required by name.
  const isFilled = extension.body !== undefined;
  for (const member of [...inBody, ...inQuery]) {
    if (command.options.some((option) => option.long === `--${kebab(member.name)}`)) continue;
    command.addOption(new MemberOption(isFilled ? { ...member, required: false } : member));
  }
  if (operation.body) command.option("--data <json>", "the whole body: JSON, @file, or - for standard input");
  const isList = operation.paged || inBody.some((member) => member.name === "cursor");
  if (isList) command.option("--all", "every page, not only the first");
  addConnectionOptions(command);
  command.addHelpText("after", () => `\n${exampleText(operation, params, inBody, extension)}`);

  command.action(async (...values: unknown[]) => {
    const args = command.processedArgs.map((value) => (value === undefined ? "" : String(value)));
    const options = values.at(-2) as OptionValues;
    const done = await extension.offline?.(context, args, options);
    if (done !== undefined) return finish(done);
    const input: OperationInput = {
      params: Object.fromEntries(params.map((param, index) => [param, args[index] as string])),
      query: operation.query ? await readMembers(context, inQuery, options) : undefined,
      body: operation.body ? await readBody(context, inBody, extension, args, options) : undefined,
    };
    checkInput(operation, input);
    finish(await run(context, operation, extension, input, options));
  });
  return command;
}

async function run(
  context: CliContext,
  operation: NamedOperation,
  extension: Extension,
  input: OperationInput,
  options: OptionValues,
): Promise<ExitCode> {
  const place = readLastEventId(options);
  const connection = await connectOrSay(context, operation, extension, options);
  const json = options.json === true;
  if (operation.answer === "event-stream" && operation.who !== "edge") {
    // Only now: every other command ends by the signal itself.
    const streamOptions = { signal: context.untilStopped(), ...place };
    for await (const event of openEvents(connection, operation, input, streamOptions)) {
      if (json || !extension.present) writeJson(context, event);
      else await extension.present(context, event, options);
    }
    return EXIT.ok;
  }
  const token = (options.token as string | undefined) ?? context.env.PORTCULLIS_TOKEN;
  const data = await callOperation(connection, operation, await withAuditIds(connection, input), {
    all: options.all === true,
    ...(token === undefined ? {} : { token }),
  });
  extension.save?.(data, options);
  if (json) writeJson(context, data);
  else if (operation.answer === "json" && !extension.present) writeLine(context, formatJson(data, 2));
  else {
    const withUsers = await nameUsers(connection.client, data);
    const named = extension.namesAgents ? await nameAgents(connection.client, withUsers) : withUsers;
    if (extension.present) await extension.present(context, named, options);
    else presentData(context, named);
  }
  return extension.exitCode?.(data) ?? EXIT.ok;
}

async function connectOrSay(
  context: CliContext,
  operation: NamedOperation,
  { withoutLogin }: Extension,
  options: OptionValues,
): Promise<Connection> {
  try {
    return await connectFor(context, operation, options);
  } catch (error) {
    if (withoutLogin === undefined || !(error instanceof CliError)) throw error;
    throw usageError(error.message, [error.hint, withoutLogin].filter(Boolean).join("\n"));
  }
}

/** Where a stream goes on, of an extension's `--last-event-id`. */
function readLastEventId({ lastEventId }: OptionValues): { readonly lastEventId?: string } {
  if (lastEventId === undefined) return {};
  if (typeof lastEventId === "string" && /^[0-9]{1,15}$/.test(lastEventId)) return { lastEventId };
  throw usageError("--last-event-id takes the id of an event, which is its row's number.");
}

/** Rows may be named in several ways on a command line; the service knows them by audit id. */
async function withAuditIds({ client }: Connection, input: OperationInput): Promise<OperationInput> {
  const params: Record<string, string> = {};
  for (const [name, given] of Object.entries(input.params)) {
    params[name] = isRowParam(name) ? await findAuditId(client, given) : given;
  }
  return { ...input, params };
}

function connectFor(
  context: CliContext,
  operation: NamedOperation,
  options: OptionValues,
): Connection | Promise<Connection> {
  const isSigned = operation.who !== "anonymous" && operation.who !== "internal" && operation.who !== "edge";
  // Options of the body have the same names as those of the connection now and then; then they are the body's.
  const own = new Set(
    [operation.body, operation.query].flatMap((schema) => (schema ? memberNames(operation.id, schema) : [])),
  );
  const connectionOptions = Object.fromEntries(Object.entries(options).filter(([name]) => !own.has(name)));
  if (operation.tag === "execution") return connectForAgent(context, connectionOptions as ConnectionOptions);
  return isSigned
    ? connect(context, connectionOptions as ConnectionOptions)
    : connectAnonymously(context, connectionOptions as ConnectionOptions);
}

function memberNames(operationId: string, schema: NonNullable<Operation["body"]>): string[] {
  return listMembers(operationId, schema).map((member) => camel(member.name));
}

async function readBody(
  context: CliContext,
  members: readonly Member[],
  extension: Extension,
  args: readonly string[],
  options: OptionValues,
): Promise<object> {
  const whole = options.data === undefined ? {} : await readJson(context, options.data as string, "--data");
  if (typeof whole !== "object" || whole === null || Array.isArray(whole)) {
    throw usageError("--data must hold a JSON object.");
  }
  const extended = (await extension.body?.(context, args, options)) ?? {};
  return { ...whole, ...extended, ...(await readMembers(context, members, options)) };
}

async function readMembers(
  context: CliContext,
  members: readonly Member[],
  options: OptionValues,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const member of members) {
    const text = options[camel(member.name)];
    if (typeof text === "string") values[member.name] = await readMember(context, member, text);
  }
  return values;
}

/** The same rules as the service's, before anything is sent. */
function checkInput(operation: NamedOperation, input: OperationInput): void {
  const params = Object.fromEntries(Object.entries(input.params));
  const shape = operation.params;
  // Those that are not typed, or in other forms than the service's.
  const isOther = paramNames(operation).some((name) => isOwnTenant(operation, name) || isRowParam(name));
  if (shape && !isOther) requireValid(shape, params, "path");
  if (operation.query) requireValid(operation.query, input.query ?? {}, "query");
  if (operation.body) requireValid(operation.body, input.body, "body");
}

function describe(operation: NamedOperation): string {
  const text = operation.description ? `${operation.summary}. ${operation.description}` : `${operation.summary}.`;
  return `${text}\n\nWho may call: ${WHO[operation.who]}.  (${operation.method} ${operation.path})`;
}

/** As the handwritten commands say it; words such as API stay as they are. */
export function lowerFirst(text: string): string {
  return /^[A-Z][a-z ]/.test(text) ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

function exampleText(
  operation: NamedOperation,
  params: readonly string[],
  body: readonly Member[],
  extension: Extension,
): string {
  const examples = extension.examples ?? [exampleOf(operation, params, body)];
  return `${examples.length === 1 ? "Example" : "Examples"}:\n${examples.map((example) => `  $ ${example}`).join("\n")}`;
}

function exampleOf(operation: NamedOperation, params: readonly string[], body: readonly Member[]): string {
  const [resource, name] = operation.id.split(".") as [string, string];
  const needed = body.filter((member) => member.required);
  const shown = needed.length > 0 ? needed : body.slice(0, 1);
  const options = shown.map((member) => `--${kebab(member.name)} ${quote(member.sample)}`);
  const args = params.map((param) => (param.endsWith("id") ? `<${kebab(param)}>` : sampleParam(param)));
  // Calls of tools are made for an agent, which users have to name.
  const agent = operation.tag === "execution" ? ["--agent first-agent"] : [];
  return ["portcullis", kebab(resource), kebab(name), ...args, ...options, ...agent].join(" ");
}

function sampleParam(param: string): string {
  return param === "tool_name" ? "customers.query" : `<${kebab(param)}>`;
}

/** Placeholders stay as they are, for whoever types has to put something there. */
function quote(text: string): string {
  return /^<[\w-]+>$/.test(text) ? text : shellWord(text);
}
