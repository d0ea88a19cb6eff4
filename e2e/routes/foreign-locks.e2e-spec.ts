import { type ServiceResponse, eventually, sharedCluster } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { expectProblem } from '../expect-problem.js';
import { fill, type Ids, type Line, TABLE } from '../security/authorization-table.js';
import { asSuperuser, waiting } from '../security/database.js';
import {
  aboutOf,
  anotherBrowser,
  createFixture,
  createPeople,
  type Fixture,
  type People,
} from '../security/fixture.js';

const { url } = sharedCluster();

/** The placeholders of a path, as the ids that they stand for. */
const placeholders = ({ path }: Line) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => (path.startsWith('/api/auth/') ? 'sessionId' : name) as keyof Ids);

/** Replaces each of these ids, and then all of them, with another account's. */
const mixes = (names: readonly (keyof Ids)[]) => [
  ...names.map((name) => [name]),
  ...(names.length > 1 ? [[...names]] : []),
];

/** Routes of SDK keys change nothing, and who has the secret of a link may call it. */
const CHANGES = TABLE.filter(({ method, access }) => method !== 'GET' && access !== 'sdk-key' && access !== 'public');

const MIXED = CHANGES.flatMap((line) =>
  mixes(placeholders(line)).map((foreign) => [`${line.method} ${line.path}`, foreign, line] as const),
);

/** Locks all rows of a project and its members, so that any other lock on them waits. */
async function lockAll(client: pg.Client, projectId: string): Promise<void> {
  const environments = 'select id from flags.environments where project_id = $1';
  const members = 'select user_id from flags.members where project_id = $1';
  for (const rows of [
    'flags.projects where id = $1',
    'flags.members where project_id = $1',
    'flags.invitations where project_id = $1',
    'flags.webhooks where project_id = $1',
    'flags.switch_off_links where project_id = $1',
    'flags.shared_views where project_id = $1',
    'flags.flags where project_id = $1',
    `flags.flag_values where environment_id in (${environments})`,
    'flags.environments where project_id = $1',
    `flags.sdk_keys where environment_id in (${environments})`,
    `auth.users where id in (${members})`,
    `auth.sessions where user_id in (${members})`,
  ]) {
    const { rowCount } = await client.query(`select from ${rows} for update`, [projectId]);
    expect({ rows, locked: rowCount }).not.toEqual({ rows, locked: 0 });
  }
}

describe('a change that names another account’s ids', () => {
  let caller: People['owner'];
  let mine: Fixture;
  let theirs: Fixture;

  beforeAll(async () => {
    const [people, others] = [await createPeople(url), await createPeople(url)];
    caller = people.owner;
    mine = await createFixture(url, people);
    theirs = await createFixture(url, others);
    theirs.ids.sessionId = (await anotherBrowser(url, others.owner)).sessionId;
  });

  it.each(MIXED)('S60 %s with a foreign %j waits for no lock there, so it takes none', async (_, foreign, line) => {
    const ids = { ...mine.ids, ...Object.fromEntries(foreign.map((name) => [name, theirs.ids[name]])) };
    const body = line.body?.({ ...aboutOf(mine), flagId: ids.flagId });
    const answer = await asSuperuser(async (client): Promise<ServiceResponse> => {
      await client.query('begin');
      await lockAll(client, theirs.project.id);
      let isAnswered = false;
      const request = caller.client.call(line.method, fill(line, ids), { body }).finally(() => (isAnswered = true));
      let waits = 0;
      await eventually(async () => {
        waits = await waiting(client);
        expect(isAnswered || waits > 0).toBe(true);
      });
      await client.query('rollback');
      expect({ foreign, waits }).toEqual({ foreign, waits: 0 });
      return request;
    });
    expectProblem(answer, 404);
  });

  it('finds such changes', () => {
    expect(MIXED.length).toBeGreaterThan(20);
  });
});
