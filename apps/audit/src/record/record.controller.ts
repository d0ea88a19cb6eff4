import {
  AuditInstanceV1,
  type AuditRecordedV1,
  AuditRecordV1,
  AuditReferenceV1,
  SUBJECTS,
} from '@burgee/contracts/messages';
import { INSTANCE_CHAIN, TOKEN_ACTIONS } from '@burgee/contracts/wire';
import { failpoint, isUnstorable } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { parsePayload } from '@burgee/messaging';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import type { Logger } from 'pino';
import { LargeEntryQueue } from './large-entry-queue.js';
import { missingMessages } from './missing-messages.js';
import { OutboxMessageQuery } from './outbox-message.query.js';
import { EntryQueue, RecordService } from './record.service.js';
import type { RecordedMessage } from './to-stored-entry.js';

function parse<T extends object>(shape: new () => T, data: unknown): T {
  try {
    return parsePayload(shape, data);
  } catch (error) {
    throw new RpcException({ status: 'refused', message: error instanceof Error ? error.message : 'does not fit' });
  }
}

const OF_INSTANCE = {
  flag_id: null,
  flag_key: null,
  environment_id: null,
  environment_name: null,
};

/**
 * Replies after the commit. Refuses entries that Postgres can never store. After any other error the sender retries.
 */
@Controller()
export class RecordController {
  private readonly entries: EntryQueue;
  private readonly large = new LargeEntryQueue();

  constructor(
    private readonly records: RecordService,
    private readonly outbox: OutboxMessageQuery,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.entries = new EntryQueue(records);
  }

  @MessagePattern(SUBJECTS.auditRecord.pattern)
  async record(@Payload() data: unknown): Promise<AuditRecordedV1> {
    return this.store(parse(AuditRecordV1, data));
  }

  @MessagePattern(SUBJECTS.auditInstance.pattern)
  async recordOfInstance(@Payload() data: unknown): Promise<AuditRecordedV1> {
    const record = parse(AuditInstanceV1, data);
    const projectId = TOKEN_ACTIONS.has(record.action) ? record.project_id : undefined;
    return this.store({ ...record, ...OF_INSTANCE, project_id: projectId ?? INSTANCE_CHAIN });
  }

  /** Reads an entry that is too large for a message from the outbox. */
  @MessagePattern(SUBJECTS.auditReference.pattern)
  async recordReference(@Payload() data: unknown): Promise<AuditRecordedV1> {
    const reference = parse(AuditReferenceV1, data);
    return this.large.run(reference, () => this.storeReferenced(reference.event_id));
  }

  private async storeReferenced(event_id: string): Promise<AuditRecordedV1> {
    if (await this.isRecorded(event_id)) return { v: 1, event_id };
    const message = await this.attempt(event_id, () => this.outbox.find(event_id));
    if (message) return this.store(parse(AuditRecordV1, message));
    // Another replica may have stored the entry and deleted the row. It deletes the row after the commit.
    if (!(await this.isRecorded(event_id))) throw this.missing(event_id);
    return { v: 1, event_id };
  }

  private isRecorded(event_id: string): Promise<boolean> {
    return this.attempt(event_id, () => this.records.isRecorded(event_id));
  }

  private async store(message: RecordedMessage): Promise<AuditRecordedV1> {
    const { event_id } = message;
    await this.attempt(event_id, async () => {
      await this.entries.add(message);
      failpoint('after-insert');
    });
    return { v: 1, event_id };
  }

  private async attempt<T>(event_id: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.logger.warn({ err: error, event_id }, 'storing an audit entry failed');
      const status = isUnstorable(error) ? 'refused' : 'unavailable';
      throw new RpcException({ status, message: 'the entry could not be stored' });
    }
  }

  private missing(event_id: string): RpcException {
    missingMessages.inc();
    this.logger.error({ event_id }, 'an audit message is missing from the outbox');
    return new RpcException({ status: 'unavailable', message: 'the message is not in the outbox' });
  }
}
