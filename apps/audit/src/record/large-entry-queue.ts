import type { AuditRecordedV1, AuditReferenceV1 } from '@burgee/contracts/messages';
import { RpcException } from '@nestjs/microservices';
import pLimit from 'p-limit';

const WAITING_AT_MOST = 1_000;

/**
 * Stores large entries one at a time, because each takes seconds of Postgres and of this process. When a sender times
 * out and sends a reference again, the second request waits for the first.
 */
export class LargeEntryQueue {
  private readonly limit = pLimit(1);
  private readonly underWay = new Map<string, Promise<AuditRecordedV1>>();

  /** @throws the error of `store`, and RpcException when the queue is full */
  async run({ event_id }: AuditReferenceV1, store: () => Promise<AuditRecordedV1>): Promise<AuditRecordedV1> {
    const known = this.underWay.get(event_id);
    if (known) return known;
    if (this.limit.pendingCount >= WAITING_AT_MOST)
      throw new RpcException({ status: 'unavailable', message: 'too many large entries wait' });
    const stored = this.limit(store).finally(() => this.underWay.delete(event_id));
    this.underWay.set(event_id, stored);
    return stored;
  }
}
