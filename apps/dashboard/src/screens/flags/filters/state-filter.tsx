import { NativeSelect } from '@mantine/core';
import type { EnvironmentView } from '@burgee/contracts/http';
import classes from './filter-bar.module.css';
import type { FlagSearch } from './flag-search.js';
import { texts } from '../texts.js';

const STATES = Object.entries(texts.states);

interface Props {
  environments: readonly EnvironmentView[];
  search: Pick<FlagSearch, 'state' | 'env'>;
  onChange: (change: Pick<FlagSearch, 'state' | 'env'>) => void;
}

/** On or off, and next to it where: in any environment or in all of them, unless one is chosen. */
export const StateFilter = ({ environments, search: { state, env }, onChange }: Props) => (
  <>
    {/* Not Mantine's SegmentedControl, which measures itself again and again while the page opens. */}
    <div role="radiogroup" aria-label={texts.state} title={texts.stateHint} className={classes.states}>
      {STATES.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="state"
            checked={value === (state ?? 'any')}
            onChange={() => onChange({ state: value === 'any' ? undefined : (value as FlagSearch['state']) })}
          />
          {label}
        </label>
      ))}
    </div>
    {state && (
      <NativeSelect
        aria-label={texts.environment}
        data={[
          { value: '', label: state === 'off' ? texts.offEverywhere : texts.onAnywhere },
          ...environments.map(({ slug, name }) => ({ value: slug, label: texts.inEnvironment(name, state) })),
        ]}
        value={env ?? ''}
        data-set={env === undefined ? undefined : true}
        onChange={(event) => onChange({ env: event.currentTarget.value || undefined })}
        className={classes.filter}
      />
    )}
  </>
);
