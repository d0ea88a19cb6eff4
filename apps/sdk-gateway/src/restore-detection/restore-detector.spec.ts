import { Dependencies } from '@burgee/process-kit';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import type { ReadViews } from '../postgres/read-views.js';
import { RestoreDetector } from './restore-detector.js';

const KNOWN = { environmentId: 'env', epoch: 'e', revision: 120 };

function detectorWith(answer: () => Promise<boolean>, timeline: () => Promise<string> = async () => '00000001') {
  const asked: object[] = [];
  const errors: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void errors.push(line) });
  const views = {
    reportLostHistory: (known: object) => {
      asked.push(known);
      return answer();
    },
    timeline,
  } as unknown as ReadViews;
  const dependencies = new Dependencies(pino({ level: 'silent' }));
  return { detector: new RestoreDetector(views, dependencies, logger), dependencies, asked, errors };
}

describe('at start', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    ['a Postgres that cannot name its timeline is warned of', async () => '', ['cannot name its timeline']],
    ['a server with a timeline is accepted', async () => '00000001', []],
  ])('%s', async (_, timeline, said) => {
    const { detector, errors } = detectorWith(async () => false, timeline);
    await detector.onApplicationBootstrap();
    expect(errors).toEqual(said.map((text) => expect.stringContaining(text)));
  });

  it('reports a Postgres that does not respond as down, and retries', async () => {
    jest.useFakeTimers();
    const timeline = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue('');
    const { detector, dependencies, errors } = detectorWith(async () => false, timeline);
    await detector.onApplicationBootstrap();
    expect(dependencies.all().postgres).toMatchObject({ state: 'down', last_error: 'gone' });
    await jest.advanceTimersByTimeAsync(5_000);
    expect(dependencies.isUp('postgres')).toBe(true);
    expect(timeline).toHaveBeenCalledTimes(2);
    expect(errors).toEqual([expect.stringContaining('cannot name its timeline')]);
  });
});

describe('a report of lost history', () => {
  it('returns that a new epoch has begun, and logs an error for the operator', async () => {
    const { detector, asked, errors } = detectorWith(async () => true);
    expect(await detector.report(KNOWN)).toBe(true);
    expect(asked).toEqual([KNOWN]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('lost revisions it had given out');
  });

  it('raises no alarm when answers merely overtook each other', async () => {
    const { detector, errors } = detectorWith(async () => false);
    expect(await detector.report(KNOWN)).toBe(false);
    expect(errors).toEqual([]);
  });

  it('is sent at most four times a second', async () => {
    const { detector, asked } = detectorWith(async () => true);
    const reports = await Promise.all([detector.report(KNOWN), detector.report(KNOWN), detector.report(KNOWN)]);
    expect(reports).toEqual([true, false, false]);
    expect(asked).toHaveLength(1);
  });

  it('never fails a read', async () => {
    const { detector } = detectorWith(() => Promise.reject(new Error('gone')));
    expect(await detector.report(KNOWN)).toBe(false);
  });
});
