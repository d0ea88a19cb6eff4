import { describe, expect, it } from '@jest/globals';
import { RenderedFlagSet } from '../flag-sets/rendered-flag-set.js';
import type { Opening } from './event-id.js';
import { Room } from './room.js';
import { beginStale, type Standpoint } from './standpoint.js';

const rendered = new RenderedFlagSet({ environmentId: 'env', epoch: 'e', revision: 7, body: '[]' });
const now: Standpoint = {
  environmentId: 'env',
  epoch: 'e',
  revision: 7,
  keyHash: 'k',
  stale: { rendered, ageSeconds: 3 },
};
const room = (epoch = 'e') => new Room('env', epoch, 7, {} as never);

describe('how a stream begins without Postgres', () => {
  it.each([
    ['at the present: at what is known', { kind: 'continue', from: 7 }, false, { events: [] }],
    ['behind it: everything anew, as far as it is known', { kind: 'continue', from: 5 }, false, { snapshot: rendered }],
    ['asked for everything: as far as it is known', { kind: 'snapshot' }, true, { snapshot: rendered }],
  ] as [string, Opening, boolean, object][])('%s', (_, opening, asked, beginning) => {
    expect(beginStale(room(), opening, now, asked)).toEqual(beginning);
  });

  it('from a place that this replica does not know: not at all, as it could take the client back', () => {
    expect(() => beginStale(room(), { kind: 'snapshot' }, now, false)).toThrow('cannot reach');
  });

  it('in a history that the others of the environment do not stand in: not at all', () => {
    expect(() => beginStale(room('other'), { kind: 'continue', from: 7 }, now, false)).toThrow('cannot reach');
  });
});
