import { expect, it } from '@jest/globals';
import { briefFields } from './brief-fields.js';

const field = (name: string, before?: string, after?: string) => ({ field: name, before, after });

it.each([
  [[], ''],
  [[field('Name', undefined, 'Production')], ''],
  [[field('Rollout', '10%', '35%')], 'Rollout 10% → 35%'],
  [[field('Status', 'off', 'on'), field('Rollout', '10%', '35%')], 'Status off → on · Rollout 10% → 35%'],
  [
    [field('a', '1', '2'), field('b', '1', '2'), field('c', '1', '2'), field('d', '1', '2')],
    'a 1 → 2 · b 1 → 2 · 2 more',
  ],
  [[field('Text', 'x'.repeat(50), 'two\n lines')], `Text ${'x'.repeat(40)}… → two lines`],
])('%j in a few words', (fields, expected) => expect(briefFields(fields)).toBe(expected));
