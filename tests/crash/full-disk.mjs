// Loaded before a process under test: while the file that FULL_DISK names says `full`, no SQLite file that it has open takes another
// page, as on a disk without room.

import Module from "node:module";
import { followFile } from "./follow-file.mjs";

const UNLIMITED_PAGES = 4_294_967_294;
const opened = new Set();
let isFull = false;

function limit(database) {
  // What is asked for below the file's size becomes that.
  if (database.open && !database.readonly) database.pragma(`max_page_count = ${isFull ? 1 : UNLIMITED_PAGES}`);
}

const load = Module._load;
Module._load = (name, ...rest) => {
  const loaded = load(name, ...rest);
  if (!/^better-sqlite3(-node22)?$/.test(name)) return loaded;
  return new Proxy(loaded, {
    construct: (target, values) => {
      const database = new target(...values);
      opened.add(database);
      limit(database);
      return database;
    },
  });
};

followFile(process.env.FULL_DISK, (text) => {
  isFull = text === "full";
  for (const database of opened) limit(database);
});
