import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EventFields, eventReader } from '@burgee/sdk/stream';
import { expect, it } from '@jest/globals';
import { readEvent } from './read-event.js';

const RELEASES = join(process.cwd(), 'fixtures', 'releases');
const KEPT = readdirSync(RELEASES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('events.txt'));

it.each(KEPT)('an upstream of an older release is understood: %s', (file) => {
  const blocks: EventFields[] = [];
  eventReader((fields) => blocks.push(fields))(readFileSync(join(RELEASES, file), 'utf8'));
  expect(blocks.map((fields) => readEvent(fields, 0))).toEqual([
    { kind: 'ready' },
    { kind: 'change', row: expect.objectContaining({ kind: 'flag_updated', epoch: '3f9a1c07b2d4', revision: 42 }) },
    { kind: 'change', row: expect.objectContaining({ kind: 'flag_deleted', epoch: '3f9a1c07b2d4', revision: 43 }) },
    { kind: 'snapshot', set: expect.objectContaining({ epoch: '3f9a1c07b2d4', revision: 43 }) },
    { kind: 'access' },
    { kind: 'applied-wanted', wanted: expect.objectContaining({ position: '3f9a1c07b2d4-43', within_ms: 5_000 }) },
  ]);
});
