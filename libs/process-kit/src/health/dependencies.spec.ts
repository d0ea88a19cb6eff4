import { describe, expect, it } from '@jest/globals';
import { Dependencies } from './dependencies.js';

function logged() {
  const lines: string[] = [];
  const clock = { now: 0 };
  const say = (level: string) => (facts: object, text: string) => {
    const { last_error } = facts as { last_error?: string };
    lines.push(`${level}: ${text}${last_error === undefined ? '' : ` (${last_error})`}`);
  };
  const logger = { info: say('info'), warn: say('warn') };
  return { lines, clock, dependencies: new Dependencies(logger as never, () => clock.now) };
}

describe('the state of the engines', () => {
  it('logs an outage once, again each minute that it lasts, and its end, however often it is reported', () => {
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

  it('logs nothing of what is up from the beginning, nor once this process leaves', () => {
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
});
