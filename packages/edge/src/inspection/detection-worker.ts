// The thread for large detection jobs: takes one at a time, and answers it before the next.
import { parentPort } from "node:worker_threads";
import { Refusal, type RefusalDetails } from "@portcullis/contract";
import { type DetectionJob, type DetectionResult, runDetectionJob } from "./detection-jobs.js";

/** What it answers; with neither a value nor a refusal the job failed. */
export interface JobAnswer {
  readonly value?: DetectionResult;
  readonly refusal?: { readonly code: Refusal["code"]; readonly details: RefusalDetails };
}

parentPort?.on("message", (job: DetectionJob) => {
  void answerOf(job).then((answer) => parentPort?.postMessage(answer));
});

async function answerOf(job: DetectionJob): Promise<JobAnswer> {
  try {
    return { value: await runDetectionJob(job) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: error.code, details: error.details } };
    // The waiting stage treats it as failed, and nothing of the content is told.
    return {};
  }
}
