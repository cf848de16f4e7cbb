// The thread that verifies chains, over a connection of its own that can only read.

import { parentPort, workerData } from "node:worker_threads";
import { Refusal } from "@portcullis/contract";
import { openReader } from "../db/open.js";
import type { VerifyAnswer, VerifyJob } from "./chain-verifier.js";
import { verifyChain } from "./verify.js";

const reader = openReader(workerData as string);

parentPort?.on("message", (job: VerifyJob) => {
  void answer(job).then((answered) => parentPort?.postMessage(answered));
});

async function answer({ id, tenantId, range, keys }: VerifyJob): Promise<VerifyAnswer> {
  try {
    return { id, report: await verifyChain(reader, { publicKeys: () => keys }, tenantId, range) };
  } catch (error) {
    if (error instanceof Refusal) return { id, refusal: error.code };
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}
