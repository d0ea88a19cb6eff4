import { aFlag, aProject, eventually, type Flag, type Project, sharedCluster } from '@burgee/testing';
import { expect } from '@jest/globals';
import { edit, toggle } from '../interface/flag-calls.js';
import type { Provider, Question, Said } from './provider.js';
import type { Server } from './servers.js';

const context = {
  targetingKey: 'user-1',
  country: 'NO',
  age: 42,
  beta: true,
  tags: ['a', 'ü'],
  home: { city: 'Bergen' },
};
const RULE = { targeting_attribute: 'country', targeting_value: 'NO', rollout_percentage: 0 };
const OBJECT = { a: [1, 'é'], b: { c: true } };

/** The flags, each on unless it says otherwise. user-1 is in bucket 31 of new-checkout. */
const FLAGS: Record<string, [object, object]> = {
  on: [{}, {}],
  off: [{}, { is_enabled: false }],
  rule: [{}, { ...RULE, targeting_return_value: 'true' }],
  text: [{ type: 'string' }, { targeting_return_value: 'é' }],
  half: [{ type: 'number' }, { targeting_return_value: '0.5' }],
  whole: [{ type: 'number' }, { targeting_return_value: '7' }],
  object: [{ type: 'json' }, { targeting_return_value: JSON.stringify(OBJECT) }],
  'without-value': [{ type: 'string' }, {}],
  'text-off': [{ type: 'string' }, { is_enabled: false, targeting_return_value: 'é' }],
  'number-off': [{ type: 'number' }, { is_enabled: false, targeting_return_value: '7' }],
  'object-off': [{ type: 'json' }, { is_enabled: false, targeting_return_value: '{}' }],
  'text-rule': [{ type: 'string' }, { ...RULE, targeting_return_value: 'é' }],
  'number-rule': [{ type: 'number' }, { ...RULE, targeting_return_value: '7' }],
  'object-rule': [{ type: 'json' }, { ...RULE, targeting_return_value: '{}' }],
  'new-checkout': [{}, { rollout_percentage: 32 }],
};

const told = (value: unknown, reason: string, variant: string): Said => ({ value, reason, variant, errorCode: '' });
const failed = (value: unknown, errorCode: string): Partial<Said> => ({ value, reason: 'ERROR', errorCode });

const DECIDED: [Partial<Question> & { flag: string }, Partial<Said>][] = [
  [{ flag: 'on' }, told(true, 'STATIC', 'on')],
  [{ flag: 'off' }, told(false, 'DISABLED', 'off')],
  [{ flag: 'rule' }, told(true, 'TARGETING_MATCH', 'targeted')],
  [{ flag: 'rule', context: { targetingKey: 'user-1', country: 'SE' } }, told(false, 'DEFAULT', 'off')],
  [{ flag: 'text', type: 'string', default: 'mine' }, told('é', 'STATIC', 'on')],
  [{ flag: 'half', type: 'float', default: 9.5 }, told(0.5, 'STATIC', 'on')],
  [{ flag: 'whole', type: 'integer', default: 9 }, told(7, 'STATIC', 'on')],
  [{ flag: 'object', type: 'object', default: {} }, told(OBJECT, 'STATIC', 'on')],
  [{ flag: 'new-checkout' }, told(true, 'SPLIT', 'on')],
  // Each provider has its own reason for a missing value.
  [{ flag: 'without-value', type: 'string', default: 'mine' }, { value: 'mine' }],
  [{ flag: 'none', default: true }, failed(true, 'FLAG_NOT_FOUND')],
  [{ flag: 'text', default: true }, failed(true, 'TYPE_MISMATCH')],
];

/** Flags that decide no value for this context, so the code's default counts, without an error. */
const WITHOUT_VALUE: Pick<Question, 'flag' | 'type' | 'default'>[] = [
  { flag: 'text-off', type: 'string', default: 'mine' },
  { flag: 'number-off', type: 'integer', default: 9 },
  { flag: 'object-off', type: 'object', default: { mine: true } },
  { flag: 'text-rule', type: 'string', default: 'mine' },
  { flag: 'number-rule', type: 'integer', default: 9 },
  { flag: 'object-rule', type: 'object', default: { mine: true } },
];

const question = (asked: Partial<Question> & { flag: string }): Question => ({
  type: 'boolean',
  default: false,
  context: { ...context },
  ...asked,
});

/** A project with a flag of each kind, by key. */
export interface DecidedProject {
  project: Project;
  flags: Map<string, Flag>;
}

export async function aDecidedProject(request: object = {}): Promise<DecidedProject> {
  const project = await aProject(sharedCluster().url, request);
  const flags = new Map<string, Flag>();
  for (const [key, [made, value]] of Object.entries(FLAGS)) {
    const flag = await aFlag(project, { key, ...made });
    flags.set(key, flag);
    await edit(project.owner, flag, project.development, { is_enabled: true, ...value });
  }
  return { project, flags };
}

/** @returns the new key */
export async function rotateKey({ project }: DecidedProject, kind: 'sdk' | 'client', grace: number): Promise<string> {
  const { owner, id, development } = project;
  const path = `/api/projects/${id}/environments/${development.id}/rotate-${kind}-key`;
  const { status, body, text } = await owner.client.post(path, { grace_seconds: grace });
  if (status !== 200) throw new Error(`The rotation answered ${status}: ${text}`);
  return body[`${kind}_key`];
}

/** What a provider says where it differs from the others. */
export interface ProviderWays {
  /** Its code for a missing targetingKey. */
  keyMissing?: string;
  /** Its codes for a flag without a value. */
  valueMissing?: string[];
}

/** Values of every kind, rules, percentages, and errors. */
export async function expectDecisions(
  provider: Provider,
  { keyMissing = 'TARGETING_KEY_MISSING', valueMissing = [''] }: ProviderWays = {},
): Promise<void> {
  for (const [asked, expected] of DECIDED)
    expect([asked, await provider.ask(question(asked))]).toEqual([asked, expect.objectContaining(expected)]);
  for (const asked of WITHOUT_VALUE) {
    const { value, errorCode } = await provider.ask(
      question({ ...asked, context: { targetingKey: 'user-1', country: 'SE' } }),
    );
    expect([asked.flag, value]).toEqual([asked.flag, asked.default]);
    expect(valueMissing).toContain(errorCode);
  }
  const nobody = await provider.ask(question({ flag: 'new-checkout', context: { country: 'NO' } }));
  expect(nobody).toMatchObject(failed(false, keyMissing));
}

type Knows = Pick<Server, 'isStrict'>;
/** Checks at once, or retries where the server or the provider needs time. */
export const soon = (look: () => Promise<void>, { isStrict }: Knows) => (isStrict ? look() : eventually(look));

/**
 * Checks that the next evaluation sees a changed toggle and percentage, or a later one where the server or the provider
 * needs time.
 */
export async function expectChanges(
  { project: { owner, development }, flags }: DecidedProject,
  provider: Provider,
  server: Knows,
): Promise<void> {
  const see = (flag: string, expected: Said) =>
    soon(async () => expect(await provider.ask(question({ flag }))).toEqual(expected), server);
  for (const on of [false, true, false, true]) {
    expect((await toggle(owner, flags.get('on')!, development, on)).status).toBe(200);
    await see('on', on ? told(true, 'STATIC', 'on') : told(false, 'DISABLED', 'off'));
  }
  for (const [rollout_percentage, variant] of [
    [31, 'off'],
    [32, 'on'],
  ] as const) {
    await edit(owner, flags.get('new-checkout')!, development, { is_enabled: true, rollout_percentage });
    await see('new-checkout', told(variant === 'on', 'SPLIT', variant));
  }
}

const TEXT = question({ flag: 'text', type: 'string', default: 'mine' });

/** While the service refuses the key, the application has its defaults. */
export async function expectRefused(provider: Provider, errorCode: string, server: Knows): Promise<void> {
  await soon(async () => expect(await provider.ask(TEXT)).toMatchObject(failed('mine', errorCode)), server);
}

export async function expectAccepted(provider: Provider, server: Knows): Promise<void> {
  await soon(async () => expect(await provider.ask(TEXT)).toEqual(told('é', 'STATIC', 'on')), server);
}
