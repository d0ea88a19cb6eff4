import type { ScheduledStep } from '@burgee/contracts/http';
import { Text } from '@mantine/core';
import { Fragment } from 'react';
import type { FieldChange } from '../../toggle/describe-value.js';
import { Look } from '../../toggle/look.js';
import { Shown } from '../../toggle/shown.js';
import { BothTimes } from './both-times.js';
import classes from './schedules.module.css';
import { texts } from './texts.js';

type Step = Pick<ScheduledStep, 'at' | 'outcome' | 'late_seconds' | 'skipped_because'>;

interface Props {
  steps: readonly Step[];
  /** What each step changes; undefined for finished steps. */
  changes: readonly (FieldChange[] | undefined)[];
}

function outcomeOf({ outcome, late_seconds, skipped_because }: Step): string {
  if (outcome === null) return texts.waits;
  if (outcome === 'skipped') return skipped_because === 'late' ? texts.skippedLate : texts.skippedChanged;
  if (outcome === 'unchanged') return texts.unchanged;
  return late_seconds === null ? texts.done : texts.doneLate(late_seconds);
}

/** Time, changes and outcome of each step. */
export function StepList({ steps, changes }: Props) {
  return (
    <ol className={classes.steps} aria-label={texts.steps}>
      {steps.map((step, index) => (
        <li key={step.at} data-outcome={step.outcome ?? 'waits'}>
          <Text size="sm" span>
            <BothTimes at={step.at} />
          </Text>
          <Text size="sm" span className="any-text">
            {changes[index] === undefined
              ? outcomeOf(step)
              : changes[index].length === 0
                ? texts.nothing
                : changes[index].map(({ field, before, after }, place) => (
                    <Fragment key={field}>
                      {place > 0 && ' · '}
                      {field}: <Shown text={before} /> → <Shown text={after} />
                      <Look before={before} after={after} />
                    </Fragment>
                  ))}
          </Text>
        </li>
      ))}
    </ol>
  );
}
