import { StreamsCountedV1, SUBJECTS } from '@burgee/contracts';
import { parsePayload } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Logger } from 'pino';
import { StreamCounts } from '../stream-counts.js';

/** Hears every gateway count its streams. Only what the dashboard shows hangs on it. */
@Controller()
export class HearCountsController {
  constructor(
    private readonly counts: StreamCounts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @EventPattern<string>(SUBJECTS.streamsCounted.pattern)
  counted(@Payload() data: unknown): void {
    try {
      this.counts.hear(parsePayload(StreamsCountedV1, data));
    } catch (error) {
      this.logger.warn({ err: error }, 'a message that fits no contract was ignored');
    }
  }
}
