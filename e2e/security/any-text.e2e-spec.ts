import { nameFault } from '@burgee/contracts/http';
import { aFlag, aProject, aUser, TestClient, sharedCluster } from '@burgee/testing';
import { describe, expect, it } from '@jest/globals';
import { expectProblem } from '../expect-problem.js';

const { url } = sharedCluster();
/** Owns every project of this file. */
const owner = await aUser(url);

describe('text of every kind', () => {
  const TEXTS = {
    'four-byte characters': '🏴‍☠️ 𝄞 𠜎',
    'right to left, joined and combined': '\u202emarhaba\u202c مرحبا e\u0301',
    'line separators and controls': 'a\u2028b\u2029c\r\nd\te\u0001\u007f',
    markup: '<img src=x onerror=alert(1)>"\'&amp;</script>',
    'SQL and templates': `'; drop table flags.flags; -- \${1} $1 %s \\ {{7*7}}`,
    'words of JavaScript': '__proto__ constructor null undefined NaN',
    'the last code point': '\u{10ffff}\ufffe\uffff',
  };

  it.each(Object.keys(TEXTS))('S36 %s come back as they were sent', async (name) => {
    const text = TEXTS[name as keyof typeof TEXTS];
    const isName = nameFault(text) === undefined;
    const shown = { name: isName ? text : 'Shown', description: text };
    const project = await aProject(url, shown, owner);
    const flag = await aFlag(project, { ...shown, type: 'string' });
    const { client } = project.owner;
    if (!isName)
      expectProblem(await client.patch(`/api/flags/${flag.id}`, { name: text }), 400, 'invalid_request', ['/name']);
    expect((await client.get(`/api/projects/${project.id}`)).body).toMatchObject(shown);
    expect((await client.get(`/api/flags/${flag.id}`)).body).toMatchObject(shown);
    const value = { targeting_attribute: text, targeting_value: text, targeting_return_value: text };
    const edited = await client.patch(`/api/flags/${flag.id}/environments/${project.production.id}`, value);
    expect(edited.body).toMatchObject(value);
    const served = await new TestClient(url).get('/api/v1/flags', { 'x-sdk-key': project.production.sdk_key });
    expect(served.body).toEqual([expect.objectContaining({ ...value, name: shown.name })]);
    const found = await client.get(`/api/projects/${project.id}/flags?search=${encodeURIComponent(shown.name)}`);
    expect(found.body.map(({ id }: { id: string }) => id)).toEqual([flag.id]);
  });

  it('S33 flags named like the properties of an object are served like any other', async () => {
    const project = await aProject(url, {}, owner);
    const keys = ['constructor', 'hasOwnProperty', 'toString', 'valueOf'];
    for (const key of keys) await aFlag(project, { key });
    const sdk = new TestClient(url);
    const key = { 'x-sdk-key': project.development.sdk_key };
    const served = (await sdk.get('/api/v1/flags', key)).body as { key: string; is_enabled: boolean }[];
    expect(served.map((flag) => flag.key)).toEqual(keys);
    expect(served.every((flag) => flag.is_enabled === false)).toBe(true);
  });

  it('S35 quotes and comments in an email, a query or a cursor are text', async () => {
    const corpus = [
      `' or '1'='1`,
      // It would take longer than this test may.
      `'; select pg_sleep(600); --`,
      `" or ""="`,
      `1; drop table auth.users`,
      `admin'/*`,
      `%' or 1=1 --`,
      `\\'; --`,
    ];
    const project = await aProject(url, {}, owner);
    await aFlag(project);
    for (const text of corpus) {
      expectProblem(await new TestClient(url).post('/api/auth/login', { email: text, password: text }), 404);
      const found = await project.owner.client.get(
        `/api/projects/${project.id}/flags?search=${encodeURIComponent(text)}`,
      );
      expect(found.body).toEqual([]);
      const cursor = Buffer.from(JSON.stringify([text])).toString('base64url');
      expect((await project.owner.client.get(`/api/projects/${project.id}/flags?cursor=${cursor}`)).status).toBe(200);
    }
  });
});
