import { Skeleton, Stack } from '@mantine/core';
import { texts } from '../texts.js';

/** The outline of a page that is loading. */
export function PageSkeleton() {
  return (
    <Stack gap="md" p="lg" aria-busy="true" aria-label={texts.loading} role="status">
      <Skeleton height={28} width="14rem" />
      <RowsSkeleton rows={6} />
    </Stack>
  );
}

/** The outline of a list that is loading. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <Stack gap="xs">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={44} radius="md" />
      ))}
    </Stack>
  );
}
