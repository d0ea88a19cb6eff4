import { LOGGER } from '@burgee/service-kit';
import { ExpiryJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { CONFIG, type FlagsAdminConfig } from '../config.js';
import { START } from '../unit-of-work/start.js';

const EVERY_MILLISECONDS = 60_000;
const DELETED_AT_ONCE = 1_000;
/** The number of environments per statement. */
const AT_ONCE = 500;

/**
 * Deletes the history of deleted environments. For existing ones it deletes history older than the retention, up to the
 * last checkpoint before that time, which stays as the new start.
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

  protected deleteExpired(): Promise<void> {
    return this.eachStep({
      history: () => this.deleteHistory(),
      'deleted flags': () => this.untilNoneIsLeft(() => this.deleteFlags()),
      'change requests': () => this.untilNoneIsLeft(() => this.deleteRequests()),
    });
  }

  /** Visits all environments with history in batches. @throws the first failure, after visiting all */
  private async deleteHistory(): Promise<void> {
    const failures: unknown[] = [];
    for (let ids = await this.after(START); ids.length > 0; ids = await this.after(ids.at(-1) ?? START)) {
      await this.deleteOf(ids).catch((error: unknown) => failures.push(error));
      if (this.stopped) return;
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Jumps from one environment to the next, past the checkpoints of each. */
  private async after(id: string): Promise<string[]> {
    const rows = await this.database.sql<{ id: string }[]>`
      with recursive found (id, n) as (
        select ${id}::uuid, 0
        union all
        select next.environment_id, found.n + 1 from found cross join lateral (
          select c.environment_id from flags.checkpoints c
          where c.environment_id > found.id order by c.environment_id limit 1
        ) next
        where found.n < ${AT_ONCE}::int
      )
      select id from found where n > 0 order by n`;
    return rows.map((row) => row.id);
  }

  /** Checkpoints identify the environments to visit, so they are deleted last. */
  private async deleteOf(ids: readonly string[]): Promise<void> {
    await this.untilNoneIsLeft(() => this.deleteSome(ids, 'history', '<='));
    await this.untilNoneIsLeft(() => this.deleteSome(ids, 'checkpoints', '<'));
  }

  /** @returns the number of deleted rows */
  private async deleteSome(
    ids: readonly string[],
    table: 'history' | 'checkpoints',
    before: '<' | '<=',
  ): Promise<number> {
    const [, deleted] = await this.database.sql<[unknown[], number]>`
      with ends as materialized (
        select i.id, last.revision from unnest(${ids}::uuid[]) i (id) cross join lateral (
          select c.revision from flags.checkpoints c
          where c.environment_id = i.id
            and c.taken_at <= now() - make_interval(days => ${this.settings.HISTORY_RETENTION_DAYS}::int)
          order by c.revision desc limit 1
        ) last
        union all
        select i.id, ${Number.MAX_SAFE_INTEGER}::bigint from unnest(${ids}::uuid[]) i (id)
        where not exists (select from flags.environments e where e.id = i.id)
      )
      delete from flags.${() => table} t where t.ctid = any(array(
        select old.ctid from ends cross join lateral (
          select o.ctid from flags.${() => table} o
          where o.environment_id = ends.id and o.revision ${() => before} ends.revision
          limit ${DELETED_AT_ONCE}::int
        ) old
        limit ${DELETED_AT_ONCE}::int))`;
    return deleted;
  }

  /** Open requests stay. */
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
