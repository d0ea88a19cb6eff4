import type { AuditEntryView, ProjectView } from '@burgee/contracts/http';
import type { AuditAction } from '@burgee/contracts/wire';
import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { flagsQuery } from '../../api/flags.js';
import { recentDays } from '../../feedback/recent-days.js';
import { SearchField } from '../../feedback/search-field.js';
import { useNow } from '../../feedback/use-now.js';
import { MemberSelect } from '../../members/member-select.js';
import { chosenDays, type HistorySearch, isFiltered, WEEK } from './history-search.js';
import classes from './history-screen.module.css';
import { texts } from './texts.js';

const route = getRouteApi('/inside/projects/$projectId/history');
const OPTIONS_AT_ONCE = 100;

interface Option {
  value: string;
  label: string;
}

/** The address may name something that was deleted; its entries still exist. */
const withChosen = (options: Option[], value: string | undefined, label: string) =>
  value === undefined || options.some((one) => one.value === value) ? options : [...options, { value, label }];

/** The address contains every filter, so that users can share a view. Flags load when somebody looks for them. */
export function HistoryFilters({ project, entries }: { project: ProjectView; entries: readonly AuditEntryView[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [asksFlags, setAsksFlags] = useState(false);
  const { data: flags } = useQuery({ ...flagsQuery(project.id), enabled: asksFlags });
  const environments = project.environments.map(({ id, name }) => ({ value: id, label: name }));
  const set = (change: HistorySearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const common = { clearable: true, searchable: true, limit: OPTIONS_AT_ONCE, className: classes.filter };
  const flagKey = entries.find(({ flag_id }) => flag_id === search.flag)?.flag_key;
  const isGone = flags !== undefined && flagKey;
  const days = recentDays(new Date(useNow()));
  const week = { from: days.at(-1)?.day, to: undefined };
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
        data={Object.entries(texts.actions).map(([value, label]) => ({ value, label }))}
        value={search.action ?? null}
        onChange={(action) => set({ action: (action as AuditAction | null) ?? undefined })}
      />
      <Select
        clearable
        className={classes.filter}
        aria-label={texts.days}
        placeholder={texts.anyDay}
        data={[
          ...days.map(({ day, label }) => ({ value: day, label })),
          { value: WEEK, label: texts.lastDays(days.length) },
        ]}
        value={chosenDays(search, days) ?? null}
        onChange={(day) => set(day === WEEK ? week : { from: day ?? undefined, to: day ?? undefined })}
      />
      <div className={classes.span}>
        <span aria-hidden>{texts.from}</span>
        <TextInput
          type="date"
          aria-label={texts.fromDay}
          max={search.to}
          value={search.from ?? ''}
          onChange={(event) => set({ from: event.currentTarget.value || undefined })}
        />
        <span aria-hidden>{texts.to}</span>
        <TextInput
          type="date"
          aria-label={texts.toDay}
          min={search.from}
          value={search.to ?? ''}
          onChange={(event) => set({ to: event.currentTarget.value || undefined })}
        />
      </div>
      {isFiltered(search) && (
        <Button variant="subtle" size="compact-sm" onClick={() => void navigate({ search: {}, replace: true })}>
          {texts.clear}
        </Button>
      )}
    </search>
  );
}
