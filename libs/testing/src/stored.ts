import type { AuditRecordV1 } from '@burgee/contracts/messages';

/** A connection or a data source. */
interface Queried {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** Moves the clock of a schedule: its waiting steps are due so many milliseconds earlier. */
export const advanceSchedule = (database: Queried, id: string, milliseconds: number): Promise<unknown> =>
  database.query(
    `update flags.schedules s
     set next_at = s.next_at - make_interval(secs => $2::float8),
         steps = (select jsonb_agg(case when n > s.next_step then jsonb_set(step, '{at}', to_jsonb(to_char(
                    ((step ->> 'at')::timestamptz - make_interval(secs => $2::float8)) at time zone 'UTC',
                    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) else step end order by n)
                  from jsonb_array_elements(s.steps) with ordinality as e(step, n))
     where id = $1 and next_at is not null`,
    [id, milliseconds / 1_000],
  );

/** The entries that a project's changes have left for audit, in their order. */
export async function entriesInOutbox(database: Queried, projectId: string): Promise<AuditRecordV1[]> {
  const rows = await database.query(
    `select payload from flags.outbox where kind = 'audit' and payload ->> 'project_id' = $1 order by event_id`,
    [projectId],
  );
  return (rows as { payload: AuditRecordV1 }[]).map(({ payload }) => payload);
}
