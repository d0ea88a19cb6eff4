/**
 * Environments of which a key may have been revoked: each is checked at once, and once more at the next `check`, since an
 * answer to that key may have been on its way. What could not be checked is checked again.
 */
export class ChangedKeys {
  private readonly next = new Set<string>();
  private readonly later = new Set<string>();
  private checking: Promise<void> | undefined;

  /** @param forgetGone asks the source about environments, and forgets the keys that open nothing; rejects without an answer */
  constructor(private readonly forgetGone: (environmentIds: readonly string[]) => Promise<void>) {}

  add(environmentId: string): void {
    this.next.add(environmentId);
    this.later.add(environmentId);
    void this.checkNext();
  }

  async check(): Promise<void> {
    for (const environmentId of this.later) this.next.add(environmentId);
    this.later.clear();
    await this.checkNext();
  }

  /** One query at a time, however many keys change. Those that come meanwhile share the next. */
  private checkNext(): Promise<void> {
    this.checking ??= this.checkAll().finally(() => (this.checking = undefined));
    return this.checking;
  }

  private async checkAll(): Promise<void> {
    while (this.next.size > 0) await this.forget([...this.next]);
  }

  private async forget(environmentIds: readonly string[]): Promise<void> {
    this.next.clear();
    try {
      await this.forgetGone(environmentIds);
    } catch {
      for (const environmentId of environmentIds) this.later.add(environmentId);
    }
  }
}
