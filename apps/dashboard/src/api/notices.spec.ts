import type { NoticeView } from '@burgee/contracts/http';
import { expect, it } from '@jest/globals';
import { countUnread } from './notices.js';

const page = (next: string | undefined, ...read: (string | null)[]) => ({
  items: read.map((read_at) => ({ read_at }) as NoticeView),
  next,
});

it('counts unread notices, which come first, and says when the next page may have more', () => {
  expect(countUnread({ pages: [page(undefined)] })).toEqual({ count: 0, hasMore: false });
  expect(countUnread({ pages: [page('next', null, null, 'then')] })).toEqual({ count: 2, hasMore: false });
  expect(countUnread({ pages: [page('next', null, null)] })).toEqual({ count: 2, hasMore: true });
  expect(countUnread({ pages: [page('next', null, null), page(undefined, null)] })).toEqual({
    count: 3,
    hasMore: false,
  });
});
