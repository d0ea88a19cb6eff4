import { randomUUID } from 'node:crypto';
import type { AuditRecordV1 } from '@burgee/contracts/messages';
import type { Role } from '@burgee/contracts/wire';

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

/** A fresh id for each. */
const ids = <const T extends readonly unknown[]>(of: T) => of.map(() => randomUUID()) as { [I in keyof T]: string };

interface StoredFlag {
  key: string;
  type?: string;
  tags?: string[];
}

/** A project as its tables have it: these flags, fresh in these environments, and a member for each role. */
export async function storeProject<
  const F extends readonly StoredFlag[],
  const E extends readonly string[],
  const R extends readonly Role[],
>(database: Queried, { flags, environments, roles }: { flags: F; environments: E; roles: R }) {
  const [projectId, flagIds, environmentIds, userIds] = [randomUUID(), ids(flags), ids(environments), ids(roles)];
  await database.query(`insert into flags.projects (id, name, slug) values ($1::uuid, 'p', $1::text)`, [projectId]);
  const rows = flags.map((flag, index) => ({ type: 'boolean', tags: [], ...flag, id: flagIds[index] }));
  await database.query(
    `insert into flags.flags (id, project_id, key, name, type, tags)
     select id, $1, key, 'f', type, tags from jsonb_to_recordset($2::jsonb) as f (id uuid, key text, type text, tags text[])`,
    [projectId, JSON.stringify(rows)],
  );
  await database.query(
    `insert into flags.environments (id, project_id, name, slug, icon, protected)
     select id, $1, slug, slug, '', false from unnest($2::uuid[], $3::text[]) as e (id, slug)`,
    [projectId, environmentIds, environments],
  );
  await database.query(
    `insert into flags.flag_values (id, flag_id, environment_id)
     select gen_random_uuid(), f.id, e.id from flags.flags f join flags.environments e using (project_id)
     where project_id = $1`,
    [projectId],
  );
  await database.query(
    `insert into flags.members (project_id, user_id, role) select $1, id, role from unnest($2::uuid[], $3::text[]) as m (id, role)`,
    [projectId, userIds, roles],
  );
  const members = roles.map((role, index) => ({
    id: userIds[index] ?? '',
    name: 'Ada',
    email: 'a@b',
    sessionId: randomUUID(),
    membership: { projectId, role, neededRole: 'editor' as const },
  }));
  return { projectId, flagIds, environmentIds, members: members as { [I in keyof R]: (typeof members)[number] } };
}
