import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';

interface Props {
  label: string;
  /** 0 to 100. */
  share: number;
  disabled: boolean;
  onChange: (share: number) => void;
}

/** A percentage as a number: whole, from 0 to 100, and nothing else can be typed. */
export function ShareField({ label, share, disabled, onChange }: Props) {
  // Whoever types another number empties the field first; it is not 0 because of that.
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
          %
        </Text>
      }
      value={isEmpty ? '' : share}
      disabled={disabled}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setEmpty(false)}
    />
  );
}
