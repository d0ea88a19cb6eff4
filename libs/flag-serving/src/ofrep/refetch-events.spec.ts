import { describe, expect, it } from '@jest/globals';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { toEvents } from '../channel/stream-events.js';
import { REFETCH_EVENTS } from './refetch-events.js';

const at = (id: string) => `id: ${id}\nevent: message\ndata: {"type":"refetchEvaluation","etag":"${id}"}\n\n`;
const POSITION = { environmentId: 'e', epoch: 'x', revision: 7, continues: true, isResumed: false };

const row = {
  environment_id: 'e',
  epoch: 'x',
  revision: 8,
  kind: 'flag_updated',
  data: { flag_id: 'f-1', key: 'a', targeting_value: 'a customer' },
  occurred_at: new Date(),
};

describe('events of OFREP', () => {
  it('contain the position of the environment, and nothing else', () => {
    const [event] = toEvents([row as never]);
    const set = { environmentId: 'e', epoch: 'x', revision: 9, body: Buffer.from('["a customer"]') };
    expect(REFETCH_EVENTS.event(event!).frame.plain.toString()).toBe(at('x-8'));
    expect(REFETCH_EVENTS.snapshot(new RenderedFlagSet(set)).plain.toString()).toBe(at('x-9'));
  });

  it('are formatted once for all streams', () => {
    const [event] = toEvents([row as never]);
    expect(REFETCH_EVENTS.event(event!).frame).toBe(REFETCH_EVENTS.event(event!).frame);
  });

  it('start with one, unless the stream is resumed or a snapshot follows', () => {
    const first = (more: object) => REFETCH_EVENTS.first({ ...POSITION, ...more })?.plain.toString();
    expect(first({})).toBe(at('x-7'));
    expect(first({ isResumed: true })).toBeUndefined();
    expect(first({ continues: false })).toBeUndefined();
  });
});
