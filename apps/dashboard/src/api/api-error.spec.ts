import { describe, expect, it } from '@jest/globals';
import { sayFailure, toApiError, unreachable, wasNot } from './api-error.js';

const TITLE = 'The flag was not deleted';
const MAYBE = 'It may have been done all the same';
const CHANGE = { requestId: 'id', ofChange: true };
const READING = { requestId: 'id', ofChange: false };

describe('a failure', () => {
  it('that leaves it open whether a change was made says so, and to look first', () => {
    for (const error of [unreachable(CHANGE), toApiError(502, undefined, CHANGE)]) {
      const said = sayFailure(TITLE, error);
      expect(said.title).toBe(MAYBE);
      expect(said.message).toContain(`${error.message} Look whether it was done`);
    }
  });

  it('keeps a title that leaves it open already', () => {
    const error = unreachable(CHANGE);
    const title = `a ${wasNot(error)} switched`;
    expect(sayFailure(title, error).title).toBe(title);
  });

  it('that was a refusal, or of a reading, is told as it is', () => {
    for (const error of [toApiError(409, undefined, CHANGE), toApiError(500, undefined, READING), unreachable(READING)])
      expect(sayFailure(TITLE, error)).toEqual({ title: TITLE, message: error.message });
    expect(sayFailure(TITLE, new TypeError('broken')).title).toBe(TITLE);
  });
});
