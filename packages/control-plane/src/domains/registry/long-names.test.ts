// The catalogue pages by name, and a name may be as long as names may be.

import { MAX_TOOL_NAME_LENGTH } from "@portcullis/core";
import { eachDatabase } from "@portcullis/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpFixture, openHttpFixture } from "../../http/http-fixture.js";

eachDatabase("the catalogue of tools", (database) => {
  let fixture: HttpFixture;
  beforeAll(async () => {
    fixture = await openHttpFixture(database.url);
  });
  afterAll(() => fixture.close());

  /** Of characters of one to four bytes, and of one that JSON writes as two; two of each, so that a page ends between them. */
  const longest = ["a", "ж", "名", "𐐨", '"'].flatMap((character) => {
    const start = character.repeat(Math.floor((MAX_TOOL_NAME_LENGTH - 1) / character.length));
    return [`${start}1`, `${start}2`];
  });

  test("every page of it leads to the next, however long the names are that they end with", async () => {
    for (const tool_name of longest) {
      const made = await fixture.call("SECURITY", "POST", "/registry/tools", { body: { tool_name } });
      expect(made.status).toBe(201);
    }
    const listed: string[] = [];
    let next: string | null = null;
    do {
      const place: string = next === null ? "" : `&cursor=${next}`;
      const page = await fixture.call("AUDITOR", "GET", `/registry/tools?limit=1${place}`);
      expect(page.status).toBe(200);
      const { items, next_cursor } = page.body.data as { items: { tool_name: string }[]; next_cursor: string | null };
      listed.push(...items.map(({ tool_name }) => tool_name));
      next = next_cursor;
    } while (next !== null);
    expect(listed.sort()).toEqual([...longest].sort());
  });
});
