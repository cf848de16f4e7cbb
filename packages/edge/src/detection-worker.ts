// The thread for large detection jobs: takes one at a time, answers each by its id.
import { parentPort } from "node:worker_threads";
import { type DetectionJob, runDetectionJob } from "./detection-jobs.js";

/** What the thread is sent. */
export interface JobMessage {
  readonly id: number;
  readonly job: DetectionJob;
}
/** What it answers; without `value` the job failed. */
export interface JobAnswer {
  readonly id: number;
  readonly value?: ReturnType<typeof runDetectionJob>;
}

parentPort?.on("message", ({ id, job }: JobMessage) => {
  let answer: JobAnswer = { id };
  try {
    answer = { id, value: runDetectionJob(job) };
  } catch {
    // No value: the waiting stage treats it as failed, and nothing of the content is told.
  }
  parentPort?.postMessage(answer);
});
