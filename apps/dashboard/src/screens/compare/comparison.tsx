import type { EnvironmentView, FlagDifference, ProjectView } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { IconEqual } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { may } from '../../api/projects.js';
import { differencesQuery } from '../../api/promotions.js';
import { useKeptError } from '../../api/use-kept-error.js';
import { EmptyState } from '../../feedback/empty-state.js';
import { ErrorNotice } from '../../feedback/errors/error-notice.js';
import { fill } from '../../feedback/fill.js';
import { RowsSkeleton } from '../../feedback/loading/page-skeleton.js';
import { SearchField } from '../../feedback/search-field.js';
import { EnvironmentName } from '../../environment/environment-name.js';
import { useSelection } from '../flags/bulk/use-selection.js';
import { type CompareSearch, type ListedDifference, partsIn, partsText } from './compare-search.js';
import classes from './compare-screen.module.css';
import { DifferenceTable } from './difference-table.js';
import { PromoteBar } from './promote-bar.js';
import { texts } from './texts.js';

interface Props {
  project: ProjectView;
  from: EnvironmentView;
  to: EnvironmentView;
  search: CompareSearch;
  onSearch: (change: CompareSearch) => void;
}

const finds = ({ key, name }: FlagDifference, words: string) =>
  `${key} ${name}`.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase());

/** The flags that differ between two environments, and the parts to promote. */
export function Comparison({ project, from, to, search, onSearch }: Props) {
  const { data, error, refetch } = useKeptError(useQuery(differencesQuery(project.id, { from: from.id, to: to.id })));
  const { q = '' } = search;
  const shown = useMemo(
    () => (data ?? []).filter((one) => finds(one, q)).map((one): ListedDifference => ({ ...one, id: one.flag_id })),
    [data, q],
  );
  const selection = useSelection(shown);
  const parts = partsIn(search);
  const canEdit = may(to.role, 'editor');
  if (!data)
    return error ? (
      <ErrorNotice error={error} title={texts.failed} onRetry={() => void refetch()} />
    ) : (
      <RowsSkeleton rows={8} />
    );
  if (data.length === 0)
    return (
      <div className="panel" role="status">
        <EmptyState icon={<IconEqual />} title={texts.equal}>
          {texts.equalHint(from.name, to.name)}
        </EmptyState>
      </div>
    );
  return (
    <>
      <div className={classes.tools}>
        <SearchField
          value={q}
          label={texts.search}
          hint={texts.searchHint}
          clear={texts.clearSearch}
          className={classes.search}
          onChange={(typed) => onSearch({ q: typed === '' ? undefined : typed })}
        />
        <Text size="sm" c="dimmed" role="status">
          {texts.differ(data.length)}
        </Text>
        <Text size="sm" c="dimmed" component="span" className={classes.legend}>
          {fill(texts.legend, {
            from: <EnvironmentName environment={from} />,
            to: <EnvironmentName environment={to} />,
          })}
        </Text>
      </div>
      {!canEdit && (
        <Text size="sm" c="dimmed" mb="sm">
          {texts.readOnly(to.name)}
        </Text>
      )}
      {shown.length === 0 ? (
        <Text c="dimmed">{texts.noMatch}</Text>
      ) : (
        <DifferenceTable
          label={texts.table(from.name, to.name)}
          projectId={project.id}
          flags={shown}
          parts={parts}
          selection={canEdit ? selection : undefined}
          onParts={(chosen) => onSearch({ parts: partsText(chosen) })}
        />
      )}
      {canEdit && <PromoteBar project={project} from={from} to={to} parts={parts} selection={selection} />}
    </>
  );
}
