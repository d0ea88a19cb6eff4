import type { Explained, ExplainRequest, FlagSetAt, FlagSetBy } from '@burgee/contracts/http';
import { formatPosition, type Position, type ServedFlag } from '@burgee/contracts/wire';
import { yieldWhenDue } from '@burgee/process-kit';
import { EVALUATION_VERSION } from '@burgee/evaluation';
import { notFound } from '@burgee/service-kit/plain';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { namesOfPeople } from '../flags/names-of-people.js';
import { assertContext } from './assert-context.js';
import { assertOfThisHistory, decidePosition, historyGone, type Surroundings } from './decide-position.js';
import { explainFlag } from './explain-flag.js';
import { type At, parseAt } from './parse-at.js';

/** A flag as it was served, and the change that set it. The change is null if it is older than the history. */
export interface PastFlag {
  flag_id: string;
  flag: ServedFlag;
  revision: number | null;
  entry_id: string | null;
  user_id: string | null;
  changed_at: Date | null;
}

/** A past flag set. */
export interface PastFlagSet {
  position: Position;
  changedAt: Date | null;
  /** In the order of keys. */
  flags: PastFlag[];
}

/** The last revision at a time, searched from the last checkpoint before it. */
async function revisionAt(manager: EntityManager, environmentId: string, time: string): Promise<number | null> {
  const [row] = await manager.sql<{ revision: number }[]>`
    select coalesce((
      select max(h.revision) from flags.history h
      where h.environment_id = c.environment_id and h.revision > c.revision and h.changed_at <= ${time}::timestamptz
        and h.revision <= coalesce((
          select min(n.revision) from flags.checkpoints n
          where n.environment_id = c.environment_id and n.revision > c.revision), ${Number.MAX_SAFE_INTEGER}::bigint)
    ), c.revision) as revision
    from flags.checkpoints c
    where c.environment_id = ${environmentId} and c.taken_at <= ${time}::timestamptz
    order by c.revision desc limit 1`;
  return row?.revision ?? null;
}

/** @param revision null for the current one @throws not_found when the environment no longer exists */
async function surroundingsOf(
  manager: EntityManager,
  environmentId: string,
  revision: number | null,
): Promise<Surroundings> {
  const [row] = await manager.sql<(Omit<Surroundings, 'now'> & { now_epoch: string; now_revision: number })[]>`
    select r.revision, flags.current_epoch(e.id) as now_epoch, e.revision as now_revision,
           (select h.epoch from flags.history h where h.environment_id = e.id and h.revision = r.revision) as epoch,
           (select c.epoch from flags.checkpoints c where c.environment_id = e.id and c.revision = r.revision)
             as checkpoint_epoch,
           (select h.epoch from flags.history h where h.environment_id = e.id and h.revision = r.revision + 1) as next_epoch
    from flags.environments e cross join lateral (select coalesce(${revision}::bigint, e.revision) as revision) r
    where e.id = ${environmentId}`;
  if (!row) throw notFound();
  const { now_epoch: epoch, now_revision, ...rest } = row;
  return { ...rest, now: { epoch, revision: now_revision } };
}

async function locate(manager: EntityManager, environmentId: string, at: At): Promise<Position> {
  if (at === 'now') return (await surroundingsOf(manager, environmentId, null)).now;
  if ('position' in at) {
    assertOfThisHistory(at.position, await surroundingsOf(manager, environmentId, at.position.revision));
    return at.position;
  }
  const revision = await revisionAt(manager, environmentId, at.time);
  if (revision === null) throw historyGone();
  return decidePosition(await surroundingsOf(manager, environmentId, revision));
}

type FoundRow = { [K in keyof PastFlag]: PastFlag[K] | null } & {
  is_kept: boolean;
  set_changed_at: Date | null;
};

/**
 * Yields a few rows at a time, so that a large flag set is not parsed in one go. Subqueries over the whole set are
 * materialized, because Postgres would otherwise run them for every row.
 * @param chosen ids of flags, or undefined for all
 * @throws invalid_request, not_found, history_gone, position_unknown
 */
export async function readFlagSetAt(
  manager: EntityManager,
  environmentId: string,
  at: string | undefined,
  chosen?: readonly string[],
): Promise<PastFlagSet> {
  const position = await locate(manager, environmentId, parseAt(at, new Date()));
  const { revision } = position;
  const rows = await manager.sql<FoundRow[]>`
    with past as materialized (select * from flags.flag_set_at(${environmentId}, ${revision})), kept as materialized (
      select flags.history_base(${environmentId}, ${revision}) is not null as is_kept,
             (select changed_at from flags.history
              where environment_id = ${environmentId} and revision = ${revision}) as set_changed_at
    )
    select k.is_kept, k.set_changed_at, f.*
    from kept k
    left join past f on ${chosen ?? null}::uuid[] is null or f.flag_id = any(${chosen ?? null}::uuid[])`;
  const [first] = rows;
  if (!first?.is_kept) throw historyGone();
  const flags = rows.filter((row) => row.flag_id !== null) as (FoundRow & PastFlag)[];
  // Sorted here, because Postgres would have to move whole flags.
  flags.sort(({ flag: one }, { flag: other }) => (one.key < other.key ? -1 : 1));
  return { position, changedAt: first.set_changed_at, flags };
}

/** Whether a time is before the upgrade to the version of the evaluation that reads lists. */
async function isBeforeLists(manager: EntityManager, time: string): Promise<boolean> {
  const [row] = await manager.sql<{ is_before: boolean | null }[]>`
    select ${time}::timestamptz < lists_since as is_before from flags.installation`;
  return row?.is_before === true;
}

type Names = Awaited<ReturnType<typeof namesOfPeople>>;

function setBy({ revision, entry_id, user_id, changed_at }: PastFlag, names: Names): FlagSetBy | null {
  if (revision === null || changed_at === null) return null;
  const user_name = user_id === null ? null : (names.get(user_id) ?? null);
  return { revision, entry_id, user_id, user_name, changed_at: changed_at.toISOString() };
}

/** The flag set of an environment at a time or a position, and the decisions of clients with it. */
@Injectable()
export class FlagSetAtQuery {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  show(environmentId: string, at: string | undefined): Promise<FlagSetAt> {
    return this.describe(environmentId, at, undefined, ({ flag }) => flag);
  }

  /** Leaves out flags that did not exist. Says so if clients of that time evaluated by an earlier version. */
  async explain(environmentId: string, { at, context, flags }: ExplainRequest): Promise<Explained> {
    assertContext(context);
    const explained = await this.describe(environmentId, at, flags, ({ flag }) => explainFlag(flag, context));
    const asked = parseAt(at, new Date());
    const time = asked === 'now' ? null : 'time' in asked ? asked.time : explained.changed_at;
    const isEarlier = time !== null && (await isBeforeLists(this.database.manager, time));
    return { ...explained, ...(isEarlier && { evaluation_version: EVALUATION_VERSION }) };
  }

  private async describe<T>(
    environmentId: string,
    at: string | undefined,
    chosen: readonly string[] | undefined,
    view: (flag: PastFlag) => T,
  ) {
    const { manager } = this.database;
    const { position, changedAt, flags } = await readFlagSetAt(manager, environmentId, at, chosen);
    const names = await namesOfPeople(
      manager,
      flags.map(({ user_id }) => ({ owner_id: user_id, created_by: null })),
    );
    const viewed: (T & { set_by: FlagSetBy | null })[] = [];
    const pause = yieldWhenDue();
    for (const flag of flags) {
      viewed.push({ ...view(flag), set_by: setBy(flag, names) });
      await pause();
    }
    return {
      environment_id: environmentId,
      position: formatPosition(position),
      revision: position.revision,
      changed_at: changedAt?.toISOString() ?? null,
      flags: viewed,
    };
  }
}
