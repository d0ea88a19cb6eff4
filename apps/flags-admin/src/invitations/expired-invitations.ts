import { LOGGER } from '@burgee/service-kit';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

const EVERY_MILLISECONDS = 60_000;
const DELETED_AT_ONCE = 1_000;

/** Deletes expired invitations. They are already invalid by then, because all code compares the time. */
@Injectable()
export class ExpiredInvitations extends ExpiryJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('invitations', EVERY_MILLISECONDS, logger);
  }

  protected deleteExpired(): Promise<void> {
    return this.untilNoneIsLeft(() => this.deleteSome());
  }

  /** Skips invitations that are locked by an answer or a renewal. @returns the number of deleted invitations */
  private async deleteSome(): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from flags.invitations where id in (
        select id from flags.invitations where expires_at <= now()
        order by expires_at limit ${DELETED_AT_ONCE}::int for update skip locked)`;
    return deleted;
  }
}
