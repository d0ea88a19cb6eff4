import type { EnvironmentView } from '@burgee/contracts/http';
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Hint } from '../../feedback/hint.js';
import type { CompareSearch } from './compare-search.js';
import classes from './compare-screen.module.css';
import { texts } from './texts.js';

interface Props {
  environments: readonly EnvironmentView[];
  from: EnvironmentView | undefined;
  to: EnvironmentView | undefined;
  onChange: (ends: Pick<CompareSearch, 'from' | 'to'>) => void;
}

/** Chooses the two environments. Choosing one for both sides swaps them. */
export function Ends({ environments, from, to, onChange }: Props) {
  const swap = () => onChange({ from: to?.slug, to: from?.slug });
  const choices = environments.map(({ slug, name, protected: guarded }) => ({
    value: slug,
    label: guarded ? texts.protectedName(name) : name,
  }));
  const notChosen = { value: '', label: texts.choose };
  const setFrom = (slug: string) => (slug === to?.slug ? swap() : onChange({ from: slug, to: to?.slug }));
  const setTo = (slug: string) => (slug === from?.slug && to ? swap() : onChange({ from: from?.slug, to: slug }));
  return (
    <div className={classes.ends}>
      <div className={classes.end} data-color={from?.color}>
        <NativeSelect
          label={texts.from}
          data={choices}
          value={from?.slug ?? ''}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
      </div>
      <Hint label={texts.swap}>
        <ActionIcon variant="default" size={36} disabled={!to} aria-label={texts.swap} onClick={swap}>
          <IconArrowsExchange size={18} />
        </ActionIcon>
      </Hint>
      <div className={classes.end} data-color={to?.color}>
        <NativeSelect
          label={texts.to}
          data={to ? choices : [notChosen, ...choices.filter(({ value }) => value !== from?.slug)]}
          value={to?.slug ?? ''}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
    </div>
  );
}
