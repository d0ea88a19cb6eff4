import type { EnvironmentView } from '@burgee/contracts/http';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { chooseColumns, toChoice } from './columns.js';
import { keepColumns, readColumns } from './kept-columns.js';

const route = getRouteApi('/inside/projects/$projectId/flags');

/** The environments of the table. The choice is in the address, and in the browser for the next visit. */
export function useColumns(projectId: string, environments: readonly EnvironmentView[]) {
  const { columns: inAddress } = route.useSearch();
  const navigate = route.useNavigate();
  const choice = inAddress ?? readColumns(projectId);
  const write = (columns: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, columns }), replace: true, resetScroll: false });
  useEffect(() => {
    if (inAddress === undefined && choice !== undefined) write(choice);
    // oxlint-disable-next-line react/exhaustive-deps -- when the page opens
  }, [projectId]);
  const columns = useMemo(() => chooseColumns(environments, choice), [environments, choice]);
  // The default columns are not a choice: an order that an admin sets later applies here too.
  const isChoice = choice === undefined || toChoice(environments, columns) !== undefined;
  const set = (chosen: readonly EnvironmentView[]) => {
    const next = toChoice(environments, chosen);
    keepColumns(projectId, next);
    write(next);
  };
  useEffect(() => {
    if (!isChoice) set(columns);
    // oxlint-disable-next-line react/exhaustive-deps -- when the order of all becomes that of the choice
  }, [isChoice]);
  return { columns, isChosen: choice !== undefined, set };
}
