import { type AuditRecordedV1, AuditRecordV1, SUBJECTS } from '@burgee/contracts';
import { parsePayload } from '@burgee/messaging';
import { failpoint, isUnstorable, LOGGER } from '@burgee/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import type { Logger } from 'pino';
import { RecordService } from './record.service.js';

function parse(data: unknown): AuditRecordV1 {
  try {
    return parsePayload(AuditRecordV1, data);
  } catch (error) {
    throw new RpcException({ status: 'refused', message: error instanceof Error ? error.message : 'does not fit' });
  }
}

@Controller()
export class RecordController {
  constructor(
    private readonly records: RecordService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers when the entry is committed. Refuses what Postgres can never store; after anything else it is asked again. */
  @MessagePattern(SUBJECTS.auditRecord.pattern)
  async record(@Payload() data: unknown): Promise<AuditRecordedV1> {
    const message = parse(data);
    try {
      await this.records.record(message);
      failpoint('after-insert');
    } catch (error) {
      this.logger.warn({ err: error, event_id: message.event_id }, 'an entry could not be stored');
      const status = isUnstorable(error) ? 'refused' : 'unavailable';
      throw new RpcException({ status, message: 'the entry could not be stored' });
    }
    return { v: 1, event_id: message.event_id };
  }
}
