import type { ProjectView } from '@burgee/contracts/http';
import type { AuditAction } from '@burgee/contracts/wire';
import { Button, Select, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useFlags } from '../../api/flags.js';
import { useMembers } from '../../api/members.js';
import { type HistorySearch, isFiltered } from './history-search.js';
import classes from './history-screen.module.css';
import { texts } from './texts.js';

const route = getRouteApi('/inside/projects/$projectId/history');
const OPTIONS_AT_ONCE = 100;

interface Option {
  value: string;
  label: string;
}

/** The address may name something that was deleted; its entries still exist. */
const withGone = (options: Option[], value: string | undefined, label: string) =>
  value === undefined || options.some((one) => one.value === value) ? options : [...options, { value, label }];

/** The address contains every filter, so that users can share a view. */
export function HistoryFilters({ project, goneFlag }: { project: ProjectView; goneFlag: string | undefined }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const flags = useFlags(project.id).map(({ id, key }) => ({ value: id, label: key }));
  const members = useMembers(project.id).map(({ user_id, name }) => ({ value: user_id, label: name }));
  const environments = project.environments.map(({ id, name }) => ({ value: id, label: name }));
  const set = (change: HistorySearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const common = { clearable: true, searchable: true, limit: OPTIONS_AT_ONCE, className: classes.filter };
  return (
    <search className={classes.filters}>
      <Select
        {...common}
        aria-label={texts.flag}
        placeholder={texts.anyFlag}
        data={withGone(flags, search.flag, goneFlag ? texts.deleted(goneFlag) : texts.deletedFlag)}
        value={search.flag ?? null}
        onChange={(flag) => set({ flag: flag ?? undefined })}
      />
      <Select
        {...common}
        aria-label={texts.person}
        placeholder={texts.anyPerson}
        data={withGone(members, search.actor, texts.formerMember)}
        value={search.actor ?? null}
        onChange={(actor) => set({ actor: actor ?? undefined })}
      />
      <Select
        {...common}
        aria-label={texts.environment}
        placeholder={texts.anyEnvironment}
        data={withGone(environments, search.environment, texts.deletedEnvironment)}
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
