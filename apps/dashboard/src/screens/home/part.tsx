import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import classes from './home.module.css';
import { texts } from './texts.js';

interface Props {
  title: string;
  /** The way to the page that has all of it. */
  link?: ReactNode;
  /** What is shown without rows. */
  empty: string;
  /** The rows; undefined while they load. */
  rows: readonly ReactNode[] | undefined;
  /** Why there are none, if they could not be read. */
  failure?: { title: string; error: unknown; onRetry: () => void };
  children?: ReactNode;
}

/** A part of the overview. One that cannot be read says so, and the others work. */
export function Part({ title, link, empty, rows, failure, children }: Props) {
  const id = useId();
  return (
    <section className={`panel ${classes.part}`} aria-labelledby={id} aria-busy={!rows && !failure}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {link}
      </div>
      {failure && !rows && <ErrorNotice {...failure} />}
      {!rows && !failure && (
        <div role="status" aria-label={texts.loading} className={classes.list}>
          <RowsSkeleton rows={2} />
        </div>
      )}
      {rows?.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {empty}
        </Text>
      )}
      {rows && rows.length > 0 && <ul className={classes.list}>{rows}</ul>}
      {children}
    </section>
  );
}
