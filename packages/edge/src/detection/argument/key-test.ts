// Whether a field's name fits a pattern, remembered by name: payloads repeat the same few names.

const MOST_REMEMBERED = 1000;
const LONGEST_KEY = 80;

export class KeyTest {
  private readonly known = new Map<string, boolean>();

  constructor(private readonly pattern: RegExp) {}

  holds(key: string): boolean {
    if (key.length === 0 || key.length > LONGEST_KEY) return false;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const holds = this.pattern.test(key);
    if (this.known.size >= MOST_REMEMBERED) this.known.clear();
    this.known.set(key, holds);
    return holds;
  }
}
