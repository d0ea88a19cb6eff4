/** Where a text is not JSON. */
export interface JsonFault {
  line: number;
  column: number;
  /** What stands there; undefined where the text ends. */
  found: string | undefined;
}

/** Each matches at one place. Of a text that does not end only its beginning is a fault. */
const SPACE = /[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y; // oxlint-disable-line no-control-regex -- JSON refuses them
const OTHER = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;

class Fault extends Error {
  constructor(readonly at: number) {
    super();
  }
}

/** Walks through a text and stops where it is not JSON. Browsers each say that in words of their own. */
class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  /** @throws Fault */
  document(): void {
    this.value();
    if (this.next() !== undefined) throw new Fault(this.at);
  }

  private next(): string | undefined {
    this.skip(SPACE);
    return this.text[this.at];
  }

  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    this.at += found?.length ?? 0;
    return found !== undefined;
  }

  private value(): void {
    const first = this.next();
    if (first === '{') this.list('}', () => this.member());
    else if (first === '[') this.list(']', () => this.value());
    else if (!this.skip(TEXT) && !this.skip(OTHER)) throw new Fault(this.at);
  }

  private member(): void {
    this.next();
    if (!this.skip(TEXT)) throw new Fault(this.at);
    this.expect(':');
    this.value();
  }

  private list(end: string, item: () => void): void {
    this.at += 1;
    if (this.next() === end) return void (this.at += 1);
    for (;;) {
      item();
      if (this.next() === end) return void (this.at += 1);
      this.expect(',');
    }
  }

  private expect(sign: string): void {
    if (this.next() !== sign) throw new Fault(this.at);
    this.at += 1;
  }
}

/** Where a text stops being JSON; undefined if it is JSON, or nested too deeply to tell. */
export function findJsonFault(text: string): JsonFault | undefined {
  try {
    new Reader(text).document();
    return undefined;
  } catch (fault) {
    // What is nested so deeply that the stack ends.
    if (!(fault instanceof Fault)) return undefined;
    const lines = text.slice(0, fault.at).split('\n');
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, found: text[fault.at] };
  }
}
