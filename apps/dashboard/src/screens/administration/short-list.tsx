import { Button, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import classes from './administration.module.css';
import { texts } from './texts.js';

const SHOWN_AT_FIRST = 5;

interface Props<T> {
  id: string;
  title: string;
  /** Undefined while it loads. */
  items: readonly T[] | undefined;
  nothing: string;
  row: (item: T) => ReactNode;
  /** Shown instead of the list while there is none, such as a failure. */
  children?: ReactNode;
}

/** A panel with the first items of a list, and the others on demand. */
export function ShortList<T>({ id, title, items, nothing, row, children }: Props<T>) {
  const [isWhole, setWhole] = useState(false);
  const isLong = !isWhole && items !== undefined && items.length > SHOWN_AT_FIRST + 1;
  return (
    <section className={`panel ${classes.panel}`} aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {children}
      {!items && !children && (
        <div role="status" aria-label={texts.loading}>
          <RowsSkeleton rows={3} />
        </div>
      )}
      {items?.length === 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {nothing}
        </Text>
      )}
      {items && (
        <ul className={classes.list} aria-labelledby={id}>
          {(isLong ? items.slice(0, SHOWN_AT_FIRST) : items).map(row)}
        </ul>
      )}
      {isLong && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {texts.showAll(items.length)}
        </Button>
      )}
    </section>
  );
}
