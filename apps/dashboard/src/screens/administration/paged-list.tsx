import { Button, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../../api/call.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import classes from './administration.module.css';
import { texts } from './texts.js';

interface Props<T> {
  label: string;
  pages: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
  /** The fields to search it with. */
  tools: ReactNode;
  count: (shown: number, hasMore: boolean) => string;
  failed: string;
  /** Shown where the list is empty. */
  nothing: string;
  renderItem: (item: T) => ReactNode;
}

/** A list that loads page after page, and says how much of it is shown. */
export function PagedList<T>({ label, tools, count, failed, nothing, renderItem, ...props }: Props<T>) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, ...pages } = useKeptError(props.pages);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <search className={classes.search}>
        {tools}
        <Text size="sm" c="dimmed" role="status" ml="auto">
          {data && count(items.length, hasNextPage)}
        </Text>
      </search>
      {error && <ErrorNotice error={error} title={failed} onRetry={() => void pages.refetch()} />}
      {isPending && !error && (
        <div role="status" aria-label={texts.loading}>
          <RowsSkeleton rows={8} />
        </div>
      )}
      {data && (
        <section className={`panel ${classes.rows}`} aria-label={label}>
          {items.length === 0 && (
            <Text size="sm" c="dimmed" py="md">
              {nothing}
            </Text>
          )}
          <ul className={classes.list}>{items.map(renderItem)}</ul>
          {hasNextPage && (
            <Button variant="default" my="md" loading={isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {texts.showMore}
            </Button>
          )}
        </section>
      )}
    </>
  );
}
