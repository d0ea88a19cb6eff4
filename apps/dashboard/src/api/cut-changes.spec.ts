import { describe, expect, it } from '@jest/globals';
import { isCut, noteCut } from './cut-changes.js';
import { type Outcome, outcomeOf, untilCertain, valueOf } from './cut-outcome.js';

const TOGGLE = {
  requestId: 'page-1',
  path: '/api/flags/f/environments/e/toggle',
  projectId: 'p',
  body: { is_enabled: true },
  since: '2026-01-01',
};

describe('a change that was cut', () => {
  it('of a value names the value', () => {
    expect(valueOf(TOGGLE)).toEqual({ flagId: 'f', environmentId: 'e' });
    expect(valueOf({ ...TOGGLE, path: '/api/flags/f' })).toBeUndefined();
    expect(valueOf({ ...TOGGLE, since: undefined })).toBeUndefined();
  });

  it.each([
    ['notSaved', { updated_at: '2026-01-01', is_enabled: true }],
    ['saved', { updated_at: '2026-01-02', is_enabled: true }],
    ['changed', { updated_at: '2026-01-02', is_enabled: false }],
  ])('was %s if the value is %j', (outcome, row) => expect(outcomeOf(TOGGLE, row)).toBe(outcome));

  it.each([
    ['/api/projects/p/flags', 'p', true],
    ['/api/projects/p/preferences', 'p', false],
    ['/api/projects/p/webhooks/w/test', 'p', false],
    ['/api/auth/password', 'p', false],
    ['/api/projects', undefined, false],
  ])('%s in project %s is found in the history: %p', (path, projectId, isFound) => {
    noteCut({ ...TOGGLE, requestId: path, path, projectId });
    expect(isCut(path)).toBe(isFound);
  });
});

describe('reading again', () => {
  const end = (...answers: (Outcome | Error)[]) => {
    const left = [...answers];
    const read = async () => {
      const next = left.shift();
      if (next === undefined || next instanceof Error) throw next ?? new Error('read too often');
      return { outcome: next };
    };
    return untilCertain(
      read,
      (error) => (error as Error).message === 'down',
      async () => undefined,
    ).then((found) => [found?.outcome, left.length]);
  };

  it('goes on while nothing answers, and ends once the change is there', async () => {
    expect(await end(new Error('down'), new Error('down'), 'notSaved', 'saved', 'notSaved')).toEqual(['saved', 1]);
  });

  it('takes a change for not saved only if it stays so', async () => {
    expect(await end('notSaved', 'notSaved', new Error('down'), 'notSaved', 'notSaved', 'saved')).toEqual([
      'notSaved',
      1,
    ]);
  });

  it('ends when the reader may no longer read', async () => {
    expect(await end('notSaved', new Error('gone'), 'saved')).toEqual([undefined, 1]);
  });
});
