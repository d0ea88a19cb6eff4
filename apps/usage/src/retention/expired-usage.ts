import { LOGGER } from '@burgee/service-kit';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CONFIG, type UsageConfig } from '../config.js';

const EVERY_MILLISECONDS = 600_000;
const AT_ONCE = 5_000;

/** Deletes what is older than the retention, and windows that nobody sends again. */
@Injectable()
export class ExpiredUsage extends ExpiryJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<UsageConfig, 'USAGE_RETENTION_DAYS'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('usage', EVERY_MILLISECONDS, logger);
  }

  protected deleteExpired(): Promise<void> {
    const { USAGE_RETENTION_DAYS } = this.config;
    return this.untilNoneIsLeft(async () => {
      const [row] = await this.database.sql<{ deleted: number }[]>`
        select usage.expire(${USAGE_RETENTION_DAYS}::int, ${AT_ONCE}::int)::int as deleted`;
      return row?.deleted ?? 0;
    });
  }
}
