import { describe, expect, it } from '@jest/globals';
import { describeNow } from './describe-now.js';

const of = (figures: Record<string, number>) =>
  describeNow({ figures: Object.entries(figures).map(([name, value]) => ({ name, value })) });

describe('the state of a process', () => {
  it('includes its streams and revision lag', () =>
    expect(of({ 'streams.open': 1, 'reads.revision_lag': 0, 'reads.staleness_seconds': 0 })).toEqual([
      '1 open stream',
      '0 revisions behind',
    ]));

  it('includes its outbox and whether it is the leader', () => {
    const outbox = { 'outbox.audit_unacknowledged': 2, 'outbox.audit_oldest_seconds': 3.4 };
    expect(of({ 'outbox.leader': 1, ...outbox })).toEqual([
      'outbox leader',
      '2 audit messages waiting',
      'oldest for 3 s',
    ]);
    expect(of({ 'outbox.leader': 0, 'outbox.audit_unacknowledged': 0 })).toEqual(['0 audit messages waiting']);
  });

  it('omits what the process does not report', () => expect(of({ 'other.thing': 1 })).toEqual([]));
});
