import { randomBytes } from 'node:crypto';
import { aFlag, aProject, type Answer, type Project, sharedCluster, TestClient } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { EVERYWHERE, fill, type Line, PAGES, TABLE } from './authorization-table.js';

const { url, services } = sharedCluster();
const gateways = Object.keys(services).filter((name) => name.startsWith('sdk-gateway'));
const addresses = [url, ...gateways.map((name) => services[name]!.url)];
const canary = () => `canary-${randomBytes(12).toString('hex')}`;

/** Every way in which a caller can bring a key. */
const WAYS: [string, (key: string) => { headers?: Record<string, string>; query?: string }][] = [
  ['x-sdk-key', (key) => ({ headers: { 'x-sdk-key': key } })],
  ['x-api-key', (key) => ({ headers: { 'x-api-key': key } })],
  ['a bearer', (key) => ({ headers: { authorization: `Bearer ${key}` } })],
  ['an authorization without a scheme', (key) => ({ headers: { authorization: key } })],
  ['a session', (key) => ({ headers: { cookie: `token=${key}` } })],
  ['a ticket', (key) => ({ query: `?ticket=${key}` })],
  ['the address', (key) => ({ query: `?sdk_key=${key}&client_key=${key}&snapshot=true` })],
];

describe('the text of a rule', () => {
  const rule = { targeting_attribute: canary(), targeting_value: canary() };
  let project: Project;
  let flagId: string;

  beforeAll(async () => {
    project = await aProject(url);
    const flag = await aFlag(project);
    flagId = flag.id;
    const path = `/api/flags/${flagId}/environments/${project.production.id}`;
    await project.owner.client.patch(path, { is_enabled: true, ...rule, targeting_return_value: 'true' });
  });

  const found = ({ text, headers }: Pick<Answer, 'text' | 'headers'>) =>
    Object.values(rule).filter((one) => (text + JSON.stringify(headers)).includes(one));

  /** What a line of the table answers to a key, whatever its method changes: a client key changes nothing. */
  async function answerOf(base: string, line: Pick<Line, 'method' | 'path' | 'body'>, way: (typeof WAYS)[0][1]) {
    const ids = { id: project.id, flagId, envId: project.production.id, userId: project.owner.id, sessionId: flagId };
    const { headers = {}, query = '' } = way(project.production.client_key);
    const body = line.body?.({ newcomer: 'newcomer@example.com' });
    const json = body && { raw: JSON.stringify(body) };
    const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
    const address = fill(line, { ...ids, invitationId: flagId }) + query;
    return new TestClient(base).call(line.method, address, { ...json, headers: { ...headers, ...type } });
  }

  it('is seen by this test where it is given out', async () => {
    const headers = { 'x-sdk-key': project.production.sdk_key };
    expect(found(await new TestClient(url).get('/api/v1/flags', headers))).toHaveLength(2);
  });

  it.each(WAYS)('S68 never leaves by any route that a client key is brought to as %s', async (_, way) => {
    const places = [...EVERYWHERE, ...PAGES].map((path) => ({ method: 'GET', path }) as const);
    // These make accounts, which no key has a part in.
    const lines = [...TABLE.filter(({ path }) => !path.startsWith('/api/auth/')), ...places];
    const leaks: string[] = [];
    const opened: string[] = [];
    for (const base of addresses)
      for (const line of lines) {
        const answer = await answerOf(base, line, way);
        const place = `${line.method} ${line.path} at ${base}`;
        if (found(answer).length > 0) leaks.push(place);
        const isClosed = 'access' in line && line.access !== 'public' && line.path.startsWith('/api/');
        if (isClosed && ![401, 404].includes(answer.status)) opened.push(`${answer.status} of ${place}`);
      }
    expect({ leaks, opened }).toEqual({ leaks: [], opened: [] });
  });
});
