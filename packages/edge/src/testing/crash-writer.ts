// A process that puts records until it is killed, for the crash test. Writes the id of each record to stdout after its put.
import { writeSync } from "node:fs";
import { newId } from "@portcullis/core";
import { openRecordBuffer } from "../buffer-sqlite/record-buffer.js";
import { testRecord } from "./records.js";

const [folder, instance] = process.argv.slice(2);
if (folder === undefined || instance === undefined) throw new Error("usage: crash-writer FOLDER INSTANCE");
const buffer = openRecordBuffer({ folder, instance });
for (;;) {
  const record = testRecord(newId());
  await buffer.put(record);
  writeSync(1, `${record.record_id}\n`);
}
