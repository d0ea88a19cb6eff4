import { describe, expect, it } from '@jest/globals';
import { EnvironmentChannel } from '../channel/environment-channel.js';
import { RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { decideResume, type Resume, staleInitialEvents, type StreamStart } from './resume.js';

const NOW = { epoch: 'abc123', revision: 10 };

describe('how a stream begins', () => {
  it.each([
    ['no position: after the latest revision', undefined, { kind: 'continue', from: 10 }],
    ['an empty position: after the latest revision', '', { kind: 'continue', from: 10 }],
    ['an earlier position: after it', 'abc123-7', { kind: 'continue', from: 7 }],
    ['the ETag of a read: after it', 'W/"abc123-7-u1"', { kind: 'continue', from: 7 }],
    ['the latest position: after it', 'abc123-10', { kind: 'continue', from: 10 }],
    ['a position ahead of the server: a snapshot', 'abc123-11', { kind: 'snapshot' }],
    ['another epoch: a snapshot', 'zzz-7', { kind: 'snapshot' }],
    ['garbage: a snapshot', 'garbage', { kind: 'snapshot' }],
  ])('%s', (_title, lastEventId, resume) => {
    expect(decideResume(lastEventId, false, NOW)).toEqual(resume);
  });

  it('where the client left off, ahead of a server that may be behind', () => {
    expect(decideResume('abc123-11', false, NOW, true)).toEqual({ kind: 'continue', from: 11 });
    expect(decideResume('zzz-11', false, NOW, true)).toEqual({ kind: 'snapshot' });
  });

  it('with a snapshot on request', () => {
    expect(decideResume('abc123-7', true, NOW)).toEqual({ kind: 'snapshot' });
  });
});

const version = { environmentId: 'env', epoch: 'e', revision: 7 };
const rendered = new RenderedFlagSet({ ...version, body: Buffer.from('[]') });
const start: StreamStart = { version, keyHash: 'k', stale: { rendered, ageSeconds: 3, asOf: 0 } };
const channel = (epoch = 'e') => new EnvironmentChannel('env', epoch, 7, {} as never);

describe('how a stream begins while the source does not answer', () => {
  it.each([
    ['at the known revision: with what comes next', { kind: 'continue', from: 7 }, false, { events: [] }],
    ['before it: with a snapshot of what is known', { kind: 'continue', from: 5 }, false, { snapshot: rendered }],
    ['with the last known flag set on request', { kind: 'snapshot' }, true, { snapshot: rendered }],
  ] as [string, Resume, boolean, object][])('%s', (_, resume, wantsSnapshot, initial) => {
    expect(staleInitialEvents(channel(), resume, start, wantsSnapshot)).toEqual(initial);
  });

  it('refuses a position unknown to this replica, as it could take the client back', () => {
    expect(() => staleInitialEvents(channel(), { kind: 'snapshot' }, start, false)).toThrow('is not answering');
  });

  it('refuses an epoch other than that of the open streams', () => {
    const resume: Resume = { kind: 'continue', from: 7 };
    expect(() => staleInitialEvents(channel('other'), resume, start, false)).toThrow('is not answering');
  });
});
