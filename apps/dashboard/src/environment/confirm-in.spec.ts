import type { EnvironmentView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { askBy, confirmIn, type Question, undoIn } from './confirm-in.js';

const named = (name: string, guarded: boolean) => ({ name, protected: guarded, approvals: 0 }) as EnvironmentView;
const STAGING = named('Staging', false);
const PRODUCTION = named('Production', true);
const EUROPE = named('Europe', true);
const DONE = 'new-checkout was switched on';

async function isUndone(...environments: EnvironmentView[]): Promise<boolean> {
  let undone = false;
  await undoIn(environments, DONE, () => (undone = true));
  return undone;
}

describe('undoing a change', () => {
  it('runs at once in an unprotected environment', async () => {
    const end = askBy(() => Promise.reject(new Error('asked')));
    expect(await isUndone(STAGING)).toBe(true);
    end();
  });

  it.each([true, false])('runs in a protected environment only after a yes: %s', async (yes) => {
    const asked: Question[] = [];
    const end = askBy(async (question) => {
      asked.push(question);
      return yes;
    });
    expect(await isUndone(PRODUCTION)).toBe(yes);
    expect(asked).toEqual([expect.objectContaining({ effects: [`Undo: ${DONE}.`] })]);
    end();
    expect(await isUndone(PRODUCTION)).toBe(false);
  });
});

it('leaves the question to the request for approval, where an undo needs one', async () => {
  const end = askBy(() => Promise.reject(new Error('asked')));
  expect(await isUndone(EUROPE, { ...PRODUCTION, approvals: 1 })).toBe(true);
  end();
});

it('asks once about all protected environments, and about no others', async () => {
  const asked: Question[] = [];
  const end = askBy(async (question) => asked.push(question) > 0);
  const question = { title: 'Unarchive it?', environments: [STAGING, PRODUCTION, EUROPE], effects: [], action: 'Do' };
  await confirmIn(question, () => undefined);
  await undoIn([EUROPE, STAGING, PRODUCTION], DONE, () => undefined);
  end();
  expect(asked.map(({ title, environments }) => [title, environments.map(({ name }) => name)])).toEqual([
    ['Unarchive it?', ['Production', 'Europe']],
    ['Undo in Europe and Production?', ['Europe', 'Production']],
  ]);
});
