import { opaqueTag } from '@burgee/contracts/wire';
import { aFlag, aProject, aUser, type ServiceResponse, type Project, sharedCluster, TestClient } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';
import { BULK } from '../ofrep/ofrep-calls.js';
import { SDK_ADDRESSES } from './sdk-calls.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const owner = await aUser(url);

const context = { targetingKey: 'a' };

/** Every read that takes the header, as it is asked at an address. */
const READS: [string, (base: string, project: Project, headers: Record<string, string>) => Promise<ServiceResponse>][] =
  [
    [
      'GET /api/v1/flags',
      (base, project, headers) => new TestClient(base).get('/api/v1/flags', withKey(project, headers)),
    ],
    [
      'a bulk decision',
      (base, project, headers) => new TestClient(base).post(BULK, { context }, withKey(project, headers)),
    ],
    [
      'a single decision',
      (base, project, headers) => new TestClient(base).post(`${BULK}/flag`, { context }, withKey(project, headers)),
    ],
  ];
const withKey = ({ development }: Project, headers: Record<string, string>) => ({
  'x-sdk-key': development.sdk_key,
  ...headers,
});
const PLACES = READS.flatMap(([name, read]) =>
  SDK_ADDRESSES.map(
    ([place, base]) =>
      [`${name} at ${place}`, (...rest: [Project, Record<string, string>]) => read(base, ...rest)] as const,
  ),
);
/** Decisions say it in their body. */
const positionOf = ({ headers, body }: ServiceResponse): string => {
  const { epoch, revision } = body.metadata ?? {};
  return epoch === undefined ? opaqueTag(String(headers.etag)) : `${epoch}-${revision}`;
};
const from = (position: unknown) => ({ 'burgee-min-position': String(position) });

async function prepared() {
  const project = await aProject(url, {}, owner);
  const flag = await aFlag(project, { key: 'flag' });
  const path = `/api/flags/${flag.id}/environments/${project.development.id}`;
  const change = (body: object) => project.owner.client.patch('is_enabled' in body ? `${path}/toggle` : path, body);
  const positionsOf = async () =>
    ((await project.owner.client.get(`/api/projects/${project.id}/environments`)).body as { position: string }[]).map(
      ({ position }) => position,
    );
  return { project, flag, change, positionsOf };
}

describe('a write names its position', () => {
  it('of one environment: that of its ETag, also where there was nothing to change', async () => {
    const { project, change, positionsOf } = await prepared();
    const etag = async () => String((await READS[0]![1](url, project, {})).headers.etag);
    for (const body of [
      { is_enabled: true },
      { is_enabled: true },
      { rollout_percentage: 7 },
      { rollout_percentage: 7 },
    ]) {
      const { status, headers } = await change(body);
      expect([status, `W/"${headers['burgee-position']}"`]).toEqual([200, await etag()]);
      expect((await positionsOf())[0]).toBe(headers['burgee-position']);
    }
    const refused = await change({ rollout_percentage: 101 });
    expect([refused.status, refused.headers['burgee-position']]).toEqual([400, undefined]);
  });

  it('of many flags in one environment: the last of them, also where there was nothing to change', async () => {
    const { project, flag, positionsOf } = await prepared();
    const other = await aFlag(project);
    const change = (isEnabled: boolean) =>
      project.owner.client.post(`/api/environments/${project.development.id}/changes`, {
        changes: [flag, other].map(({ id }) => ({ flag_id: id, patch: { is_enabled: isEnabled } })),
      });
    for (const isEnabled of [true, true, false]) {
      const { status, headers } = await change(isEnabled);
      expect([status, headers['burgee-position']]).toEqual([200, (await positionsOf())[0]]);
    }
  });

  it('of several environments: one of each, also where there was nothing to change', async () => {
    const { project, flag, positionsOf } = await prepared();
    const { client } = project.owner;
    const of = `/api/flags/${flag.id}`;
    const many = (action: string) => ({ action, flag_ids: [flag.id] });
    const rename = () => client.patch(of, { name: 'Renamed' });
    const writes = [
      () => client.post(`/api/projects/${project.id}/flags`, { key: 'another' }),
      rename,
      rename,
      () => client.patch(of, { description: 'served to nobody' }),
      () => client.post(`${of}/archive`),
      () => client.post(`${of}/archive`),
      () => client.post(`${of}/unarchive`),
      () => client.post(`/api/projects/${project.id}/flags/changes`, many('archive')),
      () => client.post(`/api/projects/${project.id}/flags/changes`, many('archive')),
      () => client.delete(of),
    ];
    for (const write of writes) {
      const { status, headers } = await write();
      const positions = await positionsOf();
      expect([status < 300, String(headers['burgee-position']).split(', ').toSorted()]).toEqual([
        true,
        positions.toSorted(),
      ]);
      const read = await READS[0]![1](url, project, from(headers['burgee-position']));
      expect(read.headers.etag).toBe(`W/"${positions[0]}"`);
    }
  });
});

describe('a read that must see a write', () => {
  it.each(PLACES)('sees it as soon as it has answered: %s', async (_, read) => {
    const { project, change } = await prepared();
    for (const isEnabled of [true, false, true]) {
      const { headers } = await change({ is_enabled: isEnabled });
      const answer = await read(project, from(headers['burgee-position']));
      expect(answer.status).toBe(200);
      expect(answer.headers['burgee-as-of']).toBeUndefined();
      expect(positionOf(answer)).toBe(headers['burgee-position']);
    }
  });

  it.each(PLACES)('of a write that is not, of another history, or malformed, is refused: %s', async (_, read) => {
    const { project, change } = await prepared();
    const { headers } = await change({ is_enabled: true });
    const [, epoch, revision] = /^(\w+)-(\d+)$/.exec(String(headers['burgee-position'])) ?? [];
    const early = await read(project, from(`${epoch}-${Number(revision) + 1}`));
    expectProblem(early, 503, 'position_not_reached');
    expect(early.headers['retry-after']).toBe('1');
    expectProblem(await read(project, from(`other-${revision}`)), 409, 'position_unknown');
    const malformed = await read(project, from('nonsense'));
    expect(malformed.status).toBe(400);
    expect(malformed.body.detail ?? malformed.body.errorDetails).toContain('Burgee-Min-Position is malformed');
    expect((await read(project, { ...from('nonsense'), 'x-sdk-key': 'nonsense' })).status).toBe(401);
    expect((await read(project, from(`${epoch}-0`))).status).toBe(200);
  });
});
