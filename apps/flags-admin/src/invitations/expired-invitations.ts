import { every, type Repetition } from '@burgee/process-kit';
import { LOGGER } from '@burgee/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

const DELETE_EVERY_MILLISECONDS = 60_000;

/** Deletes expired invitations. They open nothing before that either: all code compares the time. */
@Injectable()
export class ExpiredInvitations implements OnApplicationBootstrap, OnApplicationShutdown {
  private job: Repetition | undefined;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = every(DELETE_EVERY_MILLISECONDS, () => this.delete());
  }

  onApplicationShutdown(): void {
    this.job?.stop();
  }

  /** When it fails, it runs again in a minute. */
  async delete(): Promise<void> {
    try {
      await this.database.sql`delete from flags.invitations where expires_at <= now()`;
    } catch (error) {
      this.logger.warn({ err: error }, 'deleting expired invitations failed');
    }
  }
}
