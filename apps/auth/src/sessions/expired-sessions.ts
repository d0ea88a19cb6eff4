import { LOGGER } from '@burgee/service-kit/plain';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { SessionRepository } from './session.repository.js';

const EVERY_MILLISECONDS = 600_000;

/** Deletes sessions that have expired. */
@Injectable()
export class ExpiredSessions extends ExpiryJob {
  constructor(
    private readonly sessions: SessionRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('sessions', EVERY_MILLISECONDS, logger);
  }

  protected deleteExpired(): Promise<void> {
    return this.untilNoneIsLeft(() => this.sessions.deleteExpired());
  }
}
