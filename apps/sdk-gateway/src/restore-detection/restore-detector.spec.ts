import { describe, expect, it } from '@jest/globals';
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
  return { detector: new RestoreDetector(views, logger), asked, errors };
}

describe('at start', () => {
  it.each([
    ['a Postgres that cannot name its timeline is warned of', async () => '', ['cannot name its timeline']],
    ['one that can is not', async () => '00000001', []],
    ['one that does not answer is not', () => Promise.reject(new Error('gone')), []],
  ])('%s', async (_, timeline, said) => {
    const { detector, errors } = detectorWith(async () => false, timeline);
    await detector.onApplicationBootstrap();
    expect(errors).toEqual(said.map((text) => expect.stringContaining(text)));
  });
});

describe('a report of lost history', () => {
  it('says that a new epoch has begun, and logs an error for a human', async () => {
    const { detector, asked, errors } = detectorWith(async () => true);
    expect(await detector.report(KNOWN)).toBe(true);
    expect(asked).toEqual([KNOWN]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('lost revisions it had given out');
  });

  it('is no alarm when answers merely overtook each other', async () => {
    const { detector, errors } = detectorWith(async () => false);
    expect(await detector.report(KNOWN)).toBe(false);
    expect(errors).toEqual([]);
  });

  it('is made at most four times a second, however many notice', async () => {
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
