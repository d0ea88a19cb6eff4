import { ExpiryJob, LOGGER } from '@burgee/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

const EVERY_MILLISECONDS = 60_000;
const DELETED_AT_ONCE = 1_000;

/** Deletes SDK keys whose grace is over. They open nothing before that either: all code compares the time. */
@Injectable()
export class ExpiredSdkKeys extends ExpiryJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('SDK keys', EVERY_MILLISECONDS, logger);
  }

  protected async deleteExpired(): Promise<void> {
    while ((await this.deleteSome()) === DELETED_AT_ONCE);
  }

  /** Waits for no rotation: it deletes them itself. @returns how many were deleted */
  private async deleteSome(): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from flags.sdk_keys where id in (
        select id from flags.sdk_keys where expires_at <= now()
        order by expires_at limit ${DELETED_AT_ONCE} for update skip locked)`;
    return deleted;
  }
}
