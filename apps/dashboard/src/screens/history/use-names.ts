import type { AuditEntryView, ProjectView } from '@burgee/contracts/http';
import { useMemo } from 'react';

/** Names by id: of existing environments, and of the authors of these entries. */
export function useNames({ environments }: ProjectView, entries: readonly AuditEntryView[]) {
  // As text, so that more entries of the same authors do not render rows again.
  const people = JSON.stringify([...new Map(entries.map(({ user_id, user_name }) => [user_id, user_name]))]);
  return useMemo(
    (): Readonly<Record<string, string>> =>
      Object.fromEntries([
        ...(JSON.parse(people) as [string, string][]),
        ...environments.map(({ id, name }) => [id, name] as const),
      ]),
    [people, environments],
  );
}
