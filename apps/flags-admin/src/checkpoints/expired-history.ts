import { LOGGER } from '@burgee/service-kit';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CONFIG, type FlagsAdminConfig } from '../config.js';

const EVERY_MILLISECONDS = 60_000;
const DELETED_AT_ONCE = 1_000;

/**
 * Deletes the history of environments that are gone, and of others what is older than it is kept: up to the last checkpoint
 * before that time, with which what is kept begins.
 */
@Injectable()
export class ExpiredHistory extends ExpiryJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly settings: Pick<FlagsAdminConfig, 'HISTORY_RETENTION_DAYS'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('history', EVERY_MILLISECONDS, logger);
  }

  protected async deleteExpired(): Promise<void> {
    await this.untilNoneIsLeft(() => this.deleteSome('history', '<='));
    await this.untilNoneIsLeft(() => this.deleteSome('checkpoints', '<'));
    await this.untilNoneIsLeft(() => this.deleteFlags());
    await this.untilNoneIsLeft(() => this.deleteRequests());
  }

  /** Of an environment that is gone, checkpoints go last: by them it is found. @returns how many were deleted */
  private async deleteSome(table: 'history' | 'checkpoints', before: '<' | '<='): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      with ends as materialized (
        select c.environment_id, max(c.revision) as revision
        from flags.checkpoints c
        where c.taken_at <= now() - make_interval(days => ${this.settings.HISTORY_RETENTION_DAYS}::int)
        group by c.environment_id
        union all
        select c.environment_id, ${Number.MAX_SAFE_INTEGER}::bigint
        from flags.checkpoints c
        where not exists (select from flags.environments e where e.id = c.environment_id)
        group by c.environment_id
      )
      delete from flags.${() => table} t where t.ctid in (
        select old.ctid from ends join flags.${() => table} old
          on old.environment_id = ends.environment_id and old.revision ${() => before} ends.revision
        limit ${DELETED_AT_ONCE}::int)`;
    return deleted;
  }

  /** Those that are open stay. */
  private async deleteRequests(): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from flags.change_requests where id in (
        select id from flags.change_requests
        where closed_at <= now() - make_interval(days => ${this.settings.HISTORY_RETENTION_DAYS}::int)
        order by closed_at limit ${DELETED_AT_ONCE}::int)`;
    return deleted;
  }

  private async deleteFlags(): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      delete from flags.deleted_flags where flag_id in (
        select flag_id from flags.deleted_flags
        where deleted_at <= now() - make_interval(days => ${this.settings.HISTORY_RETENTION_DAYS}::int)
        order by deleted_at limit ${DELETED_AT_ONCE}::int)`;
    return deleted;
  }
}
