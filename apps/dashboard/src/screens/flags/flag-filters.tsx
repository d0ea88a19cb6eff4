import { NativeSelect } from '@mantine/core';
import type { EnvironmentView } from '@burgee/contracts/http';
import classes from './filter-bar.module.css';
import { TYPES } from './flag-draft.js';
import type { Age, FlagSearch } from './flag-search.js';
import { texts } from './texts.js';

interface Props {
  environments: readonly EnvironmentView[];
  search: FlagSearch;
  onChange: (change: FlagSearch) => void;
}

/** The filters that few need at every visit. */
export const FlagFilters = ({ environments, search: { type, state, env, age, archived }, onChange }: Props) => (
  <>
    <span className={classes.break} />
    <NativeSelect
      aria-label={texts.use}
      data={Object.entries(texts.uses).map(([value, label]) => ({ value, label }))}
      value={archived ? 'archived' : 'inUse'}
      onChange={(event) => onChange({ archived: event.currentTarget.value === 'archived' ? true : undefined })}
      className={classes.select}
    />
    <NativeSelect
      aria-label={texts.type}
      data={[
        { value: '', label: texts.anyType },
        ...TYPES.map((one) => ({ value: one, label: texts.create.types[one][0] })),
      ]}
      value={type ?? ''}
      onChange={(event) => onChange({ type: (event.currentTarget.value || undefined) as FlagSearch['type'] })}
      className={classes.select}
    />
    <NativeSelect
      aria-label={texts.age}
      data={Object.entries(texts.ages).map(([value, label]) => ({ value, label }))}
      value={age ?? 'any'}
      onChange={({ currentTarget: { value } }) => onChange({ age: value === 'any' ? undefined : (value as Age) })}
      className={classes.wide}
    />
    <NativeSelect
      aria-label={texts.environment}
      data={[
        { value: '', label: state === 'off' ? texts.offEverywhere : texts.onAnywhere },
        ...environments.map(({ slug, name }) => ({ value: slug, label: texts.inEnvironment(name, state ?? 'on') })),
      ]}
      value={env ?? ''}
      disabled={!state}
      onChange={(event) => onChange({ env: event.currentTarget.value || undefined })}
      className={classes.wide}
    />
  </>
);
