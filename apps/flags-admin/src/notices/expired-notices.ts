import { LOGGER } from '@burgee/service-kit';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

const EVERY_MILLISECONDS = 60_000;
const DELETED_AT_ONCE = 1_000;
const KEPT_DAYS = 30;

/** Deletes notices that were read long ago. Unread ones stay, up to a number for each account. */
@Injectable()
export class ExpiredNotices extends ExpiryJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('notices', EVERY_MILLISECONDS, logger);
  }

  protected deleteExpired(): Promise<void> {
    return this.untilNoneIsLeft(() => this.deleteSome());
  }

  private async deleteSome(): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from flags.notices where id in (
        select id from flags.notices where read_at <= now() - make_interval(days => ${KEPT_DAYS}::int)
        order by read_at limit ${DELETED_AT_ONCE}::int for update skip locked)`;
    return deleted;
  }
}
