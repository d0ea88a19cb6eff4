import { LOGGER } from '@burgee/service-kit';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

const EVERY_MILLISECONDS = 60_000;

/** Deletes expired invitations. They open nothing before that either: all code compares the time. */
@Injectable()
export class ExpiredInvitations extends ExpiryJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('invitations', EVERY_MILLISECONDS, logger);
  }

  protected async deleteExpired(): Promise<void> {
    await this.database.sql`delete from flags.invitations where expires_at <= now()`;
  }
}
