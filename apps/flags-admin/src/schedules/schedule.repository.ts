import { isDeepStrictEqual } from 'node:util';
import { notFound } from '@burgee/service-kit';
import type { EntityManager } from 'typeorm';
import { lockFlagAndValue, type LockedFlagAndValue } from '../flags/lock-flag.js';
import { takeBack } from '../notices/notify.js';
import type { Change } from '../unit-of-work/change.js';
import { SCHEDULE_COLUMNS, type ScheduleRow } from './schedule-row.js';

/** A schedule with the value that it changes, all locked. */
export interface LockedSchedule extends LockedFlagAndValue {
  row: ScheduleRow;
  /** By the clock of the database. */
  now: Date;
}

/**
 * All code locks in this order: members, project, flags, values, schedules, environments. So the deletion of a flag and
 * a running step wait for each other at the flag. @throws not_found, also for a schedule of another project
 */
export async function lockSchedule(manager: EntityManager, projectId: string, id: string): Promise<LockedSchedule> {
  const [place] = await manager.sql<Pick<ScheduleRow, 'flag_id' | 'environment_id'>[]>`
    select flag_id, environment_id from flags.schedules where id = ${id} and project_id = ${projectId}`;
  if (!place) throw notFound();
  const locked = await lockFlagAndValue(manager, place.flag_id, place.environment_id);
  const found = await findSchedule(manager, id);
  if (!found) throw notFound();
  return { ...locked, ...found };
}

/** The schedule of a locked flag, locked as well. Undefined when it is gone. */
export async function findSchedule(
  manager: EntityManager,
  id: string,
): Promise<Pick<LockedSchedule, 'row' | 'now'> | undefined> {
  const [found] = await manager.sql<(ScheduleRow & { now: Date })[]>`
    select ${SCHEDULE_COLUMNS}, clock_timestamp()::timestamptz(3) as now from flags.schedules s where s.id = ${id} for update`;
  if (!found) return undefined;
  const { now, ...row } = found;
  return { row, now };
}

/** A due step, locked until the transaction ends. */
export interface Claimed {
  row: ScheduleRow;
  now: Date;
  lateSeconds: number;
}

/** Undefined when it is not due, has another author now, or is locked by another transaction. */
export async function claimDue(manager: EntityManager, id: string, authorId: string): Promise<Claimed | undefined> {
  const [found] = await manager.sql<(ScheduleRow & { now: Date; late: number })[]>`
    select ${SCHEDULE_COLUMNS}, clock_timestamp()::timestamptz(3) as now,
           extract(epoch from clock_timestamp() - s.next_at)::float8 as late
    from flags.schedules s
    where s.id = ${id} and s.author_id = ${authorId} and s.status = 'scheduled' and s.next_at <= clock_timestamp()
    for update skip locked`;
  if (!found) return undefined;
  const { now, late, ...row } = found;
  return { row, now, lateSeconds: late };
}

export async function insertSchedule({ manager }: Change, row: ScheduleRow): Promise<void> {
  const { steps, expected } = row;
  await manager.sql`
    insert into flags.schedules (id, project_id, flag_id, environment_id, name, comment, status, if_late, if_changed, author_id,
                                 change_request_id, approval, steps, next_at, expected)
    values (${row.id}, ${row.project_id}, ${row.flag_id}, ${row.environment_id}, ${row.name}, ${row.comment}, ${row.status},
            ${row.if_late}, ${row.if_changed}, ${row.author_id}, ${row.change_request_id},
            ${row.approval && JSON.stringify(row.approval)}::jsonb, ${JSON.stringify(steps)}::jsonb, ${row.next_at},
            ${JSON.stringify(expected)}::jsonb)`;
}

/**
 * Writes a new version of a locked schedule. Long columns are written only if they differ. The notices of a pause go with
 * it.
 */
export function writeSchedule(change: Change, before: ScheduleRow, row: ScheduleRow): Promise<unknown> {
  const { manager } = change;
  if (before.status === 'paused' && row.status !== 'paused') change.send(takeBack(change, 'plan_paused', row.id));
  const steps = isDeepStrictEqual(before.steps, row.steps) ? null : row.steps;
  const expected = isDeepStrictEqual(before.expected, row.expected) ? null : row.expected;
  return manager.sql`
    update flags.schedules
    set name = ${row.name}, comment = ${row.comment}, status = ${row.status}, if_late = ${row.if_late}, if_changed = ${row.if_changed},
        author_id = ${row.author_id}, change_request_id = ${row.change_request_id},
        approval = ${row.approval && JSON.stringify(row.approval)}::jsonb, steps = coalesce(${steps && JSON.stringify(steps)}::jsonb, steps),
        next_step = ${row.next_step}, next_at = ${row.next_at},
        expected = coalesce(${expected && JSON.stringify(expected)}::jsonb, expected),
        pause = ${row.pause && JSON.stringify(row.pause)}::jsonb, ended_at = ${row.ended_at}, version = version + 1
    where id = ${row.id}`;
}
