import type { AuditRecordedV1, AuditReferenceV1 } from '@burgee/contracts/messages';
import { TurnQueue } from '@burgee/process-kit';
import { RpcException } from '@nestjs/microservices';

const WAITING_AT_MOST = 1_000;

/**
 * Where large entries wait to be stored, one at a time: each takes seconds of Postgres and of this process. Projects take turns,
 * so that many of one do not delay those of others. A reference that comes again, because its sender gave up, shares the first's turn.
 */
export class LargeEntryQueue {
  private readonly turns = new TurnQueue({
    atOnce: 1,
    waitingAtMost: WAITING_AT_MOST,
    full: () => new RpcException({ status: 'unavailable', message: 'too many large entries wait' }),
  });
  private readonly underWay = new Map<string, Promise<AuditRecordedV1>>();

  /** @throws what `store` throws, and RpcException when too many wait */
  run({ event_id, project_id }: AuditReferenceV1, store: () => Promise<AuditRecordedV1>): Promise<AuditRecordedV1> {
    const known = this.underWay.get(event_id);
    if (known) return known;
    const stored = this.turns.run([project_id ?? ''], store).finally(() => this.underWay.delete(event_id));
    this.underWay.set(event_id, stored);
    return stored;
  }
}
