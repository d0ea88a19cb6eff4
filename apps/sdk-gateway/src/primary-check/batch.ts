import type { KeyLookup, PendingLookup } from '@burgee/flag-serving';

/** How many requests share a look-up at most, and are answered before the event loop gets a turn. */
export const SLICE = 32;
/** What a query asks about, in characters. To write more takes long, and nothing else is done meanwhile. */
const CHARACTERS_AT_MOST = 65_536;

/** The look-ups that one query answers. Requests may join until it is sent. */
export class Batch {
  readonly lookups: BatchedLookup[] = [];
  readonly keyHashes = new Set<string>();
  readonly origins = new Set<string>();
  requests = 0;
  sent = false;
  private characters = 0;

  constructor(readonly startedAt: number) {}

  get isFull(): boolean {
    return this.characters >= CHARACTERS_AT_MOST;
  }

  add(lookup: BatchedLookup): void {
    this.lookups.push(lookup);
    this.ask(this.keyHashes, lookup.keyHash);
    this.ask(this.origins, lookup.origin);
  }

  private ask(about: Set<string>, text: string | undefined): void {
    if (text === undefined || about.has(text)) return;
    about.add(text);
    this.characters += text.length;
  }
}

export class BatchedLookup implements PendingLookup {
  requests = 0;
  readonly result: Promise<KeyLookup>;
  resolve!: (result: KeyLookup) => void;
  reject!: (error: unknown) => void;

  constructor(
    private readonly batch: Batch,
    readonly keyHash: string | undefined,
    readonly origin: string | undefined,
  ) {
    this.result = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  join(): boolean {
    if (this.batch.sent || this.requests === SLICE) return false;
    this.requests++;
    this.batch.requests++;
    return true;
  }
}
