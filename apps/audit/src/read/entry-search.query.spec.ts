import type { AuditEntryView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { toEntryPage } from './entry-page.js';
import { EntrySearchQuery } from './entry-search.query.js';
import type { EntryQuery } from './entry.query.js';

const CREATED_AT = '2026-01-01T00:00:00.000Z';
const entry = (index: number, text = '') =>
  ({
    id: String(index),
    created_at: CREATED_AT,
    user_name: 'Ada',
    flag_key: `flag-${index}`,
    new_values: { text },
  }) as unknown as AuditEntryView;

/** A search over these entries, in pages that end at these numbers. @param bytesOfEach the stored size of each */
function searchOf(entries: readonly AuditEntryView[], bytesOfEach = 0, perPage = Infinity) {
  let pages = 0;
  const page = async (_filter: unknown, cursor: string | undefined, limit: number) => {
    pages += 1;
    const last =
      cursor === undefined ? -1 : Number((JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[])[1]);
    const from = entries.findIndex(({ id }) => Number(id) > last);
    const shown = entries.slice(from, from + Math.min(limit, perPage));
    const read = shown.length * bytesOfEach;
    return { ...toEntryPage(shown, from + shown.length < entries.length), read };
  };
  const search = new EntrySearchQuery({ page } as unknown as EntryQuery);
  return {
    search: (text: string, cursor?: string, limit?: number) =>
      search.page({ project_id: '1', role: 'viewer' }, text, cursor, limit),
    pages: () => pages,
  };
}

const idsOf = (entries: readonly AuditEntryView[]) => entries.map(({ id }) => Number(id));
const MANY = Array.from({ length: 5_000 }, (_, index) => entry(index));

it('finds each entry once across pages', async () => {
  const { search } = searchOf(MANY);
  const found: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await search('flag-12', cursor, 7);
    expect(page.entries.length).toBeLessThanOrEqual(7);
    found.push(...idsOf(page.entries));
    cursor = page.next;
  } while (cursor);
  expect(found).toEqual(idsOf(MANY.filter(({ flag_key }) => flag_key?.includes('flag-12'))));
});

it('reads up to 2,000 entries per response and returns a cursor', async () => {
  const { search, pages } = searchOf(MANY);
  const first = await search('flag-4999');
  expect([first.entries, pages()]).toEqual([[], 10]);
  const second = await search('flag-4999', first.next);
  expect(idsOf((await search('flag-4999', second.next)).entries)).toEqual([4_999]);
});

it('limits a response to the size of a page of entries', async () => {
  const { search } = searchOf(Array.from({ length: 50 }, (_, index) => entry(index, 'x'.repeat(10_000))));
  const { entries, next } = await search('ada');
  expect(entries).toHaveLength(10);
  expect(idsOf((await search('ada', next)).entries)[0]).toBe(10);
});

it('has no next page after the last entry', async () => {
  const { search } = searchOf(MANY.slice(0, 3));
  expect(await search('flag-2', undefined, 1)).toEqual({ entries: [MANY[2]] });
  expect(await search('nobody')).toEqual({ entries: [] });
});

it('S74 reads up to a megabyte per response, and at least one entry', async () => {
  const { search, pages } = searchOf(MANY, 30_000, 3);
  const first = await search('nobody');
  expect([first.entries, pages()]).toEqual([[], 12]);
  expect(idsOf((await search('flag-36', first.next)).entries)).toContain(36);
  const large = searchOf(MANY, 4_000_000, 1);
  await large.search('nobody');
  expect(large.pages()).toBe(1);
});
