import { PassThrough } from "node:stream";
import { operationList } from "@portcullis/contract";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createContext } from "../context.js";
import { createProgram } from "../program.js";
import { isOwnTenant, paramNames } from "./call-operation.js";
import { kebab, listMembers } from "./member-options.js";

const program = createProgram(
  createContext({
    env: {},
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    untilStopped: () => new AbortController().signal,
  }),
  () => undefined,
);

function findCommand(id: string): Command | undefined {
  const [resource, name] = id.split(".").map((part) => kebab(part)) as [string, string];
  return program.commands
    .find((group) => group.name() === resource)
    ?.commands.find((command) => command.name() === name);
}

function listCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(listCommands)];
}

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

describe("the command tree", () => {
  it.each(operationList.map((operation) => [operation.id, operation] as const))("has %s", (id, operation) => {
    const command = findCommand(id);
    expect(command?.summary().toLowerCase()).toBe(operation.summary.toLowerCase());
    const params = paramNames(operation).filter((name) => !isOwnTenant(operation, name));
    const args = command?.registeredArguments.map((argument) => argument.name()) ?? [];
    expect(args.slice(0, params.length)).toEqual(params.map(kebab));
    const flags = command?.options.map((option) => option.long);
    for (const schema of [operation.body, operation.query]) {
      for (const { name } of schema ? listMembers(id, schema) : []) {
        const isArgument = params.includes(name);
        expect(flags?.includes(`--${kebab(name)}`), name).toBe(!isArgument);
      }
    }
  });

  it("has each name once in a group, so that no handwritten command doubles a generated one", () => {
    for (const group of listCommands(program)) {
      const names = group.commands.map((command) => command.name());
      expect(names).toEqual([...new Set(names)]);
    }
  });

  it("shows examples once, and for operations who may call, in the help of every command", () => {
    for (const command of listCommands(program)) {
      const text = helpOf(command);
      expect(text, command.name()).toMatch(/Examples?:\n\s+\$ .*portcullis/);
      expect(text.match(/^Examples?:/gm), command.name()).toHaveLength(1);
    }
    for (const operation of operationList) {
      const command = findCommand(operation.id);
      expect(command && helpOf(command), operation.id).toMatch(/Who may call: \w/);
    }
  });

  it("shows examples that do something where they are typed at what `dev` starts", () => {
    // Its demo tools are there already, and the database takes no call without a statement.
    expect(helpOf(findCommand("registry.createTool") as Command)).not.toMatch(/\$ .*customers\./);
    for (const id of ["execution.execute", "execution.executeTool"])
      expect(helpOf(findCommand(id) as Command), id).toMatch(/\$ .*customers\.query .*"sql"/);
  });

  it("shows examples whose words a shell takes as they are meant", () => {
    const word = /^(?:[<>]|'[^']*'|"[^"$`\\]*"|<[\w-]+>|[\w@%+=:,./…-]+)$/;
    for (const command of listCommands(program)) {
      for (const [line, example = ""] of helpOf(command).matchAll(/^ +\$ (portcullis [^#\n]*)/gm)) {
        const words = example.trim().match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
        expect(words.join(" "), line).toBe(example.trim());
        expect(
          words.filter((each) => !word.test(each)),
          line,
        ).toEqual([]);
      }
    }
  });

  it("says what every option means, for operations that people call", () => {
    for (const operation of operationList.filter(({ tag }) => tag !== "edge")) {
      for (const option of findCommand(operation.id)?.options ?? []) {
        const words = option.description.replaceAll(/\(.*?\)|one of .*|any of .*|null for none|UUID/g, "").trim();
        expect(words, `${operation.id} ${option.long}`).not.toBe("");
      }
    }
  });

  it("takes times alike at every option that names one", () => {
    const options = listCommands(program).flatMap((command) => command.options);
    const times = options.filter(
      ({ long, flags }) => flags.endsWith("<time>") || /^--(since|until|.*-at)$/.test(`${long}`),
    );
    expect(times.length).toBeGreaterThan(4);
    for (const { flags, description } of times) {
      expect(flags).toMatch(/<time>$/);
      expect(description, flags).toMatch(flags.startsWith("--until") ? /up to when/ : /30m, 24h or 7d ago/);
    }
  });

  it("takes --json on every command that does something, but where a shell reads what it prints", () => {
    const leaves = listCommands(program).filter((command) => command.commands.length === 0);
    for (const command of leaves.filter((each) => !["completion", "complete"].includes(each.name()))) {
      const flags = command.options.map((option) => option.long);
      expect(flags, command.name()).toContain("--json");
    }
  });

  it("documents the exit codes in its help", () => {
    expect(helpOf(program)).toMatch(/Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}3 /);
  });
});
