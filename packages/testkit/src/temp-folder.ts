/** Scratch folders of one test, under the operating system's folder for temporary files. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type TempFolder = {
  readonly path: string;
  /** Deletes the folder with all that is in it; may be called twice. */
  readonly remove: () => Promise<void>;
};

/** Makes an empty folder, `portcullis-<label>-<random>`, readable by its owner alone. */
export async function makeTempFolder(label: string): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), `portcullis-${label}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) };
}
