// Whether a process runs, by its number.

import { existsSync, readFileSync } from "node:fs";

/** One that has ended does not, also where nobody has asked how, so that its number is still taken. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    // Without /proc nothing more is known; with it, the process has just gone.
    return !existsSync("/proc/self/status");
  }
}
