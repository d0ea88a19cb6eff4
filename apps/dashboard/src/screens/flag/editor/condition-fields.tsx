import { NativeSelect, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { lazyPart } from '../../../feedback/loading/lazy-part.js';
import { isAlmostList } from '../../../toggle/describe-value.js';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import type { ValueFaults } from '../drafts/drafts.js';
import classes from '../flag-screen.module.css';
import { isListDraft, toList, toOne } from './list-draft.js';
import { texts } from './rule-texts.js';

const ListedValues = lazyPart(async () => (await import('./listed-values.js')).ListedValues, null);

interface Props {
  value: ValueState;
  /** The row before the changes. */
  base: ValueState;
  faults: ValueFaults;
  onChange: (patch: Partial<ValueState>) => void;
}

/** The attribute of a rule, and the value or values that it accepts. */
export function ConditionFields({ value, base, faults, onChange }: Props) {
  const wanted = value.targeting_value ?? '';
  const isList = isListDraft(wanted, base.targeting_value);
  // Choosing "is" and then "is one of" again brings the values back.
  const last = useRef<string>(undefined);
  const compare = (several: boolean) => {
    if (isList) last.current = wanted;
    onChange({ targeting_value: several ? toList(wanted, last.current) : toOne(wanted) });
  };
  return (
    <div className={classes.condition} data-list={isList || undefined}>
      <TextInput
        label={texts.attribute}
        placeholder={texts.attributeExample}
        maxLength={200}
        value={value.targeting_attribute ?? ''}
        error={faults.targeting_attribute}
        onChange={(event) => onChange({ targeting_attribute: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.comparison}
        data={[texts.is, texts.isOneOf]}
        value={isList ? texts.isOneOf : texts.is}
        onChange={(event) => compare(event.currentTarget.value === texts.isOneOf)}
      />
      {isList ? (
        <ListedValues
          text={wanted}
          error={faults.targeting_value}
          onChange={(text: string) => onChange({ targeting_value: text })}
        />
      ) : (
        <TextInput
          label={texts.wanted}
          placeholder={texts.wantedExample}
          maxLength={10_000}
          value={wanted}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={isAlmostList(wanted) && texts.asOneText}
          error={faults.targeting_value}
          onChange={(event) => onChange({ targeting_value: event.currentTarget.value })}
        />
      )}
    </div>
  );
}
