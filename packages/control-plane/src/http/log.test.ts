import { expect, it } from "vitest";
import { createLog } from "./log.js";

it("takes secrets out of whatever is logged, by name, at three depths", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  log.info({ password: "s1", request: { authorization: "s2", body: { api_key: "s3", secret: "s4" } } }, "x");
  log.error({ err: Object.assign(new Error("failed"), { config: { token: "s5", cookie: "s6" } }) }, "y");
  const text = lines.join("");
  for (const secret of ["s1", "s2", "s3", "s4", "s5", "s6"]) expect(text).not.toContain(`"${secret}"`);
  expect(text).toContain("[withheld]");
  expect(text).toContain("failed");
});
