import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationsView, ProcessView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { findProblems } from './find-problems.js';

const SINCE = '2026-11-27T00:00:00.000Z';
const UP = { name: 'postgres', state: 'up' as const, since: SINCE, reason: null, last_error: null };

const aProcess = (service: string, more: Partial<ProcessView> = {}): ProcessView => ({
  id: service,
  service,
  instance: 'host:1',
  version: '1.0.0',
  commit: 'abcdef1234',
  node: 'v24',
  started_at: SINCE,
  reported_at: SINCE,
  answered: true,
  status: 'ok',
  detail: null,
  dependencies: [UP],
  figures: [],
  ...more,
});

const figures = (all: Record<string, number>) => Object.entries(all).map(([name, value]) => ({ name, value }));
const ALL = ['auth', 'flags-admin', 'sdk-gateway', 'audit'];

/** A healthy instance, except for the given figures of one service. */
function anInstance(service?: string, more: Partial<ProcessView> = {}, rest: Partial<OperationsView> = {}) {
  const processes = ALL.map((name) => aProcess(name, name === service ? more : {}));
  return { asked_at: SINCE, complete: true, processes, dead_letter_count: 0, dead_letters: [], ...rest };
}

const rowsOf = (view: OperationsView) =>
  findProblems(view).map(({ what, more }) => [what, more.replace('docs/operate/failure-modes.md, row ', '')]);

const down = (name: string, reason: string) => ({ ...UP, name, state: 'down' as const, reason, last_error: 'refused' });

describe('the list of problems', () => {
  it('is empty for a healthy instance', () => expect(rowsOf(anInstance())).toEqual([]));

  it.each([
    ['redis', 'unreachable', 'Redis does not answer to sdk-gateway at host:1.', 'F1'],
    ['nats', 'unreachable', 'NATS does not answer to sdk-gateway at host:1.', 'F26'],
    ['postgres', 'unreachable', 'Postgres does not answer to sdk-gateway at host:1.', 'F11'],
    ['redis', 'authentication', 'Redis rejects the user or password of sdk-gateway at host:1.', 'F40'],
    ['postgres', 'certificate_expired', 'Postgres presents an expired certificate to sdk-gateway at host:1.', 'F42'],
    ['postgres', 'read_only', 'Postgres is read-only for sdk-gateway at host:1.', 'F38'],
    ['redis', 'cluster', 'Redis is a Redis Cluster, which is not supported, for sdk-gateway at host:1.', 'F44'],
  ])('reports %s as down: %s', (engine, reason, what, row) => {
    const view = anInstance('sdk-gateway', { status: 'unavailable', dependencies: [UP, down(engine, reason)] });
    expect(rowsOf(view)).toEqual([[what, row]]);
  });

  it('reports an engine once that is down for several services', () => {
    const processes = ALL.map((name) => aProcess(name, { dependencies: [down('redis', 'unreachable')] }));
    expect(rowsOf({ ...anInstance(), processes })).toHaveLength(1);
  });

  it.each([
    [{ answered: false }, 'sdk-gateway at host:1 no longer answers.', 'F23'],
    [{ status: 'unavailable' as const, detail: 'too few file descriptors are left' }, 'is not ready', 'F36'],
    [{ figures: figures({ 'reads.revision_lag': 2 }) }, 'is 2 revisions behind', 'F13'],
    [{ figures: figures({ 'reads.staleness_seconds': 9 }) }, 'not confirmed them for 9 s', 'F11'],
  ])('reports a process with %j', (more, what, row) => {
    expect(rowsOf(anInstance('sdk-gateway', more))).toEqual([[expect.stringContaining(what), row]]);
  });

  it('reports a service without an answering process, unless it is optional', () => {
    const processes = [aProcess('auth'), aProcess('flags-admin'), aProcess('sdk-gateway')];
    expect(rowsOf({ ...anInstance(), processes })).toEqual([['No audit has answered.', 'F21']]);
  });

  it('reports an outbox without a leader, and a late outbox', () => {
    const outbox = (leader: number, seconds: number) =>
      figures({ 'outbox.leader': leader, 'outbox.audit_oldest_seconds': seconds });
    expect(rowsOf(anInstance('flags-admin', { figures: outbox(0, 3) }))).toEqual([
      ['No flags-admin replica is the outbox leader.', 'F49'],
    ]);
    expect(rowsOf(anInstance('flags-admin', { figures: outbox(1, 61) }))).toEqual([
      ['The history is behind: a message from flags-admin has been waiting for 61 s.', 'F21'],
    ]);
    expect(rowsOf(anInstance('auth', { figures: outbox(1, 61) }))).toEqual([[expect.any(String), 'F56']]);
    const [first, second] = [outbox(0, 0), outbox(1, 0)];
    const replicas = [aProcess('flags-admin', { figures: first }), aProcess('flags-admin', { figures: second })];
    const { processes } = anInstance();
    const others = processes.filter(({ service }) => service !== 'flags-admin');
    expect(rowsOf({ ...anInstance(), processes: [...others, ...replicas] })).toEqual([]);
  });

  it('reports the number of dead letters', () => {
    expect(rowsOf(anInstance('auth', {}, { dead_letter_count: 1 }))).toEqual([
      ['One change is not in the history: its message is dead-lettered.', 'F37'],
    ]);
  });

  it('reports different versions of answering processes', () => {
    const [problem] = findProblems(anInstance('audit', { version: '1.1.0' }));
    expect(problem?.what).toBe('Several versions are running: 1.0.0 (abcdef12) and 1.1.0 (abcdef12).');
    const gone = anInstance('audit', { version: '1.1.0', answered: false });
    expect(findProblems(gone).map(({ what }) => what)).toEqual(['audit at host:1 no longer answers.']);
  });

  it('reports NATS when it is down for the only answering process, and nothing about the others', () => {
    const processes = [aProcess('auth', { dependencies: [UP, down('nats', 'unreachable')] })];
    expect(rowsOf({ ...anInstance(), complete: false, processes })).toEqual([
      ['NATS is down, so only the process that answered is shown.', 'F6'],
    ]);
  });
});

it('names rows of docs/operate/failure-modes.md and a section of docs/operate/deploy.md that exist', () => {
  const docs = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'operate');
  const code = readFileSync(join(import.meta.dirname, 'find-problems.ts'), 'utf8');
  const named = [...new Set([...code.matchAll(/'(F\d+)'/g)].map(([, row = '']) => row))];
  const page = readFileSync(join(docs, 'failure-modes.md'), 'utf8');
  const rows = new Set([...page.matchAll(/^\| (F\d+) +\|/gm)].map(([, row = '']) => row));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((row) => !rows.has(row))).toEqual([]);
  expect(readFileSync(join(docs, 'deploy.md'), 'utf8')).toContain('\n## Upgrade\n');
});
