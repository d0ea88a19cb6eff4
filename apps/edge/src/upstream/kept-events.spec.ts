import { type EventFields, eventReader } from '@burgee/sdk/stream';
import { keptOfReleases } from '@burgee/testing/unit';
import { expect, it } from '@jest/globals';
import { readEvent } from './read-event.js';

it.each(keptOfReleases('events.txt'))('an upstream of an older release is understood: %s', (_, text) => {
  const blocks: EventFields[] = [];
  eventReader((fields) => blocks.push(fields))(text);
  expect(blocks.map((fields) => readEvent(fields, 0))).toEqual([
    { kind: 'ready' },
    { kind: 'change', row: expect.objectContaining({ kind: 'flag_updated', epoch: '3f9a1c07b2d4', revision: 42 }) },
    { kind: 'change', row: expect.objectContaining({ kind: 'flag_deleted', epoch: '3f9a1c07b2d4', revision: 43 }) },
    { kind: 'snapshot', set: expect.objectContaining({ epoch: '3f9a1c07b2d4', revision: 43 }) },
    { kind: 'access' },
    { kind: 'applied-wanted', wanted: expect.objectContaining({ position: '3f9a1c07b2d4-43', within_ms: 5_000 }) },
  ]);
});
