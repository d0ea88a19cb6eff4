import { stageOf } from '@burgee/contracts/http';
import { RepeatedJob } from '@burgee/service-kit/database';
import { LOGGER } from '@burgee/service-kit/plain';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { FLAG_COLUMNS, type FlagRow } from './flag-row.js';
import { flagSummary, summariesOfFlags } from './flag-summary.js';

const EVERY_MILLISECONDS = 600_000;
const AT_ONCE = 500;
/** The others follow when these are settled, so that they displace no other notices. */
export const STALE_FLAGS_PER_OWNER = 20;

interface Page {
  ids: string[];
  stale: { id: string; reason: string }[];
}

/**
 * Notices for the owners of stale flags, which go when the flag has changed or has another owner. Reports of clients are
 * not known here: flags that are stale because no report names them are not included.
 */
@Injectable()
export class StaleFlags extends RepeatedJob {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('notices of stale flags', EVERY_MILLISECONDS, logger);
  }

  protected async work(): Promise<void> {
    await this.takeBackOfOthers();
    for (let after: string | undefined, isLast = false; !isLast && !this.stopped;) {
      const page = await this.readPage(after);
      await this.takeBackCurrent(page);
      await this.notify(page);
      after = page.ids.at(-1);
      isLast = page.ids.length < AT_ONCE;
    }
  }

  private async readPage(after: string | undefined): Promise<Page> {
    const flags = await this.database.sql<FlagRow[]>`
      select ${FLAG_COLUMNS} from flags.flags
      where owner_id is not null and archived_at is null and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
      order by id limit ${AT_ONCE}::int`;
    const ids = flags.map(({ id }) => id);
    const values = await summariesOfFlags(this.database.manager, ids);
    const environments = await this.environmentsOf(values.map(({ environment_id }) => environment_id));
    const stale = flags.flatMap((flag) => {
      const own = values.filter(({ flag_id }) => flag_id === flag.id);
      const { stage, reason = '' } = stageOf(flagSummary(flag, own, new Map()), environments, Date.now());
      return stage === 'stale' ? [{ id: flag.id, reason }] : [];
    });
    return { ids, stale };
  }

  private async environmentsOf(ids: readonly string[]) {
    const rows = await this.database.sql<{ id: string; created_at: Date }[]>`
      select id, created_at from flags.environments where id = any(${[...new Set(ids)]}::uuid[])`;
    return rows.map(({ id, created_at }) => ({ id, created_at: created_at.toISOString() }));
  }

  private async takeBackOfOthers(): Promise<void> {
    await this.database.sql`
      delete from flags.notices n
      where n.kind = 'flag_stale' and not exists (
        select from flags.flags f where f.id = n.subject_id and f.owner_id = n.user_id and f.archived_at is null)`;
  }

  private async takeBackCurrent({ ids, stale }: Page): Promise<void> {
    const current = ids.filter((id) => !stale.some((one) => one.id === id));
    await this.database.sql`
      delete from flags.notices where kind = 'flag_stale' and subject_id = any(${current}::uuid[])`;
  }

  private async notify({ stale }: Page): Promise<void> {
    await this.database.sql`
      insert into flags.notices (project_id, user_id, kind, subject_id, about)
      select project_id, user_id, 'flag_stale', id, about
      from (
        select f.id, m.project_id, m.user_id,
               jsonb_build_object('flag_id', f.id, 'flag_key', f.key, 'flag_name', f.name, 'reason', s.reason) as about,
               row_number() over (partition by m.user_id order by f.created_at, f.id)
               + (select count(*) from flags.notices n where n.user_id = m.user_id and n.kind = 'flag_stale') as position
        from json_to_recordset(${JSON.stringify(stale)}::json) as s (id uuid, reason text)
        join flags.flags f on f.id = s.id
        join flags.members m on m.project_id = f.project_id and m.user_id = f.owner_id
        where not exists (
          select from flags.notices n where n.subject_id = f.id and n.user_id = m.user_id and n.kind = 'flag_stale')
      ) missing
      where position <= ${STALE_FLAGS_PER_OWNER}::int
      on conflict do nothing`;
  }
}
