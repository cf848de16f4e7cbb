import { expect, it } from "vitest";
import { checkCedarText } from "./cedar-text.js";

it.each(["\n", "\r", "\r\n"])("sees a rule behind a comment whose line ends with %j, as the service does", (end) => {
  const text = `// The house rules${end}@id("never") forbid (principal, action, resource);${end}`;
  expect(checkCedarText(text)).toMatchObject({ problems: [], rules: [{ id: "never", effect: "forbid" }] });
});
