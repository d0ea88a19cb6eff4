import type { EnvironmentView, FlagView } from '@burgee/contracts';
import { Button, NativeSelect, Slider, Text, Textarea, Title } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { served } from './ask-everywhere.js';
import { Histogram, UserGrid } from './ramp-pictures.js';
import { MOST_USERS, ramp, type Ramp, sampleKeys } from './ramp.js';
import { UserTable } from './user-table.js';
import { useTyped } from './use-typed.js';
import type { WhoSearch } from './who-search.js';
import classes from './who-screen.module.css';

const MARKS = [0, 25, 50, 75, 100].map((value) => ({ value, label: `${value} %` }));

interface Props {
  flag: FlagView;
  environments: readonly EnvironmentView[];
  search: WhoSearch;
  onChange: (change: WhoSearch) => void;
  /** Users to try it on, one a line. */
  users: string;
  onUsers: (lines: string) => void;
}

/** Who of many has the flag at a percentage, and who comes in or drops out when it changes. */
export function RampView({ flag, environments, search, onChange, users, onUsers }: Props) {
  const values = flag.environments;
  const value = values.find(({ environment_id }) => environment_id === search.environment) ?? values[0];
  const stored = value?.rollout_percentage ?? 0;
  const [share, setShare] = useTyped(search.share ?? stored, (percent) =>
    onChange({ share: percent === stored ? undefined : percent }),
  );
  const keys = useMemo(() => sampleKeys(users), [users]);
  // The slider moves at once; the picture follows as fast as it can be drawn.
  const drawn = useDeferredValue(share);
  const picture = useMemo(() => value && ramp(served(flag, value), drawn, keys), [flag, value, drawn, keys]);
  if (!value || !picture) return null;
  const madeUp = users.trim() === '';
  return (
    <section className={`panel ${classes.ramp}`} aria-labelledby="ramp">
      <div className={classes.rampHead}>
        <div>
          <Title order={2} id="ramp">
            Ramp it up
          </Title>
          <Text size="sm" c="dimmed">
            {madeUp ? '1,000 made-up users' : `${keys.length.toLocaleString('en')} users of yours`}, as if it were
            switched on. Nothing is changed.
          </Text>
        </div>
        <NativeSelect
          aria-label="Environment"
          data={environments.map(({ id, icon, name }) => ({ value: id, label: `${icon} ${name}` }))}
          value={value.environment_id}
          onChange={(event) => onChange({ environment: event.currentTarget.value, share: undefined })}
        />
      </div>
      <div className={classes.slider}>
        <Slider
          value={share}
          onChange={setShare}
          marks={MARKS}
          label={(percent) => `${percent} %`}
          thumbLabel="Percentage to try"
        />
      </div>
      <div className={classes.summary}>
        <Text role="status">
          <Said picture={picture} of={keys.length} share={drawn} stored={stored} />
        </Text>
        {share !== stored && (
          <Button variant="subtle" size="compact-sm" onClick={() => setShare(stored)}>
            Back to {stored} %
          </Button>
        )}
      </div>
      <UserGrid users={picture.users} />
      <Histogram buckets={picture.buckets} share={drawn} />
      <Textarea
        label="Users of yours"
        description={`Their targetingKeys, one a line, at most ${MOST_USERS.toLocaleString('en')}. They stay in this page, and out of its link.`}
        placeholder={'user-1\nuser-2'}
        rows={3}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        value={users}
        onChange={(event) => onUsers(event.currentTarget.value)}
      />
      {!madeUp && <UserTable users={picture.users} />}
    </section>
  );
}

interface SaidProps {
  picture: Ramp;
  of: number;
  share: number;
  stored: number;
}

function Said({ picture: { on, added, dropped }, of, share, stored }: SaidProps) {
  const count = (number: number) => number.toLocaleString('en');
  const change =
    share > stored
      ? `${count(added)} more than at ${stored} %, and nobody less.`
      : share < stored
        ? `${count(dropped)} less than at ${stored} %.`
        : 'As it is now.';
  return (
    <>
      <strong>
        {count(on)} of {count(of)}
      </strong>{' '}
      have it at {share} %. {change}
    </>
  );
}
