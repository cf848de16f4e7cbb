// How the demo talks: for people step by step with what was sent and what came back, for programs one JSON line a step.

import { type CliContext, writeJson, writeLine } from "../context.js";
import { compactJson } from "../output/compact-json.js";
import { printable } from "../output/style.js";

/** What a step says and checks. */
export interface Step {
  /** What is sent, in words or as a call. */
  sent(text: string): void;
  /** What came back: text as it is, anything else as JSON. */
  received(value: unknown): void;
  /** One fact that must hold; gives it back. */
  check(fact: string, holds: boolean, found?: unknown): boolean;
}

export interface Narrator {
  /** Runs one step. An error in it is a check that failed. */
  tell(title: string, run: (step: Step) => Promise<void>): Promise<void>;
  /** Says nothing more and begins no further step; what runs may still end. */
  hush(): void;
  /** Checks that failed so far. */
  readonly failed: number;
  readonly checked: number;
}

interface Check {
  readonly fact: string;
  readonly holds: boolean;
  readonly found?: unknown;
}

const MAX_SHOWN_LINES = 24;

export function createNarrator(context: CliContext, json: boolean): Narrator {
  const { style } = context;
  const checks: Check[] = [];
  let number = 0;
  let isHushed = false;
  const say = (text: string) => {
    if (!json && !isHushed) writeLine(context, text);
  };

  async function tell(title: string, run: (step: Step) => Promise<void>): Promise<void> {
    if (isHushed) return;
    number += 1;
    const before = checks.length;
    const sent: string[] = [];
    const received: unknown[] = [];
    say(`\n${style.bold(`${number}. ${title}`)}`);
    const step: Step = {
      sent(text) {
        sent.push(text);
        say(`   ${style.cyan("→")} ${text}`);
      },
      received(value) {
        received.push(value);
        for (const line of shownLines(value)) say(`   ${style.dim("←")} ${printable(line)}`);
      },
      check(fact, holds, found) {
        checks.push(found === undefined ? { fact, holds } : { fact, holds, found });
        const detail = holds || found === undefined ? "" : `: ${JSON.stringify(found)}`;
        say(`   ${holds ? style.green("✓") : style.red("✗")} ${fact}${printable(detail)}`);
        return holds;
      },
    };
    try {
      await run(step);
    } catch (error) {
      step.check("the step ran to its end", false, error instanceof Error ? error.message : String(error));
    }
    if (!json || isHushed) return;
    const own = checks.slice(before);
    writeJson(context, { step: number, title, passed: own.every((check) => check.holds), sent, received, checks: own });
  }

  return {
    tell,
    hush() {
      isHushed = true;
    },
    get failed() {
      return checks.filter((check) => !check.holds).length;
    },
    get checked() {
      return checks.length;
    },
  };
}

function shownLines(value: unknown): string[] {
  const text = typeof value === "string" ? value.trimEnd() : compactJson(value);
  const lines = text.split("\n");
  return lines.length > MAX_SHOWN_LINES ? [...lines.slice(0, MAX_SHOWN_LINES), "…"] : lines;
}
