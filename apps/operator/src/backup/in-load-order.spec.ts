import { describe, expect, it } from '@jest/globals';
import { inLoadOrder } from './in-load-order.js';

const table = (name: string, ...refers_to: string[]) => ({ name, refers_to });

describe('the order in which a restore fills tables', () => {
  it('puts each table after the tables it refers to', () => {
    const tables = [table('invitations', 'members', 'projects'), table('members', 'projects'), table('projects')];
    expect(inLoadOrder(tables).map(({ name }) => name)).toEqual(['projects', 'members', 'invitations']);
  });

  it('refuses a circle', () => {
    expect(() => inLoadOrder([table('a', 'b'), table('b', 'a')])).toThrow('circle');
  });
});
