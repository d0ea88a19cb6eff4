import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { aFlag, aProject, type Flag, type Project, sharedCluster, TestClient } from '@burgee/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { edit, toggle } from '../interface/flag-calls.js';
import { SDK_ADDRESSES } from '../interface/sdk-calls.js';
import { BULK, evaluateAll, evaluateOne } from './ofrep-calls.js';
import { faultOfAnswer } from './protocol.js';

const { url } = sharedCluster();

const context = { targetingKey: 'user-1', country: 'NO' };
const RULE = { targeting_attribute: 'country', targeting_value: 'NO', rollout_percentage: 0 };

/** A flag of each kind, on, with its decision for the context. */
const KINDS: [string, object, object, object][] = [
  ['on', {}, {}, { value: true, reason: 'STATIC', variant: 'on' }],
  ['off', {}, { is_enabled: false }, { value: false, reason: 'DISABLED', variant: 'off' }],
  ['nobody', {}, { rollout_percentage: 0 }, { value: false, reason: 'DEFAULT', variant: 'off' }],
  [
    'rule',
    {},
    { ...RULE, targeting_return_value: 'true' },
    { value: true, reason: 'TARGETING_MATCH', variant: 'targeted' },
  ],
  ['text', { type: 'string' }, { targeting_return_value: 'é' }, { value: 'é', reason: 'STATIC', variant: 'on' }],
  ['code-default', { type: 'string' }, {}, { reason: 'STATIC', variant: 'on' }],
  ['number', { type: 'number' }, { targeting_return_value: '0.5' }, { value: 0.5, reason: 'STATIC', variant: 'on' }],
  ['whole', { type: 'number' }, { targeting_return_value: '7' }, { value: 7, reason: 'STATIC', variant: 'on' }],
  [
    'object',
    { type: 'json' },
    { targeting_return_value: '{"a":[1]}' },
    { value: { a: [1] }, reason: 'STATIC', variant: 'on' },
  ],
  ['list', { type: 'json' }, { targeting_return_value: '[1]' }, { value: [1], reason: 'STATIC', variant: 'on' }],
  // user-1 is in bucket 31 of new-checkout.
  ['new-checkout', {}, { rollout_percentage: 32 }, { value: true, reason: 'SPLIT', variant: 'on' }],
];

let project: Project;
const flags = new Map<string, Flag>();

beforeAll(async () => {
  project = await aProject(url);
  for (const [key, made, value] of KINDS) {
    const flag = await aFlag(project, { key, ...made });
    flags.set(key, flag);
    await edit(project.owner, flag, project.development, { is_enabled: true, ...value });
  }
});

describe.each(SDK_ADDRESSES)('OFREP at %s', (_, base) => {
  it.each(KINDS)('decides %s, alone and in bulk', async (key, _made, _value, expected) => {
    const { status, body } = await evaluateOne(project.development, key, context, {}, base);
    const flagId = flags.get(key)?.id;
    const position = { revision: expect.any(Number), epoch: expect.any(String) };
    expect([status, body]).toEqual([200, { key, ...expected, metadata: { flagId, ...position } }]);
    const all = await evaluateAll(project.development, context, {}, { base });
    expect(all.body.flags).toContainEqual({ key, ...expected, metadata: { flagId } });
    expect([all.body.flags.length, all.body.metadata]).toEqual([KINDS.length, position]);
  });

  it('answers 404 FLAG_NOT_FOUND for an unknown flag', async () => {
    const { status, body } = await evaluateOne(project.development, 'none', context, {}, base);
    expect([status, body]).toMatchObject([404, { key: 'none', errorCode: 'FLAG_NOT_FOUND' }]);
  });

  it('answers 400 for a percentage without targetingKey alone, and 200 with an error entry in bulk', async () => {
    const error = { key: 'new-checkout', errorCode: 'TARGETING_KEY_MISSING' };
    const alone = await evaluateOne(project.development, 'new-checkout', {}, {}, base);
    expect([alone.status, alone.body]).toMatchObject([400, error]);
    const all = await evaluateAll(project.development, {}, {}, { base });
    expect([all.status, all.body.flags.length]).toEqual([200, KINDS.length]);
    expect(all.body.flags).toContainEqual(expect.objectContaining(error));
  });

  const attributes = Object.fromEntries(Array.from({ length: 201 }, (_none, index) => [`a${index}`, 1]));
  it.each([
    ['no JSON', '{', 'PARSE_ERROR'],
    ['no context', '{}', 'INVALID_CONTEXT'],
    ['201 attributes', JSON.stringify({ context: attributes }), 'INVALID_CONTEXT'],
    ['9 levels', `{"context":{"a":${'['.repeat(8)}${']'.repeat(8)}}}`, 'INVALID_CONTEXT'],
    ['more than 64 kB', JSON.stringify({ context: { a: 'a'.repeat(65_536) } }), 'INVALID_CONTEXT'],
  ])('answers 400 for %s, with the reason', async (_name, raw, errorCode) => {
    const headers = { 'x-sdk-key': project.development.sdk_key, 'content-type': 'application/json' };
    for (const [kind, path] of [
      ['single', `${BULK}/on`],
      ['bulk', BULK],
    ] as const) {
      const answer = await new TestClient(base).call('POST', path, { raw, headers });
      expect([answer.status, answer.body]).toMatchObject([400, { errorCode, errorDetails: expect.any(String) }]);
      expect(faultOfAnswer(kind, answer)).toBeUndefined();
    }
  });
});

describe('P1: a decision sees a change as soon as it is acknowledged', () => {
  it.each(SDK_ADDRESSES)('at %s, alone, in bulk, and after a 304', async (_, base) => {
    const other = await aProject(url);
    const { owner, development } = other;
    const flag = await aFlag(other, { key: 'seen' });
    let tag = '';
    for (let times = 0; times < 6; times++) {
      const on = times % 2 === 0;
      expect((await toggle(owner, flag, development, on)).status).toBe(200);
      const all = await evaluateAll(development, context, { 'if-none-match': tag }, { base });
      expect([all.status, all.body?.flags[0].value]).toEqual([200, on]);
      expect((await evaluateOne(development, 'seen', context, {}, base)).body.value).toBe(on);
      tag = `${all.headers.etag}`;
      expect((await evaluateAll(development, context, { 'if-none-match': tag }, { base })).status).toBe(304);
    }
  });
});

describe('docs/guides/ofrep.md', () => {
  it.each(['sdk_key', 'client_key'] as const)('works as pasted, with %s', async (kind) => {
    const script = /<!-- ofrep:[^>]*-->\s*```bash\n([\s\S]*?)```/.exec(
      readFileSync('docs/guides/ofrep.md', 'utf8'),
    )![1]!;
    const env = { PATH: process.env.PATH, BURGEE: url, KEY: project.development[kind] };
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { env });
    expect(stdout).toContain('"key":"new-checkout","value":true,"reason":"SPLIT","variant":"on"');
    expect(stdout).toMatch(/etag: W\/"[0-9a-z]+-\d+-/i);
    expect(stdout).toContain('{"flags":[');
  });
});
