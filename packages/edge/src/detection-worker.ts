// The thread for large detection jobs: takes one at a time, and answers it before the next.
import { parentPort } from "node:worker_threads";
import { type DetectionJob, runDetectionJob } from "./detection-jobs.js";

/** What it answers; without `value` the job failed. */
export interface JobAnswer {
  readonly value?: ReturnType<typeof runDetectionJob>;
}

parentPort?.on("message", (job: DetectionJob) => {
  let answer: JobAnswer = {};
  try {
    answer = { value: runDetectionJob(job) };
  } catch {
    // No value: the waiting stage treats it as failed, and nothing of the content is told.
  }
  parentPort?.postMessage(answer);
});
