/**
 * The order of test files. Of files that have not run yet vitest takes the larger first, which is the longer as a rule; these few
 * are short and take long, and would be the last to run, with nothing beside them.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONG: ReadonlySet<string> = new Set([
  "tests/black-box/fail-closed.test.ts",
  "tests/cli/demo.test.ts",
  "tests/crash/crash.test.ts",
  "tests/crash/orderly-stop.test.ts",
]);

export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ project, moduleId }: TestSpecification) => {
      if (project.name !== "system") return 0;
      return LONG.has(relative(project.config.root, moduleId)) ? 1 : 2;
    };
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}
