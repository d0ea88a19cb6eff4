import { Button, CloseButton, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { EnvironmentView } from '@burgee/contracts/http';
import { IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import classes from './filter-bar.module.css';
import { type FlagSearch, isFiltered, ORDERS, orderOf } from './flag-search.js';

const route = getRouteApi('/inside/projects/$projectId/flags');
const SETTLED_MILLISECONDS = 120;

const TYPES = [
  { value: '', label: 'Any type' },
  { value: 'boolean', label: 'Boolean' },
  { value: 'string', label: 'String' },
  { value: 'number', label: 'Number' },
  { value: 'json', label: 'JSON' },
];
const STATES = [
  { value: 'any', label: 'All' },
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];

interface Props {
  environments: readonly EnvironmentView[];
  shown: number;
  all: number;
}

/** Search and filters. The address contains them all, so that users can share it. */
export function FilterBar({ environments, shown, all }: Props) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: FlagSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false });
  const clear = () => void navigate({ search: ({ sort, desc }) => ({ sort, desc }), replace: true });
  return (
    <search className={classes.bar}>
      <SearchField value={search.q ?? ''} onChange={(q) => set({ q: q === '' ? undefined : q })} />
      <NativeSelect
        aria-label="Type"
        data={TYPES}
        value={search.type ?? ''}
        onChange={(event) => set({ type: (event.currentTarget.value || undefined) as FlagSearch['type'] })}
        className={classes.select}
      />
      <SegmentedControl
        aria-label="State"
        data={STATES}
        value={search.state ?? 'any'}
        onChange={(state) => set({ state: state === 'any' ? undefined : (state as FlagSearch['state']) })}
      />
      {search.state && (
        <NativeSelect
          aria-label="In which environment"
          data={[
            { value: '', label: search.state === 'on' ? 'anywhere' : 'everywhere' },
            ...environments.map(({ slug, name }) => ({ value: slug, label: `in ${name}` })),
          ]}
          value={search.env ?? ''}
          onChange={(event) => set({ env: event.currentTarget.value || undefined })}
          className={classes.select}
        />
      )}
      <NativeSelect
        aria-label="Order"
        data={ORDERS.map(({ value, label }) => ({ value, label }))}
        value={orderOf(search)}
        onChange={(event) => set(ORDERS.find(({ value }) => value === event.currentTarget.value)?.by ?? {})}
        className={`${classes.select} ${classes.order}`}
      />
      <Text size="sm" c="dimmed" role="status" className={classes.count}>
        {shown === all ? `${all} ${all === 1 ? 'flag' : 'flags'}` : `${shown} of ${all} flags`}
      </Text>
      {isFiltered(search) && (
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          Clear
        </Button>
      )}
    </search>
  );
}

/** Shows the text at once, and writes it to the address when typing pauses. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const report = useDebouncedCallback(onChange, SETTLED_MILLISECONDS);
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(value);
  }, [value]);
  const change = (text: string) => {
    setTyped(text);
    report(text);
  };
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label="Search flags"
      aria-keyshortcuts="/"
      placeholder="Search key, name, description"
      data-search-field
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? <kbd aria-hidden>/</kbd> : <CloseButton aria-label="Clear search" onClick={() => change('')} />
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      className={classes.search}
    />
  );
}
