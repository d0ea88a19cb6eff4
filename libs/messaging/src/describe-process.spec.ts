import { STATUS_LIMITS } from '@burgee/contracts/messages';
import { describe, expect, it } from '@jest/globals';
import { describeProcess } from './describe-process.js';

const SINCE = '2026-11-27T00:00:00.000Z';
const up = { state: 'up' as const, since: SINCE, reason: null, last_error: null };
const letter = (last_error: string | null) => ({
  event_id: '01900000-0000-7000-8000-000000000000',
  action: 'flag_toggle',
  created_at: SINCE,
  last_error,
});

describe('the report of a process', () => {
  it('has the numbers of each section, booleans as 1 and 0, and no text', () => {
    const { figures } = describeProcess({}, { outbox: { leader: true, dead_letters: 2 }, reads: { breaker: 'open' } });
    expect(figures).toEqual([
      { name: 'outbox.leader', value: 1 },
      { name: 'outbox.dead_letters', value: 2 },
    ]);
  });

  it('leaves out values that are no numbers yet', () => {
    expect(describeProcess({}, { reads: { lag: NaN, staleness: undefined, Odd: 1 } }).figures).toEqual([]);
  });

  it('names each engine, and why it is down', () => {
    const down = { ...up, state: 'down' as const, reason: 'authentication' as const, last_error: 'refused' };
    expect(describeProcess({ nats: up, redis: down }, {}).dependencies).toEqual([
      { name: 'nats', ...up },
      { name: 'redis', ...down },
    ]);
  });

  it('lists dead letters, and bounds every list', () => {
    const { text, figures, deadLetters } = STATUS_LIMITS;
    const many = Object.fromEntries(
      Array.from({ length: 26 * 2 }, (_, at) => [`${String.fromCharCode(97 + (at % 26))}${at < 26 ? '' : '_'}`, at]),
    );
    const report = describeProcess(
      {},
      { many, dead_letters: { letters: Array.from({ length: 30 }, () => letter('x'.repeat(2_000))) } },
    );
    expect(report.figures).toHaveLength(figures);
    expect(report.dead_letters).toHaveLength(deadLetters);
    expect(report.dead_letters[0]).toEqual(letter('x'.repeat(text)));
    expect(describeProcess({}, { dead_letters: { letters: [letter(null)] } }).dead_letters).toEqual([letter(null)]);
  });
});
