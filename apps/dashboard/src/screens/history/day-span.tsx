import { TextInput } from '@mantine/core';
import type { DayFilterProps } from './day-filter.js';
import classes from './history-screen.module.css';
import { partTexts } from './part-texts.js';

/** From one date to another. */
export function DaySpan({ search: { from, to }, onChange }: DayFilterProps) {
  return (
    <div className={classes.span}>
      <span aria-hidden>{partTexts.from}</span>
      <TextInput
        type="date"
        aria-label={partTexts.fromDay}
        max={to}
        value={from ?? ''}
        onChange={(event) => onChange({ from: event.currentTarget.value || undefined, to })}
      />
      <span aria-hidden>{partTexts.to}</span>
      <TextInput
        type="date"
        aria-label={partTexts.toDay}
        min={from}
        value={to ?? ''}
        onChange={(event) => onChange({ from, to: event.currentTarget.value || undefined })}
      />
    </div>
  );
}
