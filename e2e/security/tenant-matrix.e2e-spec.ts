import { randomUUID } from 'node:crypto';
import { type Answer, aProject, aUser, eventually, Visitor, world } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { CALLERS, type CallerName, expectedStatus, fill, type Ids, type Line, TABLE } from './authorization-table.js';
import { stateOf } from './database.js';
import { expectProblem } from './expect-problem.js';
import { aCast, anotherBrowser, aScene, type Cast, type Scene, unknownIds } from './scene.js';

const { url } = world();
const named = (lines: readonly Line[]) => lines.map((line) => [`${line.method} ${line.path}`, line] as const);
const PROJECT_LINES = TABLE.filter(({ access }) => ['viewer', 'editor', 'admin', 'owner'].includes(access));
const SESSION_LINES = TABLE.filter(({ access }) => access === 'session');

const visitorOf = (cast: Cast, caller: CallerName) => (caller === 'nobody' ? new Visitor(url) : cast[caller].visitor);

function send(visitor: Visitor, line: Line, ids: Ids, scene: Scene, requestId = randomUUID()): Promise<Answer> {
  const body = line.body?.({ newcomer: scene.newcomer.email });
  return visitor.call(line.method, fill(line, ids), { body, headers: { 'x-request-id': requestId } });
}

const isFeed = ({ path }: Line) => path.endsWith('/events');

/** Opens what has no end, and leaves. @throws when it does not open */
async function opened(visitor: Visitor, line: Line, ids: Ids): Promise<Pick<Answer, 'status'>> {
  (await visitor.stream(fill(line, ids))).close();
  return { status: 200 };
}

/** What can be seen of an answer, the moment it was sent aside. */
function visible({ status, headers, text }: Answer) {
  const { date: _, ...others } = headers;
  return { status, headers: others, text };
}

describe('who may do what', () => {
  let cast: Cast;
  let shared: Scene;
  let everybody: string[];

  beforeAll(async () => {
    cast = await aCast(url);
    shared = await aScene(url, cast);
    everybody = [...Object.values(cast).map(({ id }) => id), shared.newcomer.id];
  });

  const currentState = () => stateOf(shared.project.id, everybody);

  it.each(named(PROJECT_LINES))(
    'S19 %s: each caller gets what the table says, the refused change nothing',
    async (_, line) => {
      const before = await currentState();
      for (const caller of CALLERS) {
        const status = expectedStatus(line, caller);
        if (status < 400) continue;
        expectProblem(await send(visitorOf(cast, caller), line, shared.ids, shared), status);
      }
      expect(await currentState()).toBe(before);
      for (const caller of CALLERS) {
        if (expectedStatus(line, caller) >= 400) continue;
        const scene = line.method === 'GET' ? shared : await aScene(url, cast);
        const answer = isFeed(line)
          ? await opened(visitorOf(cast, caller), line, scene.ids)
          : await send(visitorOf(cast, caller), line, scene.ids, scene);
        expect({ caller, status: answer.status }).toEqual({ caller, status: line.status });
      }
    },
  );

  it.each(named(PROJECT_LINES))('S19 %s: a stranger cannot tell it from one that does not exist', async (_, line) => {
    const requestId = randomUUID();
    const { visitor } = cast.stranger;
    const real = await send(visitor, line, shared.ids, shared, requestId);
    const unknown = await send(visitor, line, unknownIds(), shared, requestId);
    expect(visible(real)).toEqual(visible(unknown));
  });

  it.each(named(SESSION_LINES))('S19 %s: whoever is signed in, and nobody else', async (_, line) => {
    const before = await currentState();
    expectProblem(await send(new Visitor(url), line, shared.ids, shared), 401);
    expect(await currentState()).toBe(before);
    const person = await aUser(url);
    const { visitor, sessionId } = await anotherBrowser(url, person);
    const answer = await send(visitor, line, { ...shared.ids, sessionId }, shared);
    expect(answer.status).toBe(line.status);
  });

  it('S19 the session of somebody else is unknown to me', async () => {
    const { visitor, sessionId } = await anotherBrowser(url, cast.owner);
    const requestId = randomUUID();
    const end = (id: string) => cast.stranger.visitor.delete(`/api/auth/sessions/${id}`, { 'x-request-id': requestId });
    expect(visible(await end(sessionId))).toEqual(visible(await end(randomUUID())));
    expect((await visitor.get('/api/auth/me')).status).toBe(200);
  });

  it('S19 lists hold only what is mine', async () => {
    const mine = await aProject(url, {}, cast.stranger);
    const listed = (await cast.stranger.visitor.get('/api/projects')).body as { id: string }[];
    expect(listed.map(({ id }) => id)).toContain(mine.id);
    expect(listed.map(({ id }) => id)).not.toContain(shared.project.id);
  });

  it('S19 a member who is removed is a stranger at once, on every service', async () => {
    const scene = await aScene(url, cast);
    const member = cast.viewer;
    await eventually(async () => {
      const entries = await cast.owner.visitor.get(`/api/flags/${scene.ids.flagId}/audit`);
      expect(entries.body).toHaveLength(1);
    });
    const addresses = PROJECT_LINES.filter((line) => line.method === 'GET' && !isFeed(line)).map((line) =>
      fill(line, scene.ids),
    );
    for (const address of addresses) expect((await member.visitor.get(address)).status).toBe(200);
    await cast.owner.visitor.delete(`/api/projects/${scene.project.id}/members/${member.id}`);
    for (const address of addresses) expectProblem(await member.visitor.get(address), 404);
  });

  it('S19 SDK keys are shown to editors and above, and to viewers nowhere', async () => {
    const { id } = shared.project;
    for (const caller of ['viewer', 'editor', 'admin', 'owner'] as const) {
      const answers = await Promise.all(
        [`/api/projects/${id}`, `/api/projects/${id}/environments`, '/api/projects'].map((path) =>
          cast[caller].visitor.get(path),
        ),
      );
      const shown = answers.map(({ text }) => text.includes(shared.project.production.sdk_key));
      expect({ caller, shown }).toEqual({ caller, shown: Array(3).fill(caller !== 'viewer') });
    }
  });

  it('S19 an admin cannot make, change or remove an owner', async () => {
    const { visitor } = cast.admin;
    const members = `/api/projects/${shared.project.id}/members`;
    const before = await currentState();
    expectProblem(await visitor.post(members, { email: shared.newcomer.email, role: 'owner' }), 403);
    expectProblem(await visitor.patch(`${members}/${cast.admin.id}`, { role: 'owner' }), 403);
    expectProblem(await visitor.patch(`${members}/${cast.owner.id}`, { role: 'viewer' }), 403);
    expectProblem(await visitor.delete(`${members}/${cast.owner.id}`), 403);
    expect(await currentState()).toBe(before);
  });

  it('S19 a change by somebody who may is seen by the comparison used here', async () => {
    const scene = await aScene(url, cast);
    const states = [await stateOf(scene.project.id, everybody)];
    const writes = PROJECT_LINES.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/:id'));
    for (const line of writes) {
      const place = line.method === 'DELETE' ? await aScene(url, cast) : scene;
      const before = await stateOf(place.project.id, everybody);
      await send(cast.owner.visitor, line, place.ids, place);
      const after = await stateOf(place.project.id, everybody);
      expect({ line: line.path, changed: after !== before }).toEqual({ line: line.path, changed: true });
      states.push(after);
    }
    expect(new Set(states).size).toBe(states.length);
  });

  it('S12 what is safe changes nothing', async () => {
    const before = await currentState();
    for (const line of TABLE.filter(
      (line) => line.method === 'GET' && !line.path.endsWith('/stream') && !isFeed(line),
    )) {
      const headers = { 'x-sdk-key': shared.project.production.sdk_key };
      for (const method of ['GET', 'HEAD', 'OPTIONS']) {
        const { visitor } = cast.owner;
        await visitor.call(method, fill(line, shared.ids), { headers });
      }
    }
    expect(await currentState()).toBe(before);
  });
});

describe('ids that do not belong together', () => {
  it('S20 a flag of one project with an environment of another is not there, and nothing is written', async () => {
    const owner = await aUser(url);
    const [cast, other] = [await aCast(url), await aProject(url, {}, owner)];
    cast.owner = owner;
    const scene = await aScene(url, cast);
    const strange = { ...scene.ids, envId: other.production.id };
    const lines = PROJECT_LINES.filter(({ path }) => path.includes(':envId'));
    expect(lines.length).toBeGreaterThan(4);
    const before = await stateOf(scene.project.id, [owner.id]);
    for (const line of lines) expectProblem(await send(owner.visitor, line, strange, scene), 404);
    expect(await stateOf(scene.project.id, [owner.id])).toBe(before);
  });

  it('S20 a member of one project is no member in the address of another', async () => {
    const owner = await aUser(url);
    const other = await aProject(url, {}, owner);
    const cast = await aCast(url);
    cast.owner = owner;
    const scene = await aScene(url, cast);
    const before = await stateOf(scene.project.id, [owner.id]);
    for (const line of PROJECT_LINES.filter(({ path }) => path.includes(':userId')))
      expectProblem(await send(owner.visitor, line, { ...scene.ids, id: other.id }, scene), 404);
    expect(await stateOf(scene.project.id, [owner.id])).toBe(before);
  });
});
