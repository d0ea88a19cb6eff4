import { LOGGER } from '@burgee/service-kit';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CONFIG, type UsageConfig } from '../config.js';
import { EXPIRING } from '../persistence/functions/expire-some.js';

const EVERY_MILLISECONDS = 600_000;
const AT_ONCE = 5_000;

/** Deletes rows older than the retention, and the ids of windows that are too old to arrive again. */
@Injectable()
export class ExpiredUsage extends ExpiryJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Pick<UsageConfig, 'USAGE_RETENTION_DAYS'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('usage', EVERY_MILLISECONDS, logger);
  }

  /** Each table separately: a failure in one, because it is large or locked, does not stop the others. */
  protected async deleteExpired(): Promise<void> {
    const failed: Error[] = [];
    for (const what of EXPIRING)
      await this.expire(what).catch((error: unknown) => failed.push(new Error(`usage.${what}`, { cause: error })));
    if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join());
  }

  private expire(what: (typeof EXPIRING)[number]): Promise<void> {
    const { USAGE_RETENTION_DAYS } = this.config;
    return this.untilNoneIsLeft(async () => {
      const [row] = await this.database.sql<{ deleted: number }[]>`
        select usage.expire_some(${what}::text, ${USAGE_RETENTION_DAYS}::int, ${AT_ONCE}::int)::int as deleted`;
      return row?.deleted ?? 0;
    });
  }
}
