import { showValue } from '@burgee/contracts/plain';
import { parseList } from '@burgee/evaluation';
import { Pill, PillsInput } from '@mantine/core';
import { useState } from 'react';
import { valueText } from '../../../toggle/describe-value.js';
import { Shown } from '../../../toggle/shown.js';
import { pastedValues, withoutValue, withValues } from './edit-list.js';
import classes from './listed-values.module.css';
import { texts as all } from './rule-texts.js';

const texts = all.values;

interface Props {
  /** The list as text. */
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The values of a list, one chip each. */
export function ListedValues({ text, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const values = parseList(text) ?? [];
  const add = (more: readonly string[]) => {
    setTyped('');
    if (more.length > 0) onChange(withValues(text, more));
  };
  return (
    <PillsInput label={texts.label} description={texts.hint} error={error} classNames={{ input: classes.input }}>
      <Pill.Group>
        {values.map((value, place) => (
          <Pill
            // oxlint-disable-next-line react/no-array-index-key -- a stored list can have a value twice
            key={`${place} ${value}`}
            withRemoveButton
            classNames={{ root: classes.chip, label: classes.label, remove: classes.remove }}
            removeButtonProps={{
              'aria-label': texts.remove(valueText(value)),
              'aria-hidden': false,
              tabIndex: 0,
            }}
            onRemove={() => onChange(withoutValue(text, place))}
          >
            <Shown text={value === '' ? valueText(value) : showValue(value)} />
          </Pill>
        ))}
        <PillsInput.Field
          value={typed}
          maxLength={10_000}
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => add(typed === '' ? [] : [typed])}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault();
              add(typed === '' ? [] : [typed]);
            } else if (event.key === 'Backspace' && typed === '' && values.length > 0)
              onChange(withoutValue(text, values.length - 1));
          }}
          onPaste={(event) => {
            const pasted = pastedValues(event.clipboardData.getData('text/plain'));
            if (!pasted) return;
            event.preventDefault();
            add(typed === '' ? pasted : [typed, ...pasted]);
          }}
        />
      </Pill.Group>
    </PillsInput>
  );
}
