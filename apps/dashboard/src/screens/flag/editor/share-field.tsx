import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { texts } from '../texts.js';

interface Props {
  label: string;
  /** 0 to 100. */
  share: number;
  onChange: (share: number) => void;
}

/** A percentage: a whole number from 0 to 100. Other input is impossible. */
export function ShareField({ label, share, onChange }: Props) {
  // To type another number, the user empties the field first; that does not mean 0.
  const [isEmpty, setEmpty] = useState(false);
  const type = (text: string) => {
    const typed = Number(text);
    if (!Number.isInteger(typed) || typed < 0 || typed > 100) return;
    setEmpty(text === '');
    if (text !== '') onChange(typed);
  };
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      aria-label={label}
      min={0}
      max={100}
      rightSection={
        <Text size="sm" c="dimmed" span aria-hidden>
          {texts.percentSign}
        </Text>
      }
      value={isEmpty ? '' : share}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setEmpty(false)}
    />
  );
}
