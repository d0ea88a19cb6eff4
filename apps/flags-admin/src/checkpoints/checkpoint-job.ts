import { LOGGER } from '@burgee/service-kit';
import { RepeatedJob } from '@burgee/service-kit/database';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { takeCheckpoint, takeFirstCheckpoint } from './take-checkpoint.js';

const EVERY_MILLISECONDS = 60_000;
/** What a reader goes through at most, about: from a checkpoint to the position that it asks for. */
const REVISIONS_BETWEEN = 1_000;
/** What has had its time is deleted up to a checkpoint, so there are some of environments that seldom change, too. */
const DAYS_BETWEEN = 30;

interface Due {
  id: string;
  /** Whether the history has every revision since the checkpoint before. */
  continues: boolean;
}

/**
 * Takes checkpoints of flag sets: the first of environments from before there was a history, and of those that a replica of that
 * release changed meanwhile.
 */
@Injectable()
export class CheckpointJob extends RepeatedJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('taking checkpoints of flag sets', EVERY_MILLISECONDS, logger);
  }

  /** Takes all that are due, or stops before the next one. @throws when one cannot be taken, after all others */
  async work(): Promise<void> {
    const failures: unknown[] = [];
    for (const { id, continues } of await this.due()) {
      if (this.stopped) return;
      const take = continues ? takeCheckpoint : takeFirstCheckpoint;
      await take(this.database.manager, id).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  private due(): Promise<Due[]> {
    return this.database.sql<Due[]>`
      select e.id, flags.history_base(e.id, e.revision) is not null as continues
      from flags.environments e
      left join lateral (
        select c.revision, c.taken_at from flags.checkpoints c
        where c.environment_id = e.id order by c.revision desc limit 1
      ) last on true
      where last.revision is null or e.revision - last.revision >= ${REVISIONS_BETWEEN}::int
        or (e.revision > last.revision and (
              last.taken_at < now() - make_interval(days => ${DAYS_BETWEEN}::int)
              or flags.history_base(e.id, e.revision) is null))`;
  }
}
