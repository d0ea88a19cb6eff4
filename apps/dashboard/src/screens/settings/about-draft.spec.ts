import { describe, expect, it } from '@jest/globals';
import { aboutOf, follow, toRequest } from './about-draft.js';

const BEFORE = aboutOf({ name: 'Shop', description: null });

describe('the name and description of a project', () => {
  it('send only the edited fields', () => {
    expect(toRequest({ name: ' Web shop ', description: '' }, BEFORE)).toEqual({ name: 'Web shop' });
    expect(toRequest({ name: 'Shop', description: 'Of Grace' }, BEFORE)).toEqual({ description: 'Of Grace' });
    expect(toRequest({ name: 'Shop', description: ' ' }, { ...BEFORE, description: 'x' })).toEqual({
      description: null,
    });
  });

  it("follow other users' changes, except in the field being edited", () => {
    const now = { name: 'Store', description: 'Of Ada' };
    expect(follow(BEFORE, BEFORE, now)).toEqual(now);
    expect(follow({ ...BEFORE, description: 'Of Gra' }, BEFORE, now)).toEqual({ name: 'Store', description: 'Of Gra' });
    expect(follow({ name: 'Store ', description: '' }, BEFORE, now)).toEqual(now);
  });
});
