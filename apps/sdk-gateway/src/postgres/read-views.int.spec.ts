import { randomUUID } from 'node:crypto';
import { Dependencies } from '@burgee/process-kit';
import { createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { LOOK_UP, ReadViews } from './read-views.js';

/** A node of a query plan. */
interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

let database: TestDatabase;
let admin: pg.Client;
let views: ReadViews;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const config = { DATABASE_URL: database.urlFor('sdk-gateway') };
  views = new ReadViews(config as never, new Dependencies(pino({ enabled: false })));
});
afterAll(async () => {
  await Promise.all([admin?.end(), views?.onApplicationShutdown()]);
  await database?.drop();
});

it('a read of changes ends at a quarter of a megabyte, and the next one continues from there', async () => {
  const environment = randomUUID();
  await admin.query(
    `insert into flags.outbox (event_id, kind, environment_id, revision, payload)
     select gen_random_uuid(), 'flag_deleted', $1, n, jsonb_build_object('key', repeat('x', 50000))
     from generate_series(1, 10) n`,
    [environment],
  );
  const revisionsAfter = async (revision: number) =>
    (await views.changesAfter(environment, revision, 'past')).map((row) => row.revision);
  expect(await revisionsAfter(0)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await revisionsAfter(6)).toEqual([7, 8, 9, 10]);
  expect(await revisionsAfter(10)).toEqual([]);
});

it('S59 new changes and flag sets are read while reads of the past wait', async () => {
  const environment = randomUUID();
  let over = false;
  await admin.query('begin');
  await admin.query('lock table flags.outbox in access exclusive mode');
  const past = views.changesAfter(environment, 0, 'past').finally(() => (over = true));
  expect(await views.latest([environment], [], 'live')).toEqual({ environments: [], liveKeys: new Set() });
  expect(await views.projectOf(environment)).toBeUndefined();
  expect(await views.flagSet(environment)).toBeUndefined();
  expect(over).toBe(false);
  await admin.query('commit');
  expect(await past).toEqual([]);
});

it('S131 access is compared in parallel with new changes: flags and keys are reconciled at once', async () => {
  const environment = randomUUID();
  let over = false;
  await admin.query('begin');
  await admin.query('lock table flags.outbox in access exclusive mode');
  const past = views.changesAfter(environment, 0, 'past');
  const access = views.accessDifferences(new Map([[environment, '']])).finally(() => (over = true));
  const known = [{ environmentId: environment, epoch: 'e', revision: 1 }];
  const { gone, endedKeys } = await views.differences(known, ['ended']);
  expect([over, gone, endedKeys]).toEqual([false, new Set([environment]), new Set(['ended'])]);
  await admin.query('commit');
  expect([await past, await access]).toEqual([[], new Map()]);
});

it('S54 a look-up reads one row per origin, for any number of registrations', async () => {
  const project = randomUUID();
  const [origin, other] = ['https://shared.example', 'https://nobody.example'];
  await admin.query(`insert into flags.projects (id, name, slug) values ($1, 'p', $2)`, [project, project]);
  await admin.query(
    `insert into flags.environments (id, project_id, name, slug, icon, protected, revision, url)
     select gen_random_uuid(), $1, 'e', 'e-' || n, '', false, 1, $2 from generate_series(1, 5000) n`,
    [project, origin],
  );
  const further = 'capacitor://localhost';
  await admin.query(
    `insert into flags.environment_origins (environment_id, position, origin)
     select id, 1, $2 from flags.environments where project_id = $1`,
    [project, further],
  );
  await admin.query('analyze flags.environments, flags.environment_origins');
  const found = { keys: [], origins: [origin, further] };
  expect(await views.lookUp([], [origin, other, further], 1_000)).toEqual(found);
  const { rows } = await admin.query(`explain (analyze, format json) ${LOOK_UP}`, [[], [origin, other, further]]);
  const readBy = (plan: Plan): number[] => [
    plan['Actual Rows'] * plan['Actual Loops'],
    ...(plan.Plans ?? []).flatMap(readBy),
  ];
  expect(Math.max(...readBy(rows[0]['QUERY PLAN'][0].Plan))).toBeLessThanOrEqual(3);
});

it('returns only the differences from the known state', async () => {
  const project = randomUUID();
  const [same, changed, restored, gone] = Array.from({ length: 4 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  await admin.query(`insert into flags.projects (id, name, slug) values ($1, 'p', 'p')`, [project]);
  for (const id of [same, changed, restored]) {
    await admin.query(
      `insert into flags.environments (id, project_id, name, slug, icon, protected, revision)
       values ($1, $2, 'e', $3, '', false, 7)`,
      [id, project, id],
    );
    await admin.query(`insert into flags.sdk_keys (id, environment_id, hash, ciphertext) values ($1, $1, $2, '')`, [
      id,
      id,
    ]);
  }
  const { environments } = await views.latest([same, changed, restored], [], 'live');
  const epochOf = (id: string) => environments.find((row) => row.environment_id === id)?.epoch ?? '';
  const known = [
    { environmentId: same, epoch: epochOf(same), revision: 7 },
    { environmentId: changed, epoch: epochOf(changed), revision: 6 },
    { environmentId: restored, epoch: 'before', revision: 7 },
    { environmentId: gone, epoch: 'e', revision: 1 },
  ];
  const differences = await views.differences(known, [same, 'revoked', changed]);
  expect({ ...differences, environments: new Set(differences.environments) }).toEqual({
    environments: new Set([
      { environment_id: changed, epoch: epochOf(changed), revision: 7 },
      { environment_id: restored, epoch: epochOf(restored), revision: 7 },
    ]),
    gone: new Set([gone]),
    endedKeys: new Set(['revoked']),
  });
  const nothing = { environments: [], gone: new Set(), endedKeys: new Set() };
  expect(await views.differences(known.slice(0, 1), [same])).toEqual(nothing);
  expect(await views.differences([], [])).toEqual(nothing);
});

it('returns environments with a new access tag after any change, and at the end of a grace period', async () => {
  const [project, id, other] = [randomUUID(), randomUUID(), randomUUID()];
  await admin.query(`insert into flags.projects (id, name, slug) values ($1, 'p', 'tags')`, [project]);
  for (const one of [id, other])
    await admin.query(
      `insert into flags.environments (id, project_id, name, slug, icon, protected) values ($1, $2, 'e', $3, '', false)`,
      [one, project, one],
    );
  const differ = (tags: ReadonlyMap<string, string>) => views.accessDifferences(tags);
  const known = await differ(new Map([[id, '']]));
  expect(known).toEqual(new Map([[id, expect.stringMatching(/^[0-9a-f]{32}$/)]]));
  expect(await differ(known)).toEqual(new Map());
  await admin.query(`update flags.environments set url = 'https://a.example.com' where id = $1`, [id]);
  const withUrl = await differ(known);
  await admin.query(
    `insert into flags.environment_origins (environment_id, position, origin) values ($1, 1, 'ionic://localhost')`,
    [id],
  );
  const withOrigin = await differ(withUrl);
  expect(await views.accessTo([id])).toEqual([
    expect.objectContaining({ origins: ['https://a.example.com', 'ionic://localhost'] }),
  ]);
  await admin.query(
    `insert into flags.client_keys (id, environment_id, hash, ciphertext) values ($1, $1, 'a client key', '')`,
    [id],
  );
  const withKey = await differ(withOrigin);
  await admin.query(`update flags.client_keys set expires_at = now() - interval '1 minute' where id = $1`, [id]);
  expect(await differ(withKey)).toEqual(withOrigin);
  expect(new Set([known, withUrl, withOrigin, withKey].map((tags) => tags.get(id))).size).toBe(4);
});

it('keys of both kinds open an environment, and neither counts as ended', async () => {
  const [project, id] = [randomUUID(), randomUUID()];
  const [sdk, client] = [`sdk ${id}`, `client ${id}`];
  await admin.query(`insert into flags.projects (id, name, slug) values ($1, 'p', 'both')`, [project]);
  await admin.query(
    `insert into flags.environments (id, project_id, name, slug, icon, protected) values ($1, $2, 'e', 'e', '', false)`,
    [id, project],
  );
  for (const [kind, hash] of Object.entries({ sdk, client }))
    await admin.query(`insert into flags.${kind}_keys (id, environment_id, hash, ciphertext) values ($1, $1, $2, '')`, [
      id,
      hash,
    ]);
  const { keys } = await views.lookUp([sdk, client], [], 10_000);
  expect(new Map(keys.map((row) => [row.key_hash, row.key_kind]))).toEqual(
    new Map([
      [sdk, 'sdk'],
      [client, 'client'],
    ]),
  );
  const live = { expires_at: null };
  expect(await views.accessTo([id, randomUUID()])).toEqual([
    {
      environment_id: id,
      origins: [],
      keys: [
        { hash: sdk, kind: 'sdk', ...live },
        { hash: client, kind: 'client', ...live },
      ],
    },
  ]);
  expect((await views.latest([id], [sdk, client], 'live')).liveKeys).toEqual(new Set([sdk, client]));
  expect((await views.differences([], [sdk, client, 'ended'])).endedKeys).toEqual(new Set(['ended']));
});
