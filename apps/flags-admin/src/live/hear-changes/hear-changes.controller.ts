import { ProjectChangedV1, SUBJECTS } from '@burgee/contracts';
import { parsePayload } from '@burgee/messaging';
import { LOGGER } from '@burgee/service-kit';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import type { Logger } from 'pino';
import { Feeds } from '../feeds.js';

/** Hears what the other replicas of flags-admin have changed, for the pages that look here. */
@Controller()
export class HearChangesController {
  constructor(
    private readonly feeds: Feeds,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @EventPattern<string>(SUBJECTS.projectChanged.pattern)
  changed(@Payload() data: unknown): void {
    try {
      this.feeds.hear(parsePayload(ProjectChangedV1, data));
    } catch (error) {
      this.logger.warn({ err: error }, 'a message that fits no contract was ignored');
    }
  }
}
