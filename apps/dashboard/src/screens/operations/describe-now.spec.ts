import { describe, expect, it } from '@jest/globals';
import { describeNow } from './describe-now.js';

const of = (figures: Record<string, number>) =>
  describeNow({ figures: Object.entries(figures).map(([name, value]) => ({ name, value })) });

describe('what a process does now', () => {
  it('streams and how far behind it is', () =>
    expect(of({ 'streams.open': 1, 'reads.revision_lag': 0, 'reads.staleness_seconds': 0 })).toEqual([
      '1 open stream',
      '0 revisions behind',
    ]));

  it('what waits in its outbox, and whether it leads it', () => {
    const outbox = { 'outbox.audit_unacknowledged': 2, 'outbox.audit_oldest_seconds': 3.4 };
    expect(of({ 'outbox.leader': 1, ...outbox })).toEqual([
      'outbox leader',
      '2 audit messages waiting',
      'oldest for 3 s',
    ]);
    expect(of({ 'outbox.leader': 0, 'outbox.audit_unacknowledged': 0 })).toEqual(['0 audit messages waiting']);
  });

  it('nothing where it reports nothing of it', () => expect(of({ 'other.thing': 1 })).toEqual([]));
});
