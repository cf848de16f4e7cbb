import { describe, expect, it } from "vitest";
import { isDropValue } from "./drop-document.js";

describe("an object of a payload", () => {
  /** Members that are asked for while an object is judged. */
  function askedOf(members: object): string[] {
    const asked: string[] = [];
    const watched = new Proxy(members, {
      get: (target, name) => {
        asked.push(String(name));
        return Reflect.get(target, name);
      },
    });
    isDropValue(watched, "");
    return asked;
  }

  it("is asked for no member where none has a name that tells of a drop", () => {
    expect(askedOf({ k17: "x" })).toEqual([]);
    expect(askedOf({ collection: "users", path: "/logs-*", filter: {} })).toEqual([]);
    expect(askedOf({ operation: "find" })).toContain("operation");
  });
});
