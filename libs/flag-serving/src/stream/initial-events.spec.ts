import { describe, expect, it } from '@jest/globals';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { EnvironmentChannel } from './environment-channel.js';
import { staleInitialEvents, type StreamStart } from './initial-events.js';
import type { Resume } from './resume.js';

const version = { environmentId: 'env', epoch: 'e', revision: 7 };
const rendered = new RenderedFlagSet({ ...version, body: Buffer.from('[]') });
const start: StreamStart = { version, keyHash: 'k', stale: { rendered, ageSeconds: 3, asOf: 0 } };
const channel = (epoch = 'e') => new EnvironmentChannel('env', epoch, 7, {} as never);

describe('how a stream begins while the source does not answer', () => {
  it.each([
    ['at the known revision: with what comes next', { kind: 'continue', from: 7 }, false, { events: [] }],
    ['before it: with a snapshot of what is known', { kind: 'continue', from: 5 }, false, { snapshot: rendered }],
    ['when a snapshot was asked for: with what is known', { kind: 'snapshot' }, true, { snapshot: rendered }],
  ] as [string, Resume, boolean, object][])('%s', (_, resume, wantsSnapshot, initial) => {
    expect(staleInitialEvents(channel(), resume, start, wantsSnapshot)).toEqual(initial);
  });

  it('from a position that this replica does not know: not at all, as it could take the client back', () => {
    expect(() => staleInitialEvents(channel(), { kind: 'snapshot' }, start, false)).toThrow('cannot reach');
  });

  it('in another epoch than the open streams of the environment: not at all', () => {
    const resume: Resume = { kind: 'continue', from: 7 };
    expect(() => staleInitialEvents(channel('other'), resume, start, false)).toThrow('cannot reach');
  });
});
