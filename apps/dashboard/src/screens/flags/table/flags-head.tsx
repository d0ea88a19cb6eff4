import type { EnvironmentView } from '@burgee/contracts/http';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EnvironmentName } from '../../../environment/environment-name.js';
import { CheckBox } from '../../../feedback/check-box.js';
import type { FlagSearch } from '../filters/flag-search.js';
import classes from './flags-table.module.css';
import { cellName } from './grid-cell.js';
import { texts } from '../texts.js';

const route = getRouteApi('/inside/projects/$projectId/flags');

interface Props {
  /** How many of the rows are selected; undefined where the user may change nothing. */
  selection: { selected: number; of: number; onAll: () => void } | undefined;
  columns: readonly EnvironmentView[];
  /** The column of the cell that Tab leads to, if that is in the head. */
  activeColumn: number | undefined;
}

/** The head of the table, which stays above its rows. */
export function FlagsHead({ selection, columns, activeColumn }: Props) {
  const cell = (column: number) => ({
    'data-cell': cellName({ row: -1, column }),
    tabIndex: activeColumn === column ? 0 : -1,
  });
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.row}>
        <Sortable by="key" className={classes.name} cell={cell(0)} leading={selection && <SelectAll {...selection} />}>
          {texts.keyColumn}
        </Sortable>
        {columns.map((environment, index) => (
          <span
            key={environment.id}
            role="columnheader"
            className={classes.environment}
            data-color={environment.color}
            data-protected={environment.protected || undefined}
            title={environment.name}
            {...cell(index + 1)}
          >
            <EnvironmentName environment={environment} withoutDot />
          </span>
        ))}
        {columns.length === 0 && <span role="columnheader">{texts.noEnvironment}</span>}
        <Sortable by="changed" className={classes.changed} cell={cell(columns.length + 1)}>
          {texts.changedColumn}
        </Sortable>
      </div>
    </div>
  );
}

function SelectAll({ selected, of, onAll }: NonNullable<Props['selection']>) {
  const isAll = selected === of;
  return (
    <CheckBox
      className={classes.select}
      isMixed={selected > 0 && !isAll}
      checked={selected > 0 && isAll}
      tabIndex={-1}
      aria-label={texts.selectAll}
      onChange={onAll}
    />
  );
}

interface SortableProps {
  by: NonNullable<FlagSearch['sort']>;
  className?: string;
  cell: { 'data-cell': string; tabIndex: number };
  leading?: ReactNode;
  children: string;
}

function Sortable({ by, className, cell, leading, children }: SortableProps) {
  const { sort = 'key', desc } = route.useSearch();
  const navigate = route.useNavigate();
  const isOn = sort === by;
  const turn = () =>
    void navigate({
      search: (before) => ({ ...before, sort: by, desc: (isOn ? !desc : by === 'changed') ? true : undefined }),
      replace: true,
      resetScroll: false,
    });
  const Arrow = desc ? IconArrowDown : IconArrowUp;
  return (
    <span role="columnheader" aria-sort={isOn ? (desc ? 'descending' : 'ascending') : 'none'} className={className}>
      {leading}
      <button type="button" onClick={turn} className={classes.sort} {...cell}>
        {children}
        {isOn && <Arrow size={14} aria-hidden />}
      </button>
    </span>
  );
}
