import { randomUUID } from 'node:crypto';
import { flagSetBody, type FlagType, type ServedFlag } from '@burgee/contracts/wire';
import { aRow, createTestDatabase, type TestDatabase } from '@burgee/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';

let database: TestDatabase;
let admin: pg.Client;
let gateway: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl });
  gateway = new pg.Client({ connectionString: database.urlFor('sdk-gateway') });
  await Promise.all([admin.connect(), gateway.connect()]);
});
afterAll(async () => {
  await Promise.all([admin?.end(), gateway?.end()]);
  await database?.drop();
});

/** Every character below U+3001 that a text can hold, including quotes, line breaks and control characters. */
const ALL = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code + 1)).join('');
const TEXTS = ['', ALL, '🚩\u2028"\\"', '},{"flag_id":"', '\uffff'];
const TYPES: FlagType[] = ['boolean', 'string', 'number', 'json'];

const FLAGS: ServedFlag[] = ['b', 'B', 'a.1', 'a-1', '10', '9'].map((key, index) => ({
  ...aRow(key),
  flag_id: randomUUID(),
  name: TEXTS[index % TEXTS.length] as string,
  type: TYPES[index % TYPES.length] as FlagType,
  is_enabled: index % 2 === 0,
  rollout_percentage: index,
  ...(index > 0 && { targeting_attribute: TEXTS[index % TEXTS.length], targeting_value: ALL }),
  targeting_return_value: index > 1 ? ALL : null,
}));

async function anEnvironment(flags: readonly ServedFlag[]): Promise<string> {
  const [project, environment] = [randomUUID(), randomUUID()];
  await admin.query(`insert into flags.projects (id, name, slug) values ($1, 'p', $2)`, [project, project]);
  await admin.query(
    `insert into flags.environments (id, project_id, name, slug, icon, protected) values ($1, $2, 'e', 'e', '', false)`,
    [environment, project],
  );
  for (const flag of flags) {
    await admin.query('insert into flags.flags (id, project_id, key, name, type) values ($1, $2, $3, $4, $5)', [
      flag.flag_id,
      project,
      flag.key,
      flag.name,
      flag.type,
    ]);
    await admin.query('insert into flags.flag_values values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7)', [
      flag.flag_id,
      environment,
      flag.is_enabled,
      flag.rollout_percentage,
      flag.targeting_attribute,
      flag.targeting_value,
      flag.targeting_return_value,
    ]);
  }
  return environment;
}

const bodyOf = async (environment: string): Promise<unknown> => {
  const { rows } = await gateway.query('select body from sdk_read.flag_set_v2 where environment_id = $1', [
    environment,
  ]);
  return rows[0]?.body;
};

it('Postgres writes a flag set byte for byte like the code, with any texts', async () => {
  expect(await bodyOf(await anEnvironment(FLAGS))).toBe(String(flagSetBody(FLAGS)));
});

it('a flag set without flags is an empty list, and an unknown environment has none', async () => {
  expect(await bodyOf(await anEnvironment([]))).toBe('[]');
  expect(await bodyOf(randomUUID())).toBeUndefined();
});
