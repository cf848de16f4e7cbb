// What is known of the text of one field from its other readings: as it is written, as a document shows it, decoded.
import { EmptyStrings } from "../sql/empty-strings.js";
import { CommandReadings } from "./shell-readings.js";

export class FieldReadings {
  readonly commands = new CommandReadings();
  readonly strings = new EmptyStrings();

  /** Forgets the field before. */
  clear(): void {
    this.commands.clear();
    this.strings.clear();
  }
}
