import { describe, expect, it } from '@jest/globals';
import { summarizeChanges } from './summarize-changes.js';

const grace = (what: string) => ({ who: 'Grace', what });

describe('changes by others', () => {
  it('by one user are shown under their name', () => {
    expect(summarizeChanges([grace('switched a')])).toEqual({ title: 'Grace', lines: ['switched a'] });
    expect(summarizeChanges([grace('switched a'), grace('deleted b')])).toEqual({
      title: 'Grace',
      lines: ['switched a', 'deleted b'],
    });
  });

  it('by several users name each of them', () => {
    expect(summarizeChanges([grace('switched a'), { who: 'Ada', what: 'deleted b' }])).toEqual({
      title: '2 changes',
      lines: ['Grace switched a', 'Ada deleted b'],
    });
  });

  it('show the last of many, and the number of the others', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((key) => grace(`switched ${key}`));
    expect(summarizeChanges(many).lines).toEqual(['2 earlier', 'switched c', 'switched d', 'switched e']);
  });
});
