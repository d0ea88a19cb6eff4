import { Skeleton, Stack } from '@mantine/core';
import { usePageElement } from '../../shell/inside-main.js';
import { texts } from '../texts.js';
import classes from './page-skeleton.module.css';

/** The outline of a page that is loading: a title at its place, and a list. */
export function PageSkeleton() {
  // In the frame of pages, its padding is that of the frame.
  const isFramed = usePageElement() !== 'main';
  return (
    <Stack gap="lg" p={isFramed ? undefined : 'lg'} aria-busy="true" aria-label={texts.loading} role="status">
      <Skeleton height={20} width="9rem" my={8} />
      <div className={`panel ${classes.panel}`}>
        <RowsSkeleton rows={12} />
      </div>
    </Stack>
  );
}

/** The outline of a list that is loading: two lines of text in each row, and a button at its end. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className={classes.rows}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes.row}>
          <div className={classes.lines}>
            <Skeleton height={9} width={index % 3 === 1 ? '11rem' : '8rem'} />
            <Skeleton height={7} width="5rem" />
          </div>
          <Skeleton height={18} width={36} radius="xl" />
        </div>
      ))}
    </div>
  );
}
