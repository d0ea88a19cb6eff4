import { describe, expect, it } from '@jest/globals';
import { metrics } from '../metrics/metrics.js';
import { Dependencies } from './dependencies.js';

const refusal = Object.assign(new Error('password authentication failed'), { code: '28P01' });
const standby = Object.assign(new Error('a standby'), { code: '25006' });

const refusedNow = async () =>
  (await metrics.getSingleMetricAsString('burgee_dependency_refused'))
    .split('\n')
    .filter((line) => line.endsWith(' 1'));

function logged() {
  const lines: string[] = [];
  const clock = { now: 0 };
  const say = (level: string) => (facts: object, text: string) => {
    const { last_error } = facts as { last_error?: string };
    lines.push(`${level}: ${text}${last_error === undefined ? '' : ` (${last_error})`}`);
  };
  const logger = { info: say('info'), warn: say('warn'), error: say('error') };
  return { lines, clock, dependencies: new Dependencies(logger as never, () => clock.now) };
}

describe('the state of the engines', () => {
  it('logs an outage once, again each minute, and its end, for any number of reports', () => {
    const { lines, clock, dependencies } = logged();
    dependencies.expect('postgres');
    for (; clock.now < 150_000; clock.now += 500) dependencies.down('postgres', new Error('refused'));
    dependencies.up('postgres');
    dependencies.up('postgres');
    expect(lines).toEqual([
      'warn: postgres is down (refused)',
      'warn: postgres is still down (refused)',
      'warn: postgres is still down (refused)',
      'info: postgres is up again',
    ]);
  });

  it('logs nothing about an engine that is up from the start, or after this process begins to leave', () => {
    const { lines, dependencies } = logged();
    dependencies.expect('nats');
    dependencies.up('nats');
    dependencies.leave();
    dependencies.down('nats', 'disconnected');
    expect(lines).toEqual([]);
    expect(dependencies.unavailable).toEqual(['nats']);
  });

  it('keeps what it knows of an engine that another client of it expects', () => {
    const { dependencies } = logged();
    dependencies.expect('postgres');
    dependencies.up('postgres');
    dependencies.expect('postgres');
    expect(dependencies.isUp('postgres')).toBe(true);
  });

  it('names a refusal, in a metric while it lasts and in the log once, and again each minute', async () => {
    const { lines, clock, dependencies } = logged();
    dependencies.down('postgres', refusal);
    dependencies.down('postgres', standby);
    dependencies.down('postgres', refusal);
    expect(dependencies.all().postgres).toMatchObject({ state: 'down', reason: 'authentication' });
    expect(dependencies.refuses('postgres')).toBe(true);
    expect(lines).toEqual([
      expect.stringMatching(/^error: postgres refuses the user or password/),
      expect.stringMatching(/^error: postgres is a standby/),
    ]);
    clock.now = 60_000;
    dependencies.down('postgres', refusal);
    dependencies.down('postgres', refusal);
    expect(lines.slice(2)).toEqual([expect.stringMatching(/^error: postgres still refuses the user or password/)]);
    expect(await refusedNow()).toEqual(['burgee_dependency_refused{dependency="postgres",reason="authentication"} 1']);
    dependencies.up('postgres');
    expect(dependencies.all().postgres).toMatchObject({
      state: 'up',
      reason: null,
      last_error: 'password authentication failed',
    });
    expect(await refusedNow()).toEqual([]);
    dependencies.down('postgres', refusal);
    expect(lines.slice(3)).toEqual([
      'info: postgres is up again',
      expect.stringMatching(/^error: postgres refuses the user or password/),
    ]);
    dependencies.up('postgres');
  });

  it('keeps the reason for an outage when a connection ends without one', () => {
    const { lines, dependencies } = logged();
    dependencies.up('postgres');
    dependencies.lost('postgres');
    expect(dependencies.all().postgres).toMatchObject({ state: 'down', reason: 'unreachable' });
    dependencies.down('postgres', refusal);
    dependencies.lost('postgres');
    expect(dependencies.all().postgres).toMatchObject({ reason: 'authentication' });
    expect(lines).toEqual([
      'warn: postgres is down (the connection was lost)',
      expect.stringMatching(/^error: postgres refuses the user or password/),
    ]);
  });
});
