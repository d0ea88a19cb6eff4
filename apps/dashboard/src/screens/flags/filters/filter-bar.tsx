import { Button, NativeSelect } from '@mantine/core';
import type { EnvironmentView, FlagSummary } from '@burgee/contracts/http';
import { IconFilter, IconStar } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Hint } from '../../../feedback/hint.js';
import { openSheet } from '../../../shortcuts/open-sheet.js';
import { ColumnsMenu } from '../columns/columns-menu.js';
import classes from './filter-bar.module.css';
import type { FlagSearch } from './flag-search.js';
import { countFilters, isFiltered, type Order, ORDERS, orderOf } from './search-controls.js';
import { FlagFilters } from './flag-filters.js';
import { SearchField } from './search-field.js';
import { StateFilter } from './state-filter.js';
import { ViewsMenu } from '../views/views-menu.js';
import { texts } from '../texts.js';

const route = getRouteApi('/inside/projects/$projectId/flags');

interface Props {
  environments: readonly EnvironmentView[];
  columns: readonly EnvironmentView[];
  /** All flags to filter. */
  flags: readonly FlagSummary[];
  shown: number;
  onColumns: (columns: readonly EnvironmentView[]) => void;
  onOrder: ((environments: readonly EnvironmentView[]) => void) | undefined;
}

/** Search and filters. The address contains them all, so that users can share it. */
export function FilterBar({ environments, columns, flags, shown, onColumns, onOrder }: Props) {
  const { projectId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const count = countFilters(search);
  const [isOpen, setOpen] = useState(count > 0);
  // A link from this page may also lead here, so its filters must show.
  const [before, setBefore] = useState(search.archived);
  if (before !== search.archived) {
    setBefore(search.archived);
    if (search.archived) setOpen(true);
  }
  const set = (change: FlagSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const clear = () =>
    void navigate({ search: (now) => ({ sort: now.sort, desc: now.desc, columns: now.columns }), replace: true });
  return (
    <search className={classes.bar} data-open={isOpen || undefined} data-filtered={isFiltered(search) || undefined}>
      <SearchField value={search.q ?? ''} onChange={(q) => set({ q: q === '' ? undefined : q })} />
      <div className={classes.folded}>
        <StateFilter environments={environments} search={search} onChange={set} />
      </div>
      <Button
        variant="default"
        className={classes.filters}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.filters}
        {count > 0 && <span className={classes.badge}>{count}</span>}
      </Button>
      <div className={classes.folded}>
        <Hint label={texts.favoritesHint}>
          <Button
            variant={search.favorites ? 'filled' : 'default'}
            className={classes.tool}
            aria-pressed={search.favorites ?? false}
            onClick={() => set({ favorites: search.favorites ? undefined : true })}
          >
            <IconStar size={18} aria-hidden />
            <span className={classes.word}>{texts.favorites}</span>
          </Button>
        </Hint>
        <ViewsMenu
          projectId={projectId}
          search={search}
          onOpen={(view) => void navigate({ search: (now) => ({ ...view, columns: now.columns }), replace: true })}
        />
        {environments.length > 1 && (
          <ColumnsMenu all={environments} columns={columns} onColumns={onColumns} onOrder={onOrder} />
        )}
        <NativeSelect
          aria-label={texts.order}
          data={Object.entries(texts.orders).map(([value, label]) => ({ value, label }))}
          value={orderOf(search)}
          onChange={(event) => set(ORDERS[event.currentTarget.value as Order])}
          className={`${classes.select} ${classes.order}`}
        />
      </div>
      <div className={classes.count} data-longest={texts.countOf(flags.length, flags.length)}>
        <span role="status">{texts.count(shown, flags.length)}</span>
        {isFiltered(search) && (
          <button type="button" className={classes.clear} onClick={clear}>
            {texts.clear}
          </button>
        )}
      </div>
      <button type="button" className={classes.help} aria-keyshortcuts="?" onClick={openSheet}>
        <kbd aria-hidden>?</kbd> {texts.help}
      </button>
      {isOpen && <FlagFilters flags={flags} search={search} onChange={set} />}
    </search>
  );
}
