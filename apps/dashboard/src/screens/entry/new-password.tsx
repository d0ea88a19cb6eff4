import { Stack } from '@mantine/core';
import { type ChangeEvent, useState } from 'react';
import { PasswordField } from './password-field.js';
import { PasswordStrength } from './password-strength.js';
import { SHORTEST_PASSWORD } from './new-password-faults.js';
import { texts } from './texts.js';

interface Field {
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
}

interface Form {
  key: (path: string) => string;
  getInputProps: (path: string) => Field;
}

interface Props {
  form: Form;
  /** "Password" or "New password". */
  label: string;
  /** The names of its two fields in the form. */
  names: readonly [password: string, again: string];
}

/** A new password, typed twice. */
export function NewPassword({ form, label, names: [password, again] }: Props) {
  return (
    <>
      <ChosenPassword label={label} key={form.key(password)} field={form.getInputProps(password)} />
      <PasswordField
        label={texts.again(label)}
        autoComplete="new-password"
        key={form.key(again)}
        {...form.getInputProps(again)}
      />
    </>
  );
}

function ChosenPassword({ label, field }: { label: string; field: Field }) {
  const [typed, setTyped] = useState('');
  return (
    <Stack gap={4}>
      <PasswordField
        label={label}
        description={texts.shortest(SHORTEST_PASSWORD)}
        autoComplete="new-password"
        {...field}
        onChange={(event) => {
          field.onChange?.(event);
          setTyped(event.currentTarget.value);
        }}
      />
      <PasswordStrength password={typed} />
    </Stack>
  );
}
