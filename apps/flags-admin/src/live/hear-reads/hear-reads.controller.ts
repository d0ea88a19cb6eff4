import { EnvironmentsReadV1, SUBJECTS } from '@burgee/contracts';
import { parsePayload } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Logger } from 'pino';
import { LastReads } from '../last-reads.js';

/** Hears every gateway tell whose keys were used. Only what the dashboard shows hangs on it. */
@Controller()
export class HearReadsController {
  constructor(
    private readonly reads: LastReads,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @EventPattern<string>(SUBJECTS.environmentsRead.pattern)
  read(@Payload() data: unknown): void {
    try {
      this.reads.hear(parsePayload(EnvironmentsReadV1, data).reads);
    } catch (error) {
      this.logger.warn({ err: error }, 'a message that fits no contract was ignored');
    }
  }
}
