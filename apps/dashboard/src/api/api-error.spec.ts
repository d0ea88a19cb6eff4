import { describe, expect, it } from '@jest/globals';
import { sayFailure, toApiError, unreachable, wasNot } from './api-error.js';

const TITLE = 'The flag was not deleted';
const MAYBE = 'It may have been done all the same';

describe('a failure', () => {
  it('that leaves it open whether a change was made says so, and to look first', () => {
    for (const error of [unreachable('id', true), toApiError(502, undefined, 'id', true)]) {
      const said = sayFailure(TITLE, error);
      expect(said.title).toBe(MAYBE);
      expect(said.message).toContain(`${error.message} Look whether it was done`);
    }
  });

  it('keeps a title that leaves it open already', () => {
    const error = unreachable('id', true);
    const title = `a ${wasNot(error)} switched`;
    expect(sayFailure(title, error).title).toBe(title);
  });

  it('that was a refusal, or of a reading, is told as it is', () => {
    for (const error of [toApiError(409, undefined, 'id', true), toApiError(500, undefined, 'id'), unreachable('id')])
      expect(sayFailure(TITLE, error)).toEqual({ title: TITLE, message: error.message });
    expect(sayFailure(TITLE, new TypeError('broken')).title).toBe(TITLE);
  });
});
