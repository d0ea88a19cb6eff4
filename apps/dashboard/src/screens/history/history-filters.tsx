import type { AuditEntryView, ProjectView } from '@burgee/contracts/http';
import { Button, Select } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { flagsQuery } from '../../api/flags.js';
import { SearchField } from '../../feedback/search-field.js';
import { MemberSelect } from '../../members/member-select.js';
import { groupActions } from './action-groups.js';
import type { ActionFilter } from './action-texts.js';
import { DayFilter } from './day-filter.js';
import { countFilters, type HistorySearch, isFiltered } from './history-search.js';
import classes from './history-screen.module.css';
import { texts } from './texts.js';

const route = getRouteApi('/inside/projects/$projectId/history');
const OPTIONS_AT_ONCE = 100;
const ACTIONS = groupActions();

interface Option {
  value: string;
  label: string;
}

/** The address may name a deleted thing; its entries still exist. */
const withChosen = (options: Option[], value: string | undefined, label: string) =>
  value === undefined || options.some((one) => one.value === value) ? options : [...options, { value, label }];

interface Props {
  project: ProjectView;
  entries: readonly AuditEntryView[];
  /** The number of matching entries, in words. */
  found: string | undefined;
}

/** The address contains every filter, so that users can share a view. Flags load when the user opens their list. */
export function HistoryFilters({ project, entries, found }: Props) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [asksFlags, setAsksFlags] = useState(false);
  const count = countFilters(search);
  const [isOpen, setOpen] = useState(count > 0);
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    setCleared(cleared + 1);
    void navigate({ search: {}, replace: true });
  };
  const { data: flags } = useQuery({ ...flagsQuery(project.id), enabled: asksFlags });
  const environments = project.environments.map(({ id, name }) => ({ value: id, label: name }));
  const set = (change: HistorySearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const common = { clearable: true, searchable: true, limit: OPTIONS_AT_ONCE, className: classes.filter };
  const flagKey = entries.find(({ flag_id }) => flag_id === search.flag)?.flag_key;
  const isGone = flags !== undefined && flagKey;
  const actor = entries.find(({ user_id }) => user_id === search.actor)?.user_name;
  return (
    <search className={classes.filters}>
      <SearchField
        value={search.q ?? ''}
        label={texts.search}
        hint={texts.searchHint}
        clear={texts.clearSearch}
        className={classes.search}
        onChange={(q) => set({ q: q === '' ? undefined : q })}
      />
      <Button
        variant="default"
        className={classes.filtersButton}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.filters}
        {count > 0 && <span className={classes.badge}>{count}</span>}
      </Button>
      <div className={classes.choices} data-open={isOpen}>
        <Select
          {...common}
          aria-label={texts.flag}
          placeholder={texts.anyFlag}
          nothingFoundMessage={flags ? texts.nothing : texts.loading}
          onDropdownOpen={() => setAsksFlags(true)}
          data={withChosen(
            flags?.map(({ id, key }) => ({ value: id, label: key })) ?? [],
            search.flag,
            isGone ? texts.deleted(flagKey) : (flagKey ?? texts.oneFlag),
          )}
          value={search.flag ?? null}
          onChange={(flag) => set({ flag: flag ?? undefined })}
        />
        <MemberSelect
          className={classes.filter}
          aria-label={texts.person}
          placeholder={texts.anyPerson}
          projectId={project.id}
          value={search.actor ?? null}
          chosen={actor ?? texts.onePerson}
          onChange={(one) => set({ actor: one ?? undefined })}
        />
        <Select
          {...common}
          aria-label={texts.environment}
          placeholder={texts.anyEnvironment}
          data={withChosen(environments, search.environment, texts.deletedEnvironment)}
          value={search.environment ?? null}
          onChange={(environment) => set({ environment: environment ?? undefined })}
        />
        <Select
          {...common}
          aria-label={texts.action}
          placeholder={texts.anyAction}
          data={ACTIONS}
          value={search.action ?? null}
          onChange={(action) => set({ action: (action as ActionFilter | null) ?? undefined })}
        />
        <DayFilter key={cleared} search={search} onChange={set} />
      </div>
      {/* Below them, so that none of them moves. */}
      <div className={classes.found}>
        <span role="status">{found}</span>
        {isFiltered(search) && (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            {texts.clear}
          </Button>
        )}
      </div>
    </search>
  );
}
