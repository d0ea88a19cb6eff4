import type { ServedFlag } from '@burgee/contracts/wire';
import type { EntityManager } from 'typeorm';
import { SCHEDULE_COLUMNS, type ScheduleRow } from '../schedules/schedule-row.js';

/** A plan that can still change its flag, or that a link has paused. */
export interface PlanOfFlag {
  row: ScheduleRow;
  now: Date;
}

/** The plans of locked flags in this environment, locked in the order of ids. */
export async function lockPlans(
  manager: EntityManager,
  flagIds: readonly string[],
  environmentId: string,
): Promise<PlanOfFlag[]> {
  const rows = await manager.sql<(ScheduleRow & { now: Date })[]>`
    select ${SCHEDULE_COLUMNS}, clock_timestamp()::timestamptz(3) as now from flags.schedules s
    where s.flag_id = any(${flagIds}::uuid[]) and s.environment_id = ${environmentId}
      and (s.status = 'scheduled' or (s.status = 'paused' and s.pause ->> 'reason' = 'link'))
    order by s.id for update`;
  return rows.map(({ now, ...row }) => ({ row, now }));
}

/** What clients had before the first change by one of these plans of a flag. */
export async function servedBeforePlans(
  manager: EntityManager,
  plans: readonly PlanOfFlag[],
): Promise<ServedFlag | undefined> {
  const entries = plans.flatMap(({ row }) => row.steps.flatMap(({ entry_id }) => entry_id ?? []));
  const [first] = plans;
  if (!first || entries.length === 0) return undefined;
  const { environment_id, flag_id } = first.row;
  const [past] = await manager.sql<{ flag: ServedFlag }[]>`
    select f.flag
    from (select min(revision) as revision from flags.history
          where entry_id = any(${entries}::uuid[]) and environment_id = ${environment_id} and flag_id = ${flag_id}) h
    cross join lateral flags.flag_set_at(${environment_id}, h.revision - 1) f
    where f.flag_id = ${flag_id}`;
  return past?.flag;
}
