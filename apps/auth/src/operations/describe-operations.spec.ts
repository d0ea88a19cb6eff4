import type { StatusReportedV1 } from '@burgee/contracts/messages';
import { describe, expect, it } from '@jest/globals';
import { describeOperations, type HeldReport } from './describe-operations.js';

const at = (second: number) => `2026-11-27T00:00:${String(second).padStart(2, '0')}.000Z`;

const letter = (event_id: string, second: number) => ({
  event_id,
  action: 'flag_toggle',
  created_at: at(second),
  last_error: 'refused',
});

function report(service: string, instance: string, more: Partial<StatusReportedV1> = {}): StatusReportedV1 {
  return {
    v: 1,
    event_id: 'e',
    occurred_at: at(10),
    service,
    instance,
    version: '1.0.0',
    commit: 'abc',
    node: 'v24',
    started_at: at(0),
    status: 'ok',
    detail: null,
    dependencies: [],
    figures: [],
    dead_letters: [],
    ...more,
  };
}

const held = (receivedAt: number, one: StatusReportedV1): HeldReport => ({ receivedAt, report: one });

describe('what an operator is shown', () => {
  it('lists processes by service and instance, and marks processes that did not answer', () => {
    const reports = new Map([
      ['1', held(90, report('usage', 'b:1'))],
      ['2', held(100, report('audit', 'b:2'))],
      ['3', held(101, report('audit', 'a:2', { detail: 'a message' }))],
    ]);
    const { processes } = describeOperations(reports, 100);
    expect(processes.map(({ id, answered }) => [id, answered])).toEqual([
      ['3', true],
      ['2', true],
      ['1', false],
    ]);
    expect(processes[0]).toEqual({
      id: '3',
      service: 'audit',
      instance: 'a:2',
      version: '1.0.0',
      commit: 'abc',
      node: 'v24',
      started_at: at(0),
      reported_at: at(10),
      answered: true,
      status: 'ok',
      detail: 'a message',
      dependencies: [],
      figures: [],
    });
  });

  it('leaves out a restarted process when another answers in its place', () => {
    const reports = new Map([
      ['before', held(90, report('audit', 'a:2'))],
      ['after', held(100, report('audit', 'a:2'))],
      ['other', held(90, report('audit', 'b:2'))],
    ]);
    expect(describeOperations(reports, 100).processes.map(({ id }) => id)).toEqual(['after', 'other']);
  });

  it('counts the dead letters of an outbox once, from the latest report of its replicas', () => {
    const counted = (value: number) => [{ name: 'outbox.dead_letters', value }];
    const old = { figures: counted(3), dead_letters: [letter('gone', 1), letter('a', 2)], occurred_at: at(10) };
    const fresh = { figures: counted(1), dead_letters: [letter('a', 2)], occurred_at: at(11) };
    const reports = new Map([
      ['1', held(1, report('flags-admin', 'a:1', fresh))],
      ['2', held(1, report('flags-admin', 'b:1', old))],
      ['3', held(1, report('auth', 'a:2', { figures: counted(1), dead_letters: [letter('b', 1)] }))],
      ['4', held(1, report('usage', 'a:3'))],
    ]);
    const { dead_letter_count, dead_letters } = describeOperations(reports, 0);
    expect(dead_letter_count).toBe(2);
    expect(dead_letters).toEqual([
      { service: 'auth', ...letter('b', 1) },
      { service: 'flags-admin', ...letter('a', 2) },
    ]);
  });

  it('shows null for fields that a report of another version lacks', () => {
    const { detail: _, ...rest } = report('auth', 'a:1');
    const nats = { name: 'nats', state: 'up', since: at(0) };
    const older = { ...rest, dependencies: [nats] } as unknown as StatusReportedV1;
    const [one] = describeOperations(new Map([['1', held(1, older)]]), 0).processes;
    expect([one?.detail, one?.dependencies]).toEqual([null, [{ ...nats, reason: null, last_error: null }]]);
  });
});
