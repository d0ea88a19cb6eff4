/** Between batches, what else has come is accepted, read and answered. */
const PAUSE_MILLISECONDS = 5;
/**
 * Most requests of a reconnect storm are refused, which takes some 0.07 ms each: a read waits up to 2.5 ms for a batch. All
 * keys of a batch are looked up at once.
 */
const BATCH = 36;

/**
 * Requests for streams, in the order in which they came, a batch at a time. When thousands come at once, reads are answered
 * in between instead of after all of them. 7,200 a second at best, so whoever is refused is refused soon, before the garbage
 * collector has thousands of requests to carry along.
 */
export class AdmissionQueue {
  private readonly waiting: (() => void)[] = [];
  private next: NodeJS.Timeout | undefined;

  /** Calls `admit`, which must not throw, later: within a millisecond when there was no batch in the last five. */
  enqueue(admit: () => void): void {
    this.waiting.push(admit);
    this.next ??= setTimeout(() => this.runBatch());
  }

  private runBatch(): void {
    const batch = this.waiting.splice(0, BATCH);
    for (const admit of batch) admit();
    this.next = batch.length > 0 ? setTimeout(() => this.runBatch(), PAUSE_MILLISECONDS) : undefined;
  }
}
