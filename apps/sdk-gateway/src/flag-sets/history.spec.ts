import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { ReadViews } from '../database/read-views.js';
import { fellBehind, History } from './history.js';

const KNOWN = { environmentId: 'env', epoch: 'e', revision: 120 };

function historyThat(answer: () => Promise<boolean>) {
  const asked: object[] = [];
  const errors: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line) => void errors.push(line) });
  const views = {
    reportLostHistory: (known: object) => {
      asked.push(known);
      return answer();
    },
  } as unknown as ReadViews;
  return { history: new History(views, logger), asked, errors };
}

describe('what Postgres says lies before what it has said', () => {
  it.each([
    [{ epoch: 'e', revision: 119 }, true],
    [{ epoch: 'e', revision: 120 }, false],
    [{ epoch: 'e', revision: 121 }, false],
    [{ epoch: 'f', revision: 1 }, false],
  ])('%j: %p', (now, behind) => {
    expect(fellBehind(now, KNOWN)).toBe(behind);
  });
});

describe('a report of lost history', () => {
  it('says that a new epoch has begun, and logs an error for a human', async () => {
    const { history, asked, errors } = historyThat(async () => true);
    expect(await history.report(KNOWN)).toBe(true);
    expect(asked).toEqual([KNOWN]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('lost revisions it had given out');
  });

  it('is no alarm when answers merely overtook each other', async () => {
    const { history, errors } = historyThat(async () => false);
    expect(await history.report(KNOWN)).toBe(false);
    expect(errors).toEqual([]);
  });

  it('is made at most four times a second, however many notice', async () => {
    const { history, asked } = historyThat(async () => true);
    const reports = await Promise.all([history.report(KNOWN), history.report(KNOWN), history.report(KNOWN)]);
    expect(reports).toEqual([true, false, false]);
    expect(asked).toHaveLength(1);
  });

  it('never fails a read', async () => {
    const { history } = historyThat(() => Promise.reject(new Error('gone')));
    expect(await history.report(KNOWN)).toBe(false);
  });
});
