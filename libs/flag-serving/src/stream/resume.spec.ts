import { describe, expect, it } from '@jest/globals';
import { decideResume } from './resume.js';

const NOW = { epoch: 'abc123', revision: 10 };

describe('how a stream begins', () => {
  it.each([
    ['no position: after the latest revision', undefined, { kind: 'continue', from: 10 }],
    ['an empty position: after the latest revision', '', { kind: 'continue', from: 10 }],
    ['an earlier position: after it', 'abc123-7', { kind: 'continue', from: 7 }],
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

  it('with a snapshot when it is asked for', () => {
    expect(decideResume('abc123-7', true, NOW)).toEqual({ kind: 'snapshot' });
  });
});
