import { expect, it } from "vitest";
import { closeAll } from "./close-all.js";

it("closes everything, each once and the last opened first, whichever fail", async () => {
  const closed: number[] = [];
  const closing = (place: number, fails: unknown) => () => {
    closed.push(place);
    if (fails === "throws") throw new Error("cannot be closed");
    return fails === "rejects" ? Promise.reject(new Error("cannot be closed")) : undefined;
  };
  await closeAll([undefined, "throws", "rejects", undefined, "throws"].map((fails, place) => closing(place, fails)));
  expect(closed).toEqual([4, 3, 2, 1, 0]);
});
