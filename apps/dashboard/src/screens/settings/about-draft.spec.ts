import { describe, expect, it } from '@jest/globals';
import { aboutOf, follow, toRequest } from './about-draft.js';

const BEFORE = aboutOf({ name: 'Shop', description: null });

describe('the name and description of a project', () => {
  it('are sent as far as they were touched', () => {
    expect(toRequest({ name: ' Web shop ', description: '' }, BEFORE)).toEqual({ name: 'Web shop' });
    expect(toRequest({ name: 'Shop', description: 'Of Grace' }, BEFORE)).toEqual({ description: 'Of Grace' });
    expect(toRequest({ name: 'Shop', description: ' ' }, { ...BEFORE, description: 'x' })).toEqual({
      description: null,
    });
  });

  it('follow what others save, except for what is being typed', () => {
    const now = { name: 'Store', description: 'Of Ada' };
    expect(follow(BEFORE, BEFORE, now)).toEqual(now);
    expect(follow({ ...BEFORE, description: 'Of Gra' }, BEFORE, now)).toEqual({ name: 'Store', description: 'Of Gra' });
    expect(follow({ name: 'Store ', description: '' }, BEFORE, now)).toEqual(now);
  });
});
