import { ExpiryJob } from '@burgee/service-kit/database';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';

const EVERY_MILLISECONDS = 600_000;
const DELETED_AT_ONCE = 1_000;

/** Forgets tokens of jobs that are too old to be taken again. */
@Injectable()
export class ExpiredExchanges extends ExpiryJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('exchanged tokens', EVERY_MILLISECONDS, logger);
  }

  protected deleteExpired(): Promise<void> {
    return this.untilNoneIsLeft(async () => {
      const [, deleted] = await this.database.sql<[unknown[], number]>`
        delete from auth.exchanged_tokens where digest in (
          select digest from auth.exchanged_tokens where expires_at <= now()
          order by expires_at limit ${DELETED_AT_ONCE})`;
      return deleted;
    });
  }
}
