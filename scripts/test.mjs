/**
 * `npm test`: every check and every test, on SQLite and on a real PostgreSQL that is started and stopped here.
 * Arguments: any of `check`, `unit`, `system` (none: all three); words after them go to vitest.
 * The last line is always `N passed, N failed`: tests and checks, one each; a skipped test counts as failed.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChecks } from "./checks.mjs";
import { ROOT, runCommand } from "./run-command.mjs";
import { setUp } from "./setup.mjs";

const PARTS = ["check", "unit", "system"];
const total = { passed: 0, failed: 0 };
let isSummarised = false;

const USAGE = `Usage: npm test -- [check] [unit] [system] [words and options for vitest]

Runs every check and every test, or the parts that are named, on SQLite and on a PostgreSQL of its own. Words that are no part
choose test files by their paths. The last line is 'N passed, N failed'.

Example: npm test -- system tests/black-box -t "kill switch"`;

if (process.argv.includes("--help")) {
  console.log(USAGE);
  process.exit();
}

/** Whatever ends this process, an exit by a signal or by an unknown error too, the sum is its last line. */
process.on("exit", (code) => {
  if (isSummarised) return;
  isSummarised = true;
  if (code !== 0 && total.failed === 0) total.failed = 1;
  console.log(`${total.passed} passed, ${total.failed} failed`);
});

try {
  await setUp();
  const words = process.argv.slice(2);
  const parts = PARTS.filter((part) => words.includes(part));
  const filters = words.filter((word) => !PARTS.includes(word));
  await runParts(parts.length > 0 ? parts : PARTS, filters);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  total.failed += 1;
}
process.exitCode = total.failed === 0 ? 0 : 1;

async function runParts(parts, filters) {
  if (parts.includes("check")) {
    console.log("\n== checks");
    add(await runChecks());
  }
  const projects = parts.filter((part) => part !== "check");
  if (projects.length === 0) return;
  const { startPostgres } = await import("../packages/testkit/dist/postgres-server.js");
  const postgres = await startPostgres();
  console.log(`\nPostgreSQL for the tests: ${postgres.source}`);
  try {
    for (const project of projects) add(await runVitest(project, filters, postgres.url));
  } finally {
    await postgres.stop();
  }
}

async function runVitest(project, filters, postgresUrl) {
  console.log(`\n== ${project} tests`);
  const folder = mkdtempSync(join(tmpdir(), "portcullis-report-"));
  const report = join(folder, "report.json");
  // Not DATABASE_URL: a process under test would take it for its own.
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...inherited, PORTCULLIS_TEST_POSTGRES_URL: postgresUrl };
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const vitest = [process.execPath, join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--project", project];
  // With words to choose by, one project may well have no such test; without, that is a failure.
  const chosen = filters.length > 0 ? [...filters, "--passWithNoTests"] : [];
  const { code } = await runCommand([...vitest, ...reporters, ...chosen], { show: true, env });
  try {
    const isByName = filters.some((filter) => /^(-t|--testNamePattern)\b/.test(filter));
    return countResults(code, JSON.parse(readFileSync(report, "utf8")), isByName);
  } catch {
    console.error(`vitest (${project}) ended with code ${code} and left no report.`);
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * A file that fails outside its tests (on import, in a hook), or a run that vitest calls failed, counts as one. A test that
 * did not run counts as failed, unless tests were chosen by name (`-t`): then all others are left out on purpose.
 */
function countResults(code, report, isByName) {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const notRun = isByName ? [] : tests.filter((test) => test.status !== "passed" && test.status !== "failed");
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  if (notRun.length > 0) console.error(`${notRun.length} tests did not run; each counts as failed.`);
  const failed = tests.filter((test) => test.status === "failed").length + notRun.length + brokenFiles.length;
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function add({ passed, failed }) {
  total.passed += passed;
  total.failed += failed;
}
