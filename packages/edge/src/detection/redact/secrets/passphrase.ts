// Passphrases of plain words: four or more, all in small letters, none of which a sentence, a label or a rule about passwords
// could do without. In a text they stand in quotation marks, or alone on the line that their name begins.
import type { Reach } from "../run.js";

/** Called without a look at the kind of string: see unit.ts. */
const { charCodeAt } = String.prototype;

const LONGEST_PASSPHRASE = 256;
const WORDS = /^[a-z]{2,12}(?: (?:[a-z]{2,12}|\d{1,4})){3,23}$/;
/** Words that join others, and words of forms, manuals and rules. */
const OF_PROSE = new Set(
  `about above access account accounts add admin after again against all allow allowed already also always an and another any app
application are as ascii ask at auth authentication be because been before below between bits both bots but button by bytes can case
cannot change changed changes changing char character characters chars check choose clear click code config configuration confirm
confirmation contact contains correctly could create created credential credentials current currently data default defaults defined
delete did digit digits do does done each edit eight email empty encoded encrypted encryption enter entered entry env environment
error every example expected expire expired expires expiry fail failed fails failure field fields file first following for forgot
forgotten form format from function generate generated get given go good had hash hashed hashes has have help her here hidden his how
if ignored implement in incorrect input inside instead insert into invalid is issue it its just keep key known last least left length
letter letters like limit line link list local log login long longer lower lowercase made mail make managed manager many match matches
matching max maximum may maybe me method min minimum missing mixed more most must my name need needed needs never new next nine no none
not note nothing now null number numbers object of off ok old on once one only open option optional options or other our out over own
page parameter params pass passed passes passphrase password passwords path per phrase pick please policy previous production prompt
property protected provide provided put random read recovery remember remove repeat request require required requires reset retrieve
return returns rotate rotated rule rules same save saved schema secret secrets secure security see send sensitive sent server set sets
settings seven share shared should show sign signs since six so some special stale stored storage string strings strong submit success
successfully support symbol symbols system team ten test text than that the their them then there these they this those through time to
token too try twelve twice two type undefined unique unknown unless until up update updated updates upper uppercase url use used user
username users using valid validate validated validation value values variable vault verification verified verify via visible warning
was we weak were what when where which while who why will wish with within without word words work works would wrong yes yet you your`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** Whether a text is a passphrase. */
export function isPassphrase(text: string): boolean {
  return text.length <= LONGEST_PASSPHRASE && WORDS.test(text) && !text.split(" ").some((word) => OF_PROSE.has(word));
}

const LONGEST_LEAD = 24;
const LEAD = /[\n\r][ \t]*(?:- |export |set )?$/;

/** End of the passphrase that begins at `from`, behind its name at `name` and a colon or equals sign; 0 where there is none. */
export function endOfPassphrase(text: string, name: number, from: number, reach: Reach): number {
  const quote = charCodeAt.call(text, from - 1);
  const isQuoted = quote === 0x22 || quote === 0x27 || quote === 0x60;
  if (!isQuoted && !opensLine(text, name)) return 0;
  const limit = Math.min(text.length, from + LONGEST_PASSPHRASE + 1);
  let end = from;
  while (end < limit && isOfPassphrase(charCodeAt.call(text, end))) end += 1;
  if (end + 1 > reach.end) reach.end = end + 1;
  const next = charCodeAt.call(text, end);
  const isOver = isQuoted ? next === quote : end === text.length || next === 0x0a || next === 0x0d;
  if (!isQuoted) while (end > from && charCodeAt.call(text, end - 1) === 0x20) end -= 1;
  return isOver && isPassphrase(text.slice(from, end)) ? end : 0;
}

/** Whether nothing stands before a name on its line but what a list or a shell puts there. */
export function opensLine(text: string, name: number): boolean {
  const lead = text.slice(Math.max(0, name - LONGEST_LEAD), name);
  return LEAD.test(name <= LONGEST_LEAD ? `\n${lead}` : lead);
}

function isOfPassphrase(code: number): boolean {
  return code === 0x20 || (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
