import {
  aProject,
  type ServiceResponse,
  PASSWORD,
  type Project,
  unique,
  TestClient,
  sharedCluster,
} from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fill, type Ids, type Line, TABLE } from '../authorization-table.js';
import { createPeople, createFixture, type People } from '../fixture.js';
import { generated } from './generated.js';

const { url } = sharedCluster();
const RUNS = generated({ seed: 20_261_121, numRuns: 4 }, 20);

/** Values that have broken parsers, validators and databases, in addition to arbitrary values. */
const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '1e309',
  '-0',
  '\u202e',
  '🚩'.repeat(50),
  "'; --",
  '%00',
  '../..',
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  101,
  2 ** 31,
  2 ** 53,
  Number.MIN_VALUE,
  [],
  {},
  [[]],
  [{}],
  [null],
  { length: 1 },
);
const value = fc.oneof(nasty, fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary', maxLength: 300 }));
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }).map((one) => one.replace(/[\ud800-\udfff]/g, '')),
);

const QUERY_NAMES = [
  'limit',
  'cursor',
  'search',
  'type',
  'state',
  'actor',
  'flag',
  'from',
  'to',
  'ticket',
  'snapshot',
  '__proto__',
  'limit[]',
];
const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...QUERY_NAMES), text), text), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, one]) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`).join('&'));
const rawQuery = fc.string({ unit: fc.constantFrom(...'%&=[]+;0aF/?\\'.split('')), maxLength: 40 });

/** A body near to a good one, a body of any kind, or text that is hardly JSON. */
const bodyFor = (good: Record<string, unknown>): fc.Arbitrary<string> => {
  const names = [...Object.keys(good), 'url', 'slug', 'icon', 'environments', 'description', 'type'];
  const near = fc
    .dictionary(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text }), value, {
      maxKeys: 4,
    })
    .map((changes) => JSON.stringify({ ...good, ...changes }));
  const any = fc.jsonValue({ maxDepth: 3 }).map((one) => JSON.stringify(one));
  const broken = fc.tuple(near, fc.nat(), text).map(([json, at, noise]) => {
    const place = at % (json.length + 1);
    return json.slice(0, place) + noise + json.slice(place);
  });
  return fc.oneof({ weight: 6, arbitrary: near }, { weight: 1, arbitrary: any }, { weight: 2, arbitrary: broken });
};

/** Ending the session, the project or a membership would make the rest of the runs one and the same 401 or 404. */
const ENDS_ITSELF = new Set(['POST /api/auth/logout', 'DELETE /api/projects/:id', 'POST /api/auth/password']);
const nameOf = ({ method, path }: Line) => `${method} ${path}`;

describe('generated requests', () => {
  let people: People;
  let project: Project;
  let ids: Ids;
  let newcomer: string;

  beforeAll(async () => {
    people = await createPeople(url);
    const fixture = await createFixture(url, people);
    ({ project, ids } = fixture);
    newcomer = fixture.newcomer.email;
  });

  const keyOf = (line: Line) => (line.access === 'sdk-key' ? { 'x-sdk-key': project.production.sdk_key } : {});

  /** Unlimited by address: each call comes from another. */
  function caller(): TestClient {
    const client = new TestClient(url);
    client.cookies.set('token', people.owner.client.cookies.get('token')!);
    return client;
  }

  /** What is wrong is a problem document, or said in the form of OFREP. */
  function assertSound({ status, headers, text: sent, body }: ServiceResponse): void {
    expect(status).toBeGreaterThanOrEqual(200);
    if (status >= 500) throw new Error(`answered ${status}: ${sent}`);
    const type = 'errorCode' in Object(body) ? 'json' : 'problem+json';
    if (status >= 400) expect(headers['content-type']).toBe(`application/${type}; charset=utf-8`);
  }

  const expectAnswered = <T>(arbitrary: fc.Arbitrary<T>, send: (one: T) => Promise<ServiceResponse>) =>
    fc.assert(
      fc.asyncProperty(arbitrary, async (one) => assertSound(await send(one))),
      // A failure prints the seed, the path to the smallest input and that input.
      { ...RUNS, endOnFailure: false },
    );

  const withBody = TABLE.filter((line) => line.body && !ENDS_ITSELF.has(nameOf(line)));
  it.each(withBody.map((line) => [nameOf(line), line] as const))('S37 %s answers any body', async (_, line) => {
    const good = line.body!({ newcomer }) as Record<string, unknown>;
    await expectAnswered(bodyFor(good), (raw) =>
      caller().call(line.method, fill(line, ids), {
        raw,
        headers: { 'content-type': 'application/json', ...keyOf(line) },
      }),
    );
  });

  it('S37 POST /api/auth/password answers any body', async () => {
    await expectAnswered(bodyFor({ current_password: `${PASSWORD}!`, new_password: PASSWORD }), async (raw) => {
      const client = new TestClient(url);
      client.cookies.set('token', people.viewer.client.cookies.get('token')!);
      return client.call('POST', '/api/auth/password', { raw, headers: { 'content-type': 'application/json' } });
    });
  });

  const reads = TABLE.filter((line) => line.method === 'GET' && !/\/(stream|events)$/.test(line.path));
  it.each(reads.map((line) => [nameOf(line), line] as const))('S37 %s answers any query', async (_, line) => {
    await expectAnswered(fc.oneof(query, rawQuery), (one) =>
      caller().get(`${fill(line, ids)}?${one}`.replace(/\s/g, '+'), keyOf(line)),
    );
  });

  const withIds = TABLE.filter((line) => line.path.includes(':'));
  it.each(withIds.map((line) => [nameOf(line), line] as const))('S37 %s answers any id', async (_, line) => {
    const segment = fc.oneof(
      text.map(encodeURIComponent),
      fc.string({ unit: fc.constantFrom(..."%.;:@!$'()*,=~0aF".split('')), minLength: 1 }),
    );
    await expectAnswered(
      fc.record({ id: segment, flagId: segment, envId: segment, userId: segment, sessionId: segment }),
      (strange) => caller().call(line.method, fill(line, strange), { body: line.body?.({ newcomer }) }),
    );
  });

  it('S37 any header is answered', async () => {
    const names = [
      'x-sdk-key',
      'origin',
      'if-none-match',
      'if-match',
      'accept-encoding',
      'x-request-id',
      'cookie',
      'last-event-id',
      'sec-fetch-site',
      'accept',
      'content-type',
    ];
    const headerText = fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0xff })
        .filter((code) => code !== 0x7f)
        .map((code) => String.fromCharCode(code)),
      maxLength: 80,
    });
    const headers = fc.dictionary(fc.constantFrom(...names), headerText, { maxKeys: 4 });
    for (const path of ['/api/v1/flags', '/api/v1/flags?x', '/api/auth/me', `/api/flags/${ids.flagId}`, '/'])
      await expectAnswered(headers, (one) => new TestClient(url).get(path, { ...keyOf(TABLE.at(-1)!), ...one }));
  });

  it('the seed does not tire the cluster: it still works', async () => {
    const again = await aProject(url, { name: unique('after') });
    expect((await again.owner.client.get(`/api/projects/${again.id}`)).status).toBe(200);
  });
});
