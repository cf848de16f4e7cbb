/**
 * The one build of programs: what a process loads, code of others included, in a few files. To find, read and compile more than a
 * thousand small ones takes most of a start. All files lie in `dist` itself, where `import.meta.url` and paths to worker threads
 * and assets mean what they mean in a file of a package's first level. Types come from `tsc -b`.
 *
 * Rolldown, because it leaves constants constants: the engine builds on them, and detection is much slower without (ADR 4).
 */
import { defineConfig } from "rolldown";
import { AT_BUILD, evaluateAtBuild } from "./at-build.shared.js";

/** Native add-ons find their binaries from where they lie; pg asks for one that nobody installs. */
const ADD_ONS = ["@node-rs/bcrypt", "pg-native"];

/** Build of the package in the current folder: for each name in `entries` a file in `dist`, made from that source. */
export function programBuild(entries: Readonly<Record<string, string>>) {
  return defineConfig({
    input: entries,
    platform: "node",
    external: ADD_ONS,
    resolve: { conditionNames: ["portcullis-source", "node"] },
    plugins: [{ name: "at-build", load: { filter: { id: AT_BUILD }, handler: evaluateAtBuild } }],
    transform: { target: "node20.19" },
    // Of comments only licences: the rest is a fifth of what each start reads.
    output: {
      dir: "dist",
      format: "esm",
      sourcemap: true,
      chunkFileNames: "[name].js",
      // One sign of another alphabet makes a whole file two bytes a letter for Node, which reads and compiles it more slowly then.
      charset: "ascii",
      comments: { legal: true, annotation: false, jsdoc: false },
    },
  });
}
