import type { EnvironmentView, FlagSummary, FlagUsageSummary, LatestChange, ProjectView } from '@burgee/contracts/http';
import { useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { type CSSProperties, useCallback, useMemo, useRef, useState } from 'react';
import { editsSome } from '../../../api/projects.js';
import { useWaitingChanges } from '../../../api/waiting-changes.js';
import { lazyDialog } from '../../../feedback/loading/lazy-dialog.js';
import { LazyConfirmToggle } from '../../../toggle/lazy-confirm-toggle.js';
import { useSwitch } from '../../../toggle/use-switch.js';
import { useRecentChanges } from '../../../live/recent-changes.js';
import { FlagCells } from './flag-cells.js';
import { FlagDots } from './flag-dots.js';
import { FlagName } from './flag-name.js';
import { FlagRow } from './flag-row.js';
import { focusGrid } from './focus-grid.js';
import { lastChangeOf } from '../filters/find-flags.js';
import { FlagsHead } from './flags-head.js';
import { cellName } from './grid-cell.js';
import { LastChange } from './last-change.js';
import { protectedFirst } from '../columns/columns.js';
import { MoreColumns } from '../columns/more-columns.js';
import { NoMatch } from './no-match.js';
import classes from './flags-table.module.css';
import { texts } from '../texts.js';
import { useFlagLinks } from './use-flag-links.js';
import { useGridFocus } from './use-grid-focus.js';
import { useRows } from './use-rows.js';
import { useSelection } from '../bulk/use-selection.js';
import { useTableFit } from '../columns/use-table-fit.js';

const BulkBar = lazyDialog(async () => (await import('../bulk/bulk-bar.js')).BulkBar);
const OF_A_FLAG = /\/flags\/([0-9a-f-]{36})$/;
const NARROW = '(max-width: 48rem)';
const NONE_OPEN: ReadonlySet<string> = new Set();

interface Props {
  project: ProjectView;
  /** The visible environments, in this order. */
  columns: readonly EnvironmentView[];
  /** Whether the reader chose them and their order. */
  isChosen: boolean;
  flags: readonly FlagSummary[];
  latest: Record<string, LatestChange>;
  usage: readonly FlagUsageSummary[];
  favorites: ReadonlySet<string>;
  onFavorite: (flagId: string) => void;
}

/** Flags and their switches. Renders only visible rows, for any number of flags. */
export function FlagsTable(props: Props) {
  const { flip, confirmation } = useSwitch(props.project);
  const selection = useSelection(props.flags);
  const { selected, clear } = selection;
  const finish = () => {
    clear();
    focusGrid();
  };
  return (
    <>
      {props.flags.length === 0 ? <NoMatch /> : <Grid {...props} selection={selection} onFlip={flip} />}
      <BulkBar
        opened={selected.length > 0}
        project={props.project}
        flags={selected}
        columns={props.columns}
        onClose={finish}
      />
      <LazyConfirmToggle {...confirmation} />
    </>
  );
}

type GridProps = Props & { selection: ReturnType<typeof useSelection>; onFlip: ReturnType<typeof useSwitch>['flip'] };

function Grid({ project, flags, latest, usage, favorites, selection, onFavorite, onFlip, ...rest }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const links = useFlagLinks(project.id);
  const recent = useRecentChanges();
  const waiting = useWaitingChanges(project);
  const hoursOf = useMemo(() => new Map(usage.map(({ flag_id, hours }) => [flag_id, hours])), [usage]);
  const canEdit = editsSome(project);
  const { select } = selection;
  const actions = useMemo(() => ({ select, favorite: onFavorite }), [select, onFavorite]);
  // The key, the environments, the last change.
  const size = { rows: flags.length, columns: rest.columns.length + 2 };
  const router = useRouter();
  // A user who comes back from the page of a flag continues at its row.
  const [left] = useState(() => OF_A_FLAG.exec(router.state.resolvedLocation?.pathname ?? '')?.[1]);
  const start = left === undefined ? -1 : flags.findIndex(({ id }) => id === left);
  const onLetter = (letter: string, row: number) => {
    const flag = flags[row];
    if (letter === 'e' && flag) links.open(flag.id);
    if (letter === 'x' && flag && canEdit) selection.select(flag.id, false);
    if (letter === 's' && flag) onFavorite(flag.id);
    if (letter === 'Escape') selection.clear();
  };
  const { active, grid, handlers } = useGridFocus(size, onLetter, start);
  const keyOf = (index: number) => flags[index]?.id ?? index;
  const rows = useRows({ isNarrow, count: flags.length, kept: active.row, keyOf, scroller, body });
  const [opened, setOpened] = useState<ReadonlySet<string>>(NONE_OPEN);
  const fit = useTableFit(scroller, grid);
  const columns = fit.columns === undefined || rest.isChosen ? rest.columns : protectedFirst(rest.columns);
  const toggleRow = useCallback(
    (flagId: string) =>
      setOpened((before) => {
        const now = new Set(before);
        if (!now.delete(flagId)) now.add(flagId);
        return now;
      }),
    [],
  );
  const scrolled = [
    ...(columns.length > 0 ? columns.map(({ name }) => name) : [texts.noEnvironment]),
    texts.changedColumn,
  ];
  // Without rows there would be no grid.
  const style = { '--environments': Math.max(1, columns.length), '--fit': fit.columns } as CSSProperties;
  return (
    <div className={classes.frame}>
      <div ref={scroller} className={`panel ${classes.scroll}`} data-scroll-restoration-id="flags">
        <div
          ref={grid}
          role="grid"
          aria-label={texts.tableLabel}
          aria-rowcount={flags.length + 1}
          aria-colcount={size.columns}
          aria-multiselectable={canEdit || undefined}
          className={classes.table}
          data-overflows={fit.columns === undefined ? undefined : true}
          style={style}
          {...handlers}
          {...links.handlers}
        >
          <FlagsHead
            selection={
              canEdit
                ? { selected: selection.selected.length, of: flags.length, onAll: selection.selectAll }
                : undefined
            }
            columns={columns}
            activeColumn={active.row === -1 ? active.column : undefined}
          />
          <div role="rowgroup" ref={body} className={classes.body} style={{ height: rows.height }}>
            {rows.items.map(({ index, start, key }) => {
              const flag = flags[index];
              if (!flag) return null;
              const isSelected = canEdit ? selection.ids.has(flag.id) : undefined;
              const column = active.row === index ? active.column : undefined;
              const change = latest[flag.id];
              const news = recent.get(flag.id);
              const isOpen = !isNarrow || opened.has(flag.id);
              return (
                <FlagRow
                  key={key}
                  ref={rows.measure}
                  index={index}
                  offset={start - rows.margin}
                  isRecent={news !== undefined}
                  isSelected={isSelected}
                  isOpen={isOpen}
                >
                  <FlagName
                    projectId={project.id}
                    flag={flag}
                    row={index}
                    isActive={column === 0}
                    hours={hoursOf.get(flag.id)}
                    changer={news?.who}
                    tagsShown={Math.min(fit.tags, flag.tags?.length ?? 0)}
                    isFavorite={favorites.has(flag.id)}
                    isSelected={isSelected}
                    on={actions}
                  />
                  {isNarrow && <FlagDots flag={flag} columns={columns} isOpen={isOpen} onToggle={toggleRow} />}
                  {isOpen && (
                    <FlagCells
                      projectId={project.id}
                      flag={flag}
                      columns={columns}
                      row={index}
                      activeColumn={column}
                      recentIn={news?.environmentId}
                      waiting={waiting.get(flag.id)}
                      onFlip={onFlip}
                    />
                  )}
                  {isOpen && (
                    <LastChange
                      time={lastChangeOf(flag, change, project.environments)}
                      by={news?.who ?? change?.user_name}
                      cell={cellName({ row: index, column: columns.length + 1 })}
                      isActive={column === columns.length + 1}
                    />
                  )}
                </FlagRow>
              );
            })}
          </div>
        </div>
      </div>
      <MoreColumns scroller={scroller} columns={scrolled} />
    </div>
  );
}
