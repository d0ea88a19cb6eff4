import { TextInput } from '@mantine/core';
import type { DayFilterProps } from './day-filter.js';
import classes from './history-screen.module.css';
import { partTexts } from './part-texts.js';

interface DayFieldProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}

const DayField = ({ label, value, onChange, ...bounds }: DayFieldProps) => (
  <TextInput
    type="date"
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.currentTarget.value || undefined)}
    {...bounds}
  />
);

/** A range of dates. */
export function DaySpan({ search: { from, to }, onChange }: DayFilterProps) {
  return (
    <div className={classes.span}>
      <span aria-hidden>{partTexts.from}</span>
      <DayField label={partTexts.fromDay} value={from} max={to} onChange={(day) => onChange({ from: day, to })} />
      <span aria-hidden>{partTexts.to}</span>
      <DayField label={partTexts.toDay} value={to} min={from} onChange={(day) => onChange({ from, to: day })} />
    </div>
  );
}
