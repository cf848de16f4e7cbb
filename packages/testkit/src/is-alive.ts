import { existsSync, readFileSync } from "node:fs";

/** Whether a process runs. One that has ended counts as gone, also where nobody waits for it and it stays as a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    // Without /proc nothing more is known; with it, the process has just gone.
    return !existsSync("/proc/self/status");
  }
}
