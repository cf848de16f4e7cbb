// What is known of the text of one field from its other readings: as it is written, as a document shows it, decoded.
import { EmptyStrings } from "../sql/empty-strings.js";
import { CommandReadings } from "./shell-readings.js";

/** What looking into a name or a token costs, in characters that are only read. */
const OF_NAME = 16;
const OF_TOKEN = 2;

export class FieldReadings {
  readonly commands = new CommandReadings();
  readonly strings = new EmptyStrings();

  /** What looking into names of commands and tokens of statements cost so far, in characters. */
  get looked(): number {
    return OF_NAME * this.commands.names + OF_TOKEN * this.strings.tokens;
  }

  /** Forgets the field before. */
  clear(): void {
    this.commands.clear();
    this.strings.clear();
  }
}
