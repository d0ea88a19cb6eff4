import type { NoticeView, ReadNotices, ReadNoticesRequest } from '@burgee/contracts/http';
import {
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callPage, type Page } from './call.js';

const FIRST = '/api/notices';
const AGAIN_AFTER_MILLISECONDS = 60_000;

/** The notices of the account in all its projects, unread first. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices'],
  queryFn: ({ pageParam, signal }) => callPage<NoticeView>(pageParam, signal),
  initialPageParam: FIRST,
  getNextPageParam: ({ next }) => next,
  // Only the stream of the open project announces them.
  refetchInterval: AGAIN_AFTER_MILLISECONDS,
});

interface Pages {
  pages: readonly Page<NoticeView>[];
}

export const allNotices = ({ pages }: Pages): NoticeView[] => pages.flatMap(({ items }) => items);

/** The unread notices so far, and whether the next page may have more. */
export function countUnread({ pages }: Pages): { count: number; hasMore: boolean } {
  const notices = allNotices({ pages });
  const count = notices.filter(({ read_at }) => read_at === null).length;
  return { count, hasMore: count === notices.length && pages.at(-1)?.next !== undefined };
}

const NONE = { count: 0, hasMore: false };

/** The number of unread notices, for the navigation. A failure shows none: the page of notices says more. */
export function useUnreadNotices() {
  const { data } = useInfiniteQuery({ ...noticesQuery, select: countUnread });
  return data ?? NONE;
}

export const refetchNotices = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: noticesQuery.queryKey });

/** Marks notices as read. */
export function useReadNotices() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ReadNoticesRequest) => call<ReadNotices>('POST', `${FIRST}/read`, { body }),
    onSettled: () => refetchNotices(queries),
  });
}
