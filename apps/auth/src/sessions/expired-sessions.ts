import { every, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { SessionRepository } from './session.repository.js';

const EVERY_MILLISECONDS = 600_000;

/** Deletes sessions that have expired, every ten minutes. */
@Injectable()
export class ExpiredSessions implements OnApplicationBootstrap, OnApplicationShutdown {
  private deletions: Repetition | undefined;

  constructor(
    private readonly sessions: SessionRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.deletions = every(EVERY_MILLISECONDS, () => this.deleteAll());
  }

  onApplicationShutdown(): void {
    this.deletions?.stop();
  }

  private async deleteAll(): Promise<void> {
    try {
      while ((await this.sessions.deleteExpired()) > 0);
    } catch (error) {
      this.logger.warn({ err: error }, 'deleting expired sessions failed, retrying in ten minutes');
    }
  }
}
