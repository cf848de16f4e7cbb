// `npm run bench`: makes the clone ready, measures, prints. Nothing here passes or fails: figures are for people.

import { readOptions } from "../scripts/read-options.mjs";
import { setUp } from "../scripts/setup.mjs";

const USAGE = `Usage: npm run bench -- [options]

Sends calls to a tool directly, through a bare proxy, and through sidecar and control plane, and prints the times, the rates
and their ratios to the floors. Ten minutes with the defaults.

Options:
  --database NAME  sqlite or postgres (default: sqlite)
  --seconds N      length of each measurement (default: 5)
  --rows N         row of the audit trail that is compared with the first thousand (default: 100000)
  --json           one JSON object in place of the tables

Example: npm run bench -- --seconds 2 --rows 12000`;

const options = readOptions(USAGE, {
  database: { type: "string", default: "sqlite", choices: ["sqlite", "postgres"] },
  seconds: { type: "integer", default: 5, least: 1 },
  rows: { type: "integer", default: 100_000, least: 1 },
  json: { type: "boolean", default: false },
});

await setUp();
const { benchMainJob } = await import("./main-job.mjs");
const { printReport } = await import("./report.mjs");
const report = await benchMainJob(options);
if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
else printReport(report);
