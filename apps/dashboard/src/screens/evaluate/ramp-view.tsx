import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { Button, NativeSelect, Slider, Text, Textarea, Title } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { servedRow } from './evaluate-row.js';
import { Histogram, UserGrid } from './ramp-pictures.js';
import { MOST_USERS, ramp, type Ramp, sampleKeys } from './ramp.js';
import { UserTable } from './user-table.js';
import { useTyped } from './use-typed.js';
import type { EvaluateSearch } from './evaluate-search.js';
import classes from './evaluate-screen.module.css';
import { rowsInOrder } from '../../environment/order-environments.js';
import { fill } from '../../feedback/fill.js';
import { formatPercent } from '../../feedback/format.js';
import { texts as all } from './texts.js';

const texts = all.ramp;

const MARKS = [0, 25, 50, 75, 100].map((value) => ({ value, label: formatPercent(value) }));

interface Props {
  flag: FlagView;
  environments: readonly EnvironmentView[];
  search: EvaluateSearch;
  onChange: (change: EvaluateSearch) => void;
  /** Users to try it on, one per line. */
  users: string;
  onUsers: (lines: string) => void;
}

/** Which of many users have the flag at a percentage, and which gain or lose it when the percentage changes. */
export function RampView({ flag, environments, search, onChange, users, onUsers }: Props) {
  const values = rowsInOrder(flag.environments, environments);
  const value = values.find(({ environment_id }) => environment_id === search.environment) ?? values[0];
  const stored = value?.rollout_percentage ?? 0;
  const [share, setShare] = useTyped(search.share ?? stored, (percent) =>
    onChange({ share: percent === stored ? undefined : percent }),
  );
  const keys = useMemo(() => sampleKeys(users), [users]);
  // The slider moves at once; the picture follows as fast as it renders.
  const drawn = useDeferredValue(share);
  const picture = useMemo(() => value && ramp(servedRow(flag, value), drawn, keys), [flag, value, drawn, keys]);
  if (!value || !picture) return null;
  const madeUp = users.trim() === '';
  return (
    <section className={`panel ${classes.ramp}`} aria-labelledby="ramp">
      <div className={classes.rampHead}>
        <div>
          <Title order={2} id="ramp">
            {texts.title}
          </Title>
          <Text size="sm" c="dimmed">
            {madeUp ? texts.sample : texts.own(keys.length)}
          </Text>
        </div>
        <NativeSelect
          aria-label={texts.environment}
          data={environments.map(({ id, name }) => ({ value: id, label: name }))}
          value={value.environment_id}
          onChange={(event) => onChange({ environment: event.currentTarget.value, share: undefined })}
        />
      </div>
      <div className={classes.slider}>
        <Slider value={share} onChange={setShare} marks={MARKS} label={formatPercent} thumbLabel={texts.slider} />
      </div>
      <div className={classes.summary}>
        <Text role="status">
          <Summary picture={picture} of={keys.length} share={drawn} stored={stored} />
        </Text>
        {share !== stored && (
          <Button variant="subtle" size="compact-sm" onClick={() => setShare(stored)}>
            {texts.back(stored)}
          </Button>
        )}
      </div>
      <UserGrid users={picture.users} />
      <Histogram buckets={picture.buckets} share={drawn} />
      <Textarea
        label={texts.users}
        description={texts.usersHint(MOST_USERS)}
        placeholder={texts.usersExample}
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

interface SummaryProps {
  picture: Ramp;
  of: number;
  share: number;
  stored: number;
}

function Summary({ picture: { on, added, dropped }, of, share, stored }: SummaryProps) {
  const change =
    share > stored ? texts.more(added, stored) : share < stored ? texts.fewer(dropped, stored) : texts.same;
  return fill(texts.count, {
    count: <strong>{texts.of(on, of)}</strong>,
    share: formatPercent(share),
    change,
  });
}
