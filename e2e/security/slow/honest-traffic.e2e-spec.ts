import {
  aFlag,
  type ServiceResponse,
  aProject,
  aUser,
  type Project,
  startTestCluster,
  type TestCluster,
  TestClient,
} from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const [PAGES, PEOPLE, FLAGS] = [400, 40, 5_000];

let cluster: TestCluster;
let full: Project;

const statusesOf = (answers: readonly ServiceResponse[]) => [...new Set(answers.map(({ status }) => status))];
/** A document with as many flags as a project may have. */
const document = {
  version: 1,
  environments: [],
  flags: Array.from({ length: FLAGS }, (_, n) => ({ key: `flag-${n}`, type: 'boolean' })),
};
const importInto = ({ id, owner }: Project) => owner.client.post(`/api/projects/${id}/import`, document);

beforeAll(async () => {
  cluster = await startTestCluster({ sdkGateways: 1, links: false });
  full = await aProject(cluster.url);
}, 120_000);
afterAll(() => cluster.stop(), 60_000);

describe('honest traffic is never throttled', () => {
  it('an import of 5,000 flags while others switch theirs', async () => {
    const others = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const project = await aProject(cluster.url);
        return { project, flag: await aFlag(project) };
      }),
    );
    const state = { isOver: false };
    const imported = importInto(full).finally(() => (state.isOver = true));
    const switched: ServiceResponse[] = [];
    const keepSwitching = async ({ project, flag }: (typeof others)[0]) => {
      const path = `/api/flags/${flag.id}/environments/${project.development.id}/toggle`;
      for (let round = 0; !state.isOver || round < 5; round++)
        switched.push(await project.owner.client.patch(path, { is_enabled: round % 2 === 0 }));
    };
    await Promise.all(others.map(keepSwitching));
    expect((await imported).status).toBe(200);
    expect(statusesOf(switched)).toEqual([200]);
  }, 120_000);

  it('a job that reads 5,000 flags, page after page, as fast as it can', async () => {
    const pages: ServiceResponse[] = [];
    let next: string | undefined = `/api/projects/${full.id}/flags?limit=50`;
    while (next !== undefined) {
      const page = await full.owner.client.get(next);
      pages.push(page);
      next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1];
    }
    expect(statusesOf(pages)).toEqual([200]);
    expect(pages.flatMap(({ body }) => body)).toHaveLength(FLAGS);
  }, 120_000);

  it('four hundred pages behind one address that decide with one client key', async () => {
    const project = await aProject(cluster.url);
    await Promise.all(Array.from({ length: 30 }, () => aFlag(project)));
    const { client_key: key } = project.development;
    for (const base of [cluster.url, cluster.services['sdk-gateway-1']!.url]) {
      const page = () =>
        new TestClient(base).post('/ofrep/v1/evaluate/flags', { context: { targetingKey: 'a' } }, { 'x-api-key': key });
      for (let round = 0; round < 2; round++)
        expect(statusesOf(await Promise.all(Array.from({ length: PAGES }, page)))).toEqual([200]);
    }
  }, 120_000);

  it('forty people behind one address who have the same pages open, and switch', async () => {
    const project = await aProject(cluster.url);
    const flag = await aFlag(project);
    const open = async () => {
      const person = await aUser(cluster.url);
      const own = await aProject(cluster.url, {}, person);
      const ownFlag = await aFlag(own);
      const reads = ['', '/flags', '/environments', '/members', '/audit'].map((path) =>
        person.client.get(`/api/projects/${own.id}${path}`),
      );
      const toggle = person.client.patch(`/api/flags/${ownFlag.id}/environments/${own.development.id}/toggle`, {
        is_enabled: true,
      });
      return Promise.all([...reads, person.client.get('/api/projects'), toggle]);
    };
    const people = Array.from({ length: PEOPLE }, open);
    const again = Array.from({ length: PEOPLE }, () => project.owner.client.get(`/api/flags/${flag.id}`));
    const answers = [...(await Promise.all(people)).flat(), ...(await Promise.all(again))];
    expect(statusesOf(answers)).toEqual([200]);
  }, 120_000);
});
