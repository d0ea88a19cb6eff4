import { expect, it } from '@jest/globals';
import { needsDatabase } from './operate.js';

it.each([
  ['backup today.backup', true],
  ['verify-history --instance', true],
  ['verify-history history.jsonl', false],
  ['backup --help', false],
  ['', false],
])('the command “%s” needs the database: %s', (command, needs) =>
  expect(needsDatabase(command.split(' ').filter(Boolean))).toBe(needs),
);
