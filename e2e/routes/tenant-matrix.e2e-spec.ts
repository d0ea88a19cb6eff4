import { randomUUID } from 'node:crypto';
import {
  anInvitation,
  type ServiceResponse,
  aProject,
  aUser,
  eventually,
  type Project,
  type User,
  TestClient,
  sharedCluster,
} from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  CALLERS,
  type CallerName,
  expectedStatus,
  fill,
  type Ids,
  type Line,
  namesEnvironment,
  PROJECT_LINES,
  TABLE,
} from '../security/authorization-table.js';
import { stateOf } from '../security/database.js';
import { expectProblem } from '../expect-problem.js';
import {
  aboutOf,
  createPeople,
  anotherBrowser,
  createFixture,
  type People,
  type Fixture,
  unknownIds,
} from '../security/fixture.js';
import { forLane } from '../security/generated/generated.js';

const { url } = sharedCluster();
const named = (lines: readonly Line[]) => lines.map((line) => [`${line.method} ${line.path}`, line] as const);
/** The first reads, and there is nothing to restore for the other. */
const CHANGES_NOTHING = new Set(['/api/environments/:envId/explain', '/api/environments/:envId/restore']);
/** These delete objects that other lines name. */
const DELETED_LAST = [
  'DELETE /api/flags/:flagId',
  'DELETE /api/projects/:id/environments/:envId',
  'DELETE /api/projects/:id/members/me',
];
const SESSION_LINES = TABLE.filter(({ access }) => access.endsWith('session'));

const visitorOf = (people: People, caller: CallerName) =>
  caller === 'nobody' ? new TestClient(url) : people[caller].client;

function send(
  client: TestClient,
  line: Line,
  ids: Ids,
  fixture: Fixture,
  requestId = randomUUID(),
): Promise<ServiceResponse> {
  const body = line.body?.(aboutOf(fixture));
  return client.call(line.method, fill(line, ids), { body, headers: { 'x-request-id': requestId } });
}

const isFeed = ({ path }: Line) => path.endsWith('/events');

/** Opens what has no end, and leaves. @throws when it does not open */
async function opened(client: TestClient, line: Line, ids: Ids): Promise<Pick<ServiceResponse, 'status'>> {
  (await client.stream(fill(line, ids))).close();
  return { status: 200 };
}

/** The visible parts of an answer, except its time. */
function visible({ status, headers, text }: ServiceResponse) {
  const { date: _, ...others } = headers;
  return { status, headers: others, text };
}

describe('access by role', () => {
  let people: People;
  let shared: Fixture;
  /** The objects that allowed requests change, so that `shared` stays the same. */
  let changed: Fixture;
  let everybody: string[];

  beforeAll(async () => {
    people = await createPeople(url);
    shared = await createFixture(url, people);
    changed = await createFixture(url, people);
    everybody = [...Object.values(people).map(({ id }) => id), shared.newcomer.id];
  });

  const currentState = () => stateOf(shared.project.id, everybody);

  /** A line that can be done once gets a fixture of its own. */
  async function fixtureFor(line: Line, caller: CallerName): Promise<Fixture> {
    if (line.method === 'DELETE' || line.path.endsWith('/actions'))
      return createFixture(url, people, { ...line, caller });
    return line.method === 'GET' ? shared : changed;
  }

  it.each(named(PROJECT_LINES))(
    'S19 %s: each caller gets what the table says, the refused change nothing',
    async (_, line) => {
      const before = await currentState();
      const refused = CALLERS.filter((caller) => expectedStatus(line, caller) >= 400);
      for (const caller of refused) {
        const answer = await send(visitorOf(people, caller), line, shared.ids, shared);
        expectProblem(answer, expectedStatus(line, caller));
        const isNamed = answer.body.detail?.includes('editor role in Production;') ?? false;
        expect({ caller, isNamed }).toEqual({
          caller,
          isNamed: answer.status === 403 && namesEnvironment(line, caller),
        });
      }
      expect(await currentState()).toBe(before);
      const allowed = CALLERS.filter((caller) => !refused.includes(caller));
      // The lowest role comes first; what it may do, the others may.
      for (const caller of forLane(allowed.slice(0, 1), allowed)) {
        const fixture = await fixtureFor(line, caller);
        const answer = isFeed(line)
          ? await opened(visitorOf(people, caller), line, fixture.ids)
          : await send(visitorOf(people, caller), line, fixture.ids, fixture);
        expect({ caller, status: answer.status }).toEqual({ caller, status: line.status });
        // An account makes a limited number, and there are many lines. Some lines delete it, or take its owner away.
        if (![shared, changed].includes(fixture))
          await people.owner.client.delete(`/api/projects/${fixture.project.id}`);
      }
    },
  );

  it.each(named(PROJECT_LINES))('S19 %s: other accounts get the same answer as for an unknown id', async (_, line) => {
    const requestId = randomUUID();
    const { client } = people.stranger;
    const real = await send(client, line, shared.ids, shared, requestId);
    const unknown = await send(client, line, unknownIds(), shared, requestId);
    expect(visible(real)).toEqual(visible(unknown));
  });

  it.each(named(SESSION_LINES))('S19 %s: any signed-in account, and no anonymous client', async (_, line) => {
    const before = await currentState();
    expectProblem(await send(new TestClient(url), line, shared.ids, shared), 401);
    expect(await currentState()).toBe(before);
    const deletesItself = line.method === 'DELETE' && line.path === '/api/auth/me';
    const { client, sessionId } = await anotherBrowser(url, deletesItself ? await aUser(url) : shared.newcomer);
    const isInvitation = line.path.startsWith('/api/invitations');
    const { token } = isInvitation ? await anInvitation(changed.project, 'viewer') : shared;
    const ids = { ...shared.ids, sessionId };
    if (line.path === '/api/tokens/:tokenId')
      ids.tokenId = (await client.post('/api/tokens', { name: 'CI', verbs: ['read'] })).body.id;
    const answer = await send(client, line, ids, { ...shared, token });
    expect(answer.status).toBe(line.status);
  });

  it('S19 another account’s session is unknown', async () => {
    const { client, sessionId } = await anotherBrowser(url, people.owner);
    const requestId = randomUUID();
    const end = (id: string) =>
      people.stranger.client.delete(`/api/auth/sessions/${id}`, { 'x-request-id': requestId });
    expect(visible(await end(sessionId))).toEqual(visible(await end(randomUUID())));
    expect((await client.get('/api/auth/me')).status).toBe(200);
  });

  it('S19 lists contain only the account’s own objects', async () => {
    const mine = await aProject(url, {}, people.stranger);
    const listed = (await people.stranger.client.get('/api/projects')).body as { id: string }[];
    expect(listed.map(({ id }) => id)).toContain(mine.id);
    expect(listed.map(({ id }) => id)).not.toContain(shared.project.id);
  });

  it('S19 a removed member loses access at once, on every service', async () => {
    const fixture = await createFixture(url, people);
    const member = people.viewer;
    await eventually(async () => {
      const entries = await people.owner.client.get(`/api/flags/${fixture.ids.flagId}/audit`);
      // Of the flag, its schedule and its switch-off link.
      expect(entries.body).toHaveLength(3);
    });
    const readable = PROJECT_LINES.filter((line) => line.method === 'GET' && line.access === 'viewer' && !isFeed(line));
    const read = (line: Line) => member.client.get(fill(line, fixture.ids));
    for (const line of readable) expect((await read(line)).status).toBe(line.status);
    await people.owner.client.delete(`/api/projects/${fixture.project.id}/members/${member.id}`);
    for (const line of readable) expectProblem(await read(line), 404);
  });

  it('S19 archiving many flags and restoring a deleted one take the right in each environment', async () => {
    const { project, ids } = await createFixture(url, people, { path: '/flags', caller: 'local-viewer' });
    const { client } = people['local-viewer'];
    const named = expect.stringContaining('editor role in Production;');
    const body = { action: 'archive', flag_ids: [ids.flagId] };
    const archiving = await client.post(`/api/projects/${project.id}/flags/changes`, body);
    expectProblem(archiving, 403, 'role_too_low');
    await people.owner.client.delete(`/api/flags/${ids.flagId}`);
    const restoring = await client.post(`/api/projects/${project.id}/flags/${ids.flagId}/restore`);
    expectProblem(restoring, 403, 'role_too_low');
    expect([archiving, restoring].map((answer) => answer.body)).toEqual([
      expect.objectContaining({ detail: named }),
      expect.objectContaining({ detail: named }),
    ]);
    await people.owner.client.delete(`/api/projects/${project.id}`);
  });

  it('S19 keys are shown to editors of the environment and above with their project, and to viewers nowhere', async () => {
    const { id, production, development } = shared.project;
    for (const caller of ['viewer', 'local-editor', 'local-viewer', 'editor', 'admin', 'owner'] as const) {
      const answers = await Promise.all(
        [`/api/projects/${id}`, `/api/projects/${id}/environments`, '/api/projects'].map((path) =>
          people[caller].client.get(path),
        ),
      );
      for (const [environment, viewers] of [
        [production, ['viewer', 'local-viewer']],
        [development, ['viewer', 'local-editor']],
      ] as const)
        for (const key of [environment.sdk_key, environment.client_key]) {
          const isEditor = !(viewers as readonly string[]).includes(caller);
          const shown = answers.map(({ text }) => text.includes(key));
          expect({ caller, shown }).toEqual({ caller, shown: [isEditor, isEditor, false] });
        }
    }
  });

  it('S19 an admin cannot make, change or remove an owner', async () => {
    const { client } = people.admin;
    const members = `/api/projects/${shared.project.id}/members`;
    const before = await currentState();
    expectProblem(await client.post(members, { email: shared.newcomer.email, role: 'owner' }), 403);
    expectProblem(await client.patch(`${members}/${people.admin.id}`, { role: 'owner' }), 403);
    expectProblem(await client.patch(`${members}/${people.owner.id}`, { role: 'viewer' }), 403);
    expectProblem(await client.delete(`${members}/${people.owner.id}`), 403);
    expect(await currentState()).toBe(before);
  });

  it('S19 the comparison used here detects an allowed change', async () => {
    const fixture = await createFixture(url, people);
    const { project, ids } = fixture;
    const states = [await stateOf(project.id, everybody)];
    const writes = PROJECT_LINES.filter(
      ({ method, path, status }) =>
        method !== 'GET' && status < 400 && !path.endsWith('/:id') && !CHANGES_NOTHING.has(path),
    );
    const orderOf = ({ method, path }: Line) => DELETED_LAST.indexOf(`${method} ${path}`);
    for (const line of writes.toSorted((one, other) => orderOf(one) - orderOf(other))) {
      await send(people.owner.client, line, ids, fixture);
      const after = await stateOf(project.id, everybody);
      expect({ line: line.path, changed: after !== states.at(-1) }).toEqual({ line: line.path, changed: true });
      states.push(after);
    }
    expect(new Set(states).size).toBe(states.length);
  });

  it('S12 safe methods change nothing', async () => {
    const before = await currentState();
    // Exports add an entry to the history.
    for (const line of TABLE.filter(
      (line) => line.method === 'GET' && !/\/(stream(ing)?|export)$/.test(line.path) && !isFeed(line),
    )) {
      const headers = { 'x-sdk-key': shared.project.production.sdk_key };
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const { client } = people.owner;
        await client.call(method, fill(line, shared.ids), { headers });
      }
    }
    expect(await currentState()).toBe(before);
  });
});

describe('mismatched ids', () => {
  let owner: User;
  let other: Project;
  let fixture: Fixture;

  beforeAll(async () => {
    const people = await createPeople(url);
    ({ owner } = people);
    other = await aProject(url, {}, owner);
    fixture = await createFixture(url, people);
  });

  it('S20 a flag with another project’s environment gets 404, and nothing is written', async () => {
    const strange = { ...fixture.ids, envId: other.production.id };
    const lines = PROJECT_LINES.filter(
      ({ path }) => path.includes(':envId') && (/:id|:flagId/.test(path) || path.endsWith('/changes')),
    );
    expect(lines.length).toBeGreaterThan(4);
    const before = await stateOf(fixture.project.id, [owner.id]);
    for (const line of lines) {
      const answer = await send(owner.client, line, strange, fixture);
      const isMany = line.path.endsWith('/changes');
      expectProblem(answer, isMany ? 400 : 404);
      // The body is valid; of many changes each is named that cannot be made.
      const named = [{ pointer: '/changes/0/flag_id', detail: 'is not a flag of this project' }];
      expect(answer.body.errors).toEqual(isMany ? named : undefined);
    }
    expect(await stateOf(fixture.project.id, [owner.id])).toBe(before);
  });

  it('S20 a member, an invitation or a webhook gets 404 under another project’s address', async () => {
    const before = await stateOf(fixture.project.id, [owner.id]);
    for (const line of PROJECT_LINES.filter(({ path }) =>
      /:(userId|invitationId|scheduleId|requestId|webhookId|linkId)/.test(path),
    ))
      expectProblem(await send(owner.client, line, { ...fixture.ids, id: other.id }, fixture), 404);
    expect(await stateOf(fixture.project.id, [owner.id])).toBe(before);
  });
});
