import { fieldText, labelOf, SHOWN_FIELDS, shownState } from '../../toggle/describe-value.js';
import type { ValueState } from '../../toggle/unconditional-value.js';
import classes from './flag-screen.module.css';

/** A value as text, for those who may not edit it. What is not set is left out. */
export function ValueText({ value }: { value: ValueState }) {
  const shown = shownState(value);
  return (
    <dl className={classes.facts}>
      {SHOWN_FIELDS.filter((field) => shown[field] !== null).map((field) => (
        <div key={field}>
          <dt>{labelOf(field)}</dt>
          <dd>{fieldText(field, shown[field])}</dd>
        </div>
      ))}
    </dl>
  );
}
