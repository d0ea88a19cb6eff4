import type { EnvironmentView } from '@burgee/contracts/http';
import { describe, expect, it } from '@jest/globals';
import { askToUndoBy, undoIn } from './undo-in.js';

const environment = (guarded: boolean) => ({ name: 'Production', protected: guarded }) as EnvironmentView;

async function isUndone(guarded: boolean): Promise<boolean> {
  let undone = false;
  await undoIn(environment(guarded), 'new-checkout was switched on', () => (undone = true));
  return undone;
}

describe('undoing a change', () => {
  it('is done at once where the environment is not protected', async () => {
    const end = askToUndoBy(() => Promise.reject(new Error('asked')));
    expect(await isUndone(false)).toBe(true);
    end();
  });

  it.each([true, false])('of a protected environment is done when the answer is yes: %s', async (yes) => {
    const asked: string[] = [];
    const end = askToUndoBy(async ({ done }) => {
      asked.push(done);
      return yes;
    });
    expect(await isUndone(true)).toBe(yes);
    expect(asked).toEqual(['new-checkout was switched on']);
    end();
    expect(await isUndone(true)).toBe(false);
  });
});
