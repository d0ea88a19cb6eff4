import { describe, expect, it } from '@jest/globals';
import { entryOf, describeAuthor } from './value-author.js';

const row = { updated_at: '2026-01-01T12:00:10.000Z' };
const by = (created_at: string, user_id = 'grace') => ({ created_at, user_id, user_name: 'Grace' });

describe("the author of a row's value", () => {
  it.each(['2026-01-01T12:00:10.000Z', '2026-01-01T12:00:09.100Z', '2026-01-01T12:00:11.000Z'])(
    'is known from an entry at %s',
    (at) => expect(entryOf(row, by(at))?.user_name).toBe('Grace'),
  );

  it('is unknown from the entry of an earlier value', () => {
    expect(entryOf(row, by('2026-01-01T12:00:08.900Z'))).toBeUndefined();
    expect(entryOf(row, undefined)).toBeUndefined();
  });
});

describe('the author of a newer value', () => {
  it('is named, unless it is the reader or unknown', () => {
    expect(describeAuthor(row, by(row.updated_at), 'ada')).toBe('Grace changed it first');
    expect(describeAuthor(row, by(row.updated_at, 'ada'), 'ada')).toBe('it has changed since');
    expect(describeAuthor(row, by('2026-01-01T12:00:00.000Z'), 'ada')).toBe('it has changed since');
    expect(describeAuthor(row, undefined, 'ada')).toBe('it has changed since');
  });
});
