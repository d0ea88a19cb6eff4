import type { AuditRecordedV1, AuditReferenceV1 } from '@burgee/contracts/messages';
import { RpcException } from '@nestjs/microservices';
import pLimit from 'p-limit';

const WAITING_AT_MOST = 1_000;

/**
 * Where large entries wait to be stored, one at a time: each takes seconds of Postgres and of this process. A reference that comes
 * again, because its sender gave up, waits for the first one's end.
 */
export class LargeEntryQueue {
  private readonly limit = pLimit(1);
  private readonly underWay = new Map<string, Promise<AuditRecordedV1>>();

  /** @throws what `store` throws, and RpcException when too many wait */
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
