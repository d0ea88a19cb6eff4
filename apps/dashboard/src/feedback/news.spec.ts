import { describe, expect, it } from '@jest/globals';
import { tellNews } from './news.js';

const grace = (what: string) => ({ who: 'Grace', what });

describe('news', () => {
  it('of one person stand under their name', () => {
    expect(tellNews([grace('switched a')])).toEqual({ title: 'Grace', lines: ['switched a'] });
    expect(tellNews([grace('switched a'), grace('deleted b')])).toEqual({
      title: 'Grace',
      lines: ['switched a', 'deleted b'],
    });
  });

  it('of several say who did what', () => {
    expect(tellNews([grace('switched a'), { who: 'Ada', what: 'deleted b' }])).toEqual({
      title: '2 changes',
      lines: ['Grace switched a', 'Ada deleted b'],
    });
  });

  it('that are many are the last ones, and how many came before', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((key) => grace(`switched ${key}`));
    expect(tellNews(many).lines).toEqual(['2 earlier', 'switched c', 'switched d', 'switched e']);
  });
});
