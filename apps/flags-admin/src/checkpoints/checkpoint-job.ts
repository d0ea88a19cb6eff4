import { LOGGER } from '@burgee/service-kit/plain';
import { RepeatedJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { START } from '../unit-of-work/start.js';
import { takeCheckpoint, takeFirstCheckpoint } from './take-checkpoint.js';

const EVERY_MILLISECONDS = 60_000;
/** Limits how many revisions a reader replays from a checkpoint. */
const REVISIONS_BETWEEN = 1_000;
/** Retention deletes history up to a checkpoint, so environments that seldom change need checkpoints too. */
const DAYS_BETWEEN = 30;
/**
 * The number of environments per statement. For each, it may count as many revisions as there are between checkpoints.
 */
const AT_ONCE = 500;

interface Due {
  id: string;
  /** Whether the history has every revision since the previous checkpoint. */
  continues: boolean;
}

/**
 * Takes checkpoints of flag sets. It also takes the first checkpoint of environments older than the history, and of
 * environments that a replica of an older release changed.
 */
@Injectable()
export class CheckpointJob extends RepeatedJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('taking checkpoints of flag sets', EVERY_MILLISECONDS, logger);
  }

  /**
   * Visits all environments in pages, so that their number does not matter. Takes the checkpoints that are due, or
   * stops before the next one.
   * @throws the first failure, after visiting all
   */
  async work(): Promise<void> {
    const failures: unknown[] = [];
    const failed = (error: unknown) => void failures.push(error);
    for (let ids = await this.after(START); ids.length > 0; ids = await this.after(ids.at(-1) ?? START)) {
      for (const { id, continues } of (await this.due(ids).catch(failed)) ?? []) {
        if (this.stopped) return;
        const take = continues ? takeCheckpoint : takeFirstCheckpoint;
        await take(this.database.manager, id).catch(failed);
      }
      if (this.stopped) return;
    }
    if (failures.length > 0) throw failures[0];
  }

  /** A query separate from the due checkpoints: when that one fails, the next page is still known. */
  private async after(id: string): Promise<string[]> {
    const rows = await this.database.sql<{ id: string }[]>`
      select id from flags.environments where id > ${id}::uuid order by id limit ${AT_ONCE}::int`;
    return rows.map((row) => row.id);
  }

  /**
   * The search for revisions without rows counts revisions since the last checkpoint, so it runs only where there are
   * any.
   */
  private due(ids: readonly string[]): Promise<Due[]> {
    return this.database.sql<Due[]>`
      select id, continues from (
        select e.id, e.revision, last.revision as last, last.taken_at,
               case when e.revision > last.revision then flags.history_base(e.id, e.revision) is not null
                    else last.revision is not null end as continues
        from flags.environments e
        left join lateral (
          select c.revision, c.taken_at from flags.checkpoints c
          where c.environment_id = e.id order by c.revision desc limit 1
        ) last on true
        where e.id = any(${ids}::uuid[])
        offset 0
      ) e
      where not continues or revision - last >= ${REVISIONS_BETWEEN}::int
        or (revision > last and taken_at < now() - make_interval(days => ${DAYS_BETWEEN}::int))`;
  }
}
