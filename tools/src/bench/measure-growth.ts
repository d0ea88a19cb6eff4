import { percentile } from '@burgee/testing';
import pg from 'pg';
import type { BenchCluster } from './bench-cluster.js';
import type { BenchFixture } from './bench-fixture.js';
import type { Measurement } from './measurement.js';

const SAMPLES = 100;
const WARM_UP = 5;
const P95_MILLISECONDS = 200;
const [ENTRIES, FLAGS, ENVIRONMENTS, USERS, MONTHS] = [1_000_000, 5_000, 50, 500, 12];
const SEEDED_AT_ONCE = 10_000;

interface Seeded {
  projectId: string;
  flagId: string;
  userId: string;
  environmentId: string;
}

/** A project with all its flags and a million entries of twelve months, half of them of one flag, one user and one environment. */
async function seed(client: pg.Client, { environmentId, flagIds }: BenchFixture): Promise<Seeded> {
  const { rows } = await client.query<{ project_id: string; user_id: string }>(
    `select e.project_id, m.user_id from flags.environments e join flags.members m using (project_id) where e.id = $1`,
    [environmentId],
  );
  const { project_id: projectId = '', user_id: userId = '' } = rows[0] ?? {};
  const flagId = flagIds[0] ?? '';
  await client.query(
    `insert into flags.flags (id, project_id, key, name, type)
     select md5('flag' || n)::uuid, $1, 'seeded-' || n, 'Seeded', 'boolean' from generate_series($2::int, $3::int) n`,
    [projectId, flagIds.length + 1, FLAGS],
  );
  for (let from = 0; from < ENTRIES; from += SEEDED_AT_ONCE)
    await client.query(
      `select audit.append(array_agg(to_json(entry)::text order by n), array_agg(recorded order by n))
       from (
         select n, gen_random_uuid() as id,
                (array['flag_toggle','flag_update','flag_rename','environment_update','member_update'])[1 + n % 97 % 5] as action,
                $1::uuid as project_id, case when n % 2 = 0 then $2::uuid else md5('flag' || n % ${FLAGS})::uuid end as flag_id,
                case when n % 4 < 2 then $4::uuid else md5('env' || n % ${ENVIRONMENTS})::uuid end as environment_id,
                'Production' as environment_name, case when n % 8 < 4 then $3::uuid else md5('user' || n % ${USERS})::uuid end as user_id,
                json_build_object('is_enabled', true, 'rollout_percentage', 25, 'targeting_attribute', 'country',
                                  'targeting_value', 'NO', 'targeting_return_value', null) as new_values,
                to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, date_trunc('month', at)::date as recorded
         from (
           select n, now() at time zone 'UTC' - (${ENTRIES} - n) * interval '${MONTHS * 30} days' / ${ENTRIES} as at
           from generate_series($5::int, $5::int + ${SEEDED_AT_ONCE} - 1) n
         ) moments
       ) entry`,
      [projectId, flagId, userId, environmentId, from],
    );
  await client.query(
    `select audit.name_people(json_agg(json_build_object('person_id', md5('user' || n)::uuid, 'name', 'Ada')), now()::date)
     from generate_series(0, ${USERS}) n`,
  );
  await client.query('vacuum analyze');
  return { projectId, flagId, userId, environmentId };
}

/** p95 of each list of audit, as the browser asks for it, beside the bound. */
export async function measureGrowth(cluster: BenchCluster, fixture: BenchFixture): Promise<Measurement[]> {
  const client = new pg.Client({ connectionString: cluster.postgresUrl });
  await client.connect();
  const { projectId, flagId, userId, environmentId } = await seed(client, fixture);
  await client.end();
  const project = `/api/projects/${projectId}/audit`;
  const by = { actor: userId, flag: flagId, environment: environmentId, action: 'flag_toggle' };
  const filters: (keyof typeof by)[][] = [
    [],
    ['action'],
    ['actor'],
    ['flag'],
    ['environment'],
    ['actor', 'environment'],
    ['flag', 'actor'],
    ['flag', 'environment'],
    ['flag', 'actor', 'environment', 'action'],
  ];
  const lists = [
    ...filters.map((names): [string, string] => [
      `audit of a project by ${names.join(', ') || 'nothing'}`,
      `${project}?${new URLSearchParams(names.map((name): [string, string] => [name, by[name]]))}`,
    ]),
    ['latest changes of 5,000 flags', `${project}/latest`] as const,
    ['your own entries of a flag', `/api/flags/${flagId}/audit`] as const,
  ];
  const measured: Measurement[] = [];
  for (const [name, path] of lists) {
    const took: number[] = [];
    for (let n = 0; n < SAMPLES + WARM_UP; n++) {
      const startedAt = performance.now();
      const answer = await fetch(cluster.gatewayUrl + path, { headers: { cookie: fixture.cookie } });
      await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
      if (n >= WARM_UP) took.push(performance.now() - startedAt);
    }
    const ours = percentile(
      took.toSorted((a, b) => a - b),
      0.95,
    );
    measured.push({
      name: `${name}, p95`,
      ours,
      yardstick: P95_MILLISECONDS,
      ratio: ours / P95_MILLISECONDS,
      unit: 'ms',
      target: { atMost: 1 },
    });
  }
  return measured;
}
