// Asks a thread for jobs while the system has no room for one, and then once more. Prints what became of each, as JSON. Its argument
// is the built thread's file.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const { DetectionThread } = await import(process.argv[2]);
const thread = new DetectionThread();
const run = () => thread.run("tenant-1", "agent-1", { kind: "scan", text: '"words"', options: {} });

/** Less than a thread's stack. */
const ROOM_BYTES = 3_000_000;
const limit = (bytes) => execFileSync("prlimit", ["--pid", String(process.pid), `--as=${bytes}:unlimited`]);
const usedBytes = Number(/VmSize:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024;

limit(usedBytes + ROOM_BYTES);
const refused = await Promise.allSettled([run(), run()]);
limit("unlimited");
const done = await run();
console.log(JSON.stringify([...refused.map(({ reason }) => reason?.code), done.risk]));
await thread.close();
