import { describe, expect, it } from '@jest/globals';
import { CountedAnswers, CountedDecisions } from './counted-answers.js';

describe('answers that are counted', () => {
  it('are by name, and each is taken once', () => {
    const answers = new CountedAnswers();
    for (const name of ['fresh', 'sdk_key_invalid', 'fresh']) answers.count(name);
    expect([...answers.take()]).toEqual([
      ['fresh', 2],
      ['sdk_key_invalid', 1],
    ]);
    expect([...answers.take()]).toEqual([]);
  });

  it('of many protocols have one name for all that their callers did wrong', () => {
    const answers = new CountedDecisions();
    for (const name of ['stale', 'unavailable', 'FLAG_NOT_FOUND', 'sdk_key_invalid']) answers.count(name);
    expect([...answers.take()]).toEqual([
      ['stale', 1],
      ['unavailable', 1],
      ['refused', 2],
    ]);
  });
});
