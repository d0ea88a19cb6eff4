import { afterEach, describe, expect, it } from '@jest/globals';
import { aRow } from '@burgee/testing/unit';
import type { BurgeeClient } from '../client.js';
import { createClient } from '../create-client.js';
import { type Decision, type DecisionHook, onceEach, telemetryAttributes, withHook } from './index.js';

const ROWS = [
  aRow('new-checkout', { is_enabled: true, rollout_percentage: 50 }),
  aRow('theme', {
    type: 'string',
    is_enabled: true,
    targeting_attribute: 'country',
    targeting_value: 'FI',
    targeting_return_value: 'dark',
  }),
];
let client: BurgeeClient;
afterEach(() => client.close());

function open(hook: DecisionHook, logger?: { warn(message: string): void }) {
  const bootstrap = { flags: ROWS, version: 'epoch-4' };
  client = createClient({
    sdkKey: '',
    baseUrl: '',
    offline: true,
    storage: false,
    bootstrap,
    context: { targetingKey: 'u' },
  });
  return withHook(client, hook, logger);
}

describe('withHook', () => {
  it('receives flag, context, default, value, reason and version of each decision', () => {
    const heard: Decision[] = [];
    const flags = open((decision) => heard.push(decision));
    expect(flags.string('theme', 'light', { country: 'FI' })).toBe('dark');
    expect(heard).toEqual([
      {
        key: 'theme',
        context: { country: 'FI' },
        defaultValue: 'light',
        details: { value: 'dark', reason: 'TARGETING_MATCH', variant: 'targeted' },
        version: 'epoch-4',
      },
    ]);
  });

  it('is called for every evaluation, and for nothing else', () => {
    const heard: string[] = [];
    const flags = open(({ key, context }) => heard.push(`${key} ${context.targetingKey}`));
    flags.bool('new-checkout', false);
    flags.details('theme', '');
    flags.number('unknown', 1);
    flags.json('unknown', {});
    flags.for({ targetingKey: 'v' }).bool('new-checkout', false);
    flags.all();
    flags.snapshot();
    flags.setContext({ targetingKey: 'w' });
    flags.string('theme', '');
    expect(heard).toEqual(['new-checkout u', 'theme u', 'unknown u', 'unknown u', 'new-checkout v', 'theme w']);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no network');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no network'))],
    [
      'throws a value that cannot be converted to text',
      () => {
        throw Object.create(null);
      },
    ],
  ])('that %s changes no value, and is reported once', async (_, hook) => {
    const messages: string[] = [];
    const flags = open(hook as DecisionHook, { warn: (message) => messages.push(message) });
    for (const country of ['FI', 'FI']) expect(flags.string('theme', 'light', { country })).toBe('dark');
    await new Promise((resolve) => setImmediate(resolve));
    expect(messages.length).toBeLessThanOrEqual(1);
    expect(messages.join()).toMatch(/^$|hook: Error: no network/);
  });
});

describe('onceEach', () => {
  it('passes on the first decision for each flag, subject and value', () => {
    const heard: string[] = [];
    const flags = open(
      onceEach(({ key, context, details }) => heard.push(`${key} ${context.targetingKey} ${details.value}`)),
    );
    for (const _ of [1, 2]) {
      flags.string('theme', 'light', { targetingKey: 'u', country: 'FI' });
      flags.string('theme', 'light', { targetingKey: 'u', country: 'SE' });
      flags.string('theme', 'light', { targetingKey: 'v', country: 'FI' });
    }
    expect(heard).toEqual(['theme u dark', 'theme u light', 'theme v dark']);
  });

  it('forgets the oldest beyond its limit', () => {
    const heard: unknown[] = [];
    const flags = open(onceEach(({ context }) => heard.push(context.targetingKey), 2));
    for (const targetingKey of ['a', 'b', 'b', 'c', 'b', 'a']) flags.bool('new-checkout', false, { targetingKey });
    expect(heard).toEqual(['a', 'b', 'c', 'a']);
  });
});

describe('telemetryAttributes', () => {
  it('follow OpenTelemetry, without the value', () => {
    const heard: object[] = [];
    const flags = open((decision) => heard.push(telemetryAttributes(decision)));
    flags.string('theme', 'light', { targetingKey: 7, country: 'FI' });
    flags.bool('unknown', false, {});
    expect(heard).toEqual([
      {
        'feature_flag.key': 'theme',
        'feature_flag.provider.name': 'Burgee',
        'feature_flag.result.reason': 'targeting_match',
        'feature_flag.result.variant': 'targeted',
        'feature_flag.context.id': '7',
        'feature_flag.version': 'epoch-4',
      },
      {
        'feature_flag.key': 'unknown',
        'feature_flag.provider.name': 'Burgee',
        'feature_flag.result.reason': 'error',
        'feature_flag.version': 'epoch-4',
        'error.type': 'flag_not_found',
        'feature_flag.error.message': 'There is no flag "unknown".',
      },
    ]);
  });
});
