import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { aProject, eventually, PASSWORD, type Project, sharedCluster } from '@burgee/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startUnleash, type Unleash } from '../bench/unleash.js';

const { url, root, postgresUrl, dataDir } = sharedCluster();
const DECISIONS = 30_000;

let project: Project;
let unleash: Unleash;
let token: string;
let segment: number;

const rollout = (percentage: number, groupId: string, rest: object = {}) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(percentage), stickiness: 'userId', groupId },
  ...rest,
});
const where = (contextName: string, operator: string, ...values: string[]) => ({ contextName, operator, values });
const variant = (name: string, type: string, value: string, weight = 1_000) => ({
  name,
  weight,
  weightType: 'variable',
  stickiness: 'default',
  payload: { type, value },
});

/** A feature of each kind that Unleash makes, by its name: its strategies. */
const KINDS: Record<string, object[]> = {
  'for-all': [{ name: 'default' }],
  'a-percentage': [rollout(25, 'a-percentage')],
  'a-condition': [rollout(100, 'a-condition', { constraints: [where('country', 'IN', 'NO')] })],
  'a-condition-and-a-percentage': [
    rollout(100, 'x', { constraints: [where('country', 'IN', 'NO')] }),
    rollout(40, 'a-condition-and-a-percentage'),
  ],
  'all-but-some': [rollout(60, 'all-but-some', { constraints: [where('plan', 'NOT_IN', 'free')] })],
  'all-but-several': [rollout(60, 'all-but-several', { constraints: [where('plan', 'NOT_IN', 'free', 'trial')] })],
  'one-user': [rollout(100, 'x', { constraints: [where('userId', 'IN', '4711')] })],
  'a-text': [rollout(50, 'a-text', { variants: [variant('blue', 'string', 'blue')] })],
  'a-number': [rollout(100, 'a-number', { variants: [variant('five', 'number', '5')] })],
  'json-for-some': [
    rollout(100, 'json-for-some', {
      constraints: [where('plan', 'IN', 'pro')],
      variants: [variant('limits', 'json', '{"uploads":10}')],
    }),
  ],
  'a-group-of-its-own': [rollout(30, 'shared')],
  'by-session': [
    { name: 'flexibleRollout', parameters: { rollout: '30', stickiness: 'sessionId', groupId: 'by-session' } },
  ],
  'several-values': [rollout(100, 'x', { constraints: [where('country', 'IN', 'NO', 'SE')] })],
  'another-operator': [rollout(100, 'x', { constraints: [where('email', 'STR_ENDS_WITH', '@example.com')] })],
  'three-strategies': [rollout(1, 'x'), rollout(2, 'x'), rollout(3, 'x')],
  addresses: [{ name: 'by-address', parameters: { IPs: '10.0.0.1' } }],
  weights: [rollout(100, 'x', { variants: [variant('a', 'string', 'a', 500), variant('b', 'string', 'b', 500)] })],
};
const WITH_DIFFERENCES = ['a-group-of-its-own', 'by-session'];
const NOT_TAKEN = ['addresses', 'another-operator', 'depends', 'three-strategies', 'weights'];

async function makeFeature(name: string, strategies: readonly object[], isOn = true): Promise<void> {
  const features = '/api/admin/projects/default/features';
  await unleash.call('POST', features, { name, type: 'release' });
  const place = `${features}/${name}/environments/${unleash.environment}`;
  for (const strategy of strategies) await unleash.call('POST', `${place}/strategies`, strategy);
  if (isOn) await unleash.call('POST', `${place}/on`, {});
}

beforeAll(async () => {
  project = await aProject(url, { name: 'Moved' });
  unleash = await startUnleash(postgresUrl, join(dataDir, 'logs', 'unleash.log'));
  const parameters = [{ name: 'IPs', type: 'list', description: '', required: true }];
  await unleash.call('POST', '/api/admin/strategies', { name: 'by-address', description: '', parameters });
  for (const [name, strategies] of Object.entries(KINDS)) await makeFeature(name, strategies);
  await makeFeature('switched-off', [rollout(50, 'switched-off')], false);
  const made = await unleash.call('POST', '/api/admin/segments', {
    name: 'norway',
    constraints: [where('country', 'IN', 'NO')],
  });
  segment = (made as { id: number }).id;
  // Unleash puts the constraints of a segment in its place.
  await makeFeature('a-segment', [rollout(100, 'x', { segments: [segment] })]);
  await makeFeature('depends', [{ name: 'default' }]);
  await unleash.call('POST', '/api/admin/projects/default/features/depends/dependencies', { feature: 'for-all' });
  token = (await unleash.issueTokens()).client;
  await eventually(async () => {
    const answer = await fetch(`${unleash.url}/api/client/features`, { headers: { authorization: token } });
    const { features } = (await answer.json()) as { features: { name: string; dependencies?: object[] }[] };
    if (!features.find(({ name }) => name === 'depends')?.dependencies?.length)
      throw new Error('Unleash is not that far.');
  }, 30_000);
}, 300_000);
afterAll(() => unleash?.stop());

/** @returns what a command prints, and how it ends */
function command(name: 'import' | 'compare', ...args: string[]): Promise<{ code: number; printed: string }> {
  const words = [join(root, 'tools', `${name}.mjs`), 'unleash', '--url', unleash.url, '--token', token, '--to', url];
  const env = { ...process.env, BURGEE_PASSWORD: PASSWORD };
  return new Promise((resolve) => {
    execFile(process.execPath, [...words, ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
    );
  });
}
const importing = (...args: string[]) =>
  command('import', '--email', project.owner.email, '--project', 'Moved', '--environment', 'Development', ...args);

const keysOf = (printed: string, sign: string) =>
  [...printed.matchAll(new RegExp(`^\\${sign} (\\S+?):?(?= |$)`, 'gm'))].map(([, key]) => key);

describe('moving over from Unleash', () => {
  it('shows a plan and changes nothing', async () => {
    const { code, printed } = await importing();
    expect([code, keysOf(printed, '✗')]).toEqual([0, NOT_TAKEN]);
    expect(keysOf(printed, '+')).toEqual(expect.arrayContaining(['for-all', ...WITH_DIFFERENCES, 'switched-off']));
    expect(printed).toMatch(/Nothing was changed\. With --apply it is done\.\n$/);
    expect((await project.owner.client.get(`/api/projects/${project.id}/flags`)).body).toEqual([]);
  });

  it('makes the flags, and a second time there is nothing to do', async () => {
    expect((await importing('--apply')).printed).toMatch(/Done: 16 flags made or changed\.\n$/);
    const { printed } = await importing('--apply');
    expect(printed).toContain('0 new (+), 0 to change (~), 16 the same (=), 5 not taken (✗).');
    expect(printed).toMatch(/Done: 0 flags made or changed\.\n$/);
  });

  it('decides the same as Unleash but for what the plan said', async () => {
    const { code, printed } = await command(
      'compare',
      '--key',
      project.development.sdk_key,
      '--decisions',
      String(DECISIONS),
    );
    expect([code, keysOf(printed, '✗')]).toEqual([1, WITH_DIFFERENCES]);
    expect(printed).toContain(`Not in Burgee, so not compared: ${NOT_TAKEN.join(', ')}`);
    const [, byCondition, byPercentage] = /A condition decided (\d+) %, a percentage (\d+) %/.exec(printed) ?? [];
    expect(Number(byCondition)).toBeGreaterThanOrEqual(30);
    expect(Number(byPercentage)).toBeGreaterThanOrEqual(30);
  });

  it('accepts the address in the form that SDKs use, and prints its usage', async () => {
    expect((await importing('--url', `${unleash.url}/api/`)).printed).toContain('16 the same (=)');
    for (const name of ['import', 'compare'] as const)
      expect(await command(name, '--help')).toMatchObject({ code: 0, printed: expect.stringMatching(/--url URL/) });
  });

  it('says what is wrong with a token, or an address', async () => {
    token = 'default:development.nobody';
    const { code, printed } = await importing();
    expect([code, printed]).toEqual([1, expect.stringMatching(/answered 401\. It takes a token for server SDKs/)]);
    await unleash.stop();
    const silent = await importing();
    expect([silent.code, silent.printed]).toEqual([1, expect.stringMatching(/client\/features cannot be reached: /)]);
  });
});
