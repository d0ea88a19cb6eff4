import { TextInput } from '@mantine/core';
import type { ValueState } from '../../toggle/unconditional-value.js';
import type { ValueFaults } from './drafts.js';
import classes from './flag-screen.module.css';
import { texts } from './texts.js';

interface Props {
  value: ValueState;
  faults: ValueFaults;
  onChange: (patch: Partial<ValueState>) => void;
}

/** The attribute and the value of a rule. */
export const ConditionFields = ({ value, faults, onChange }: Props) => (
  <div className={classes.pair}>
    <TextInput
      label={texts.attribute}
      placeholder={texts.attributeExample}
      maxLength={200}
      value={value.targeting_attribute ?? ''}
      error={faults.targeting_attribute}
      onChange={(event) => onChange({ targeting_attribute: event.currentTarget.value })}
    />
    <TextInput
      label={texts.is}
      placeholder={texts.isExample}
      maxLength={10_000}
      value={value.targeting_value ?? ''}
      error={faults.targeting_value}
      onChange={(event) => onChange({ targeting_value: event.currentTarget.value })}
    />
  </div>
);
