import { PasswordField } from './password-field.js';

interface Form {
  key: (path: string) => string;
  getInputProps: (path: string) => object;
}

interface Props {
  form: Form;
  /** "Password" or "New password". */
  label: string;
  /** The names of its two fields in the form. */
  names: readonly [password: string, again: string];
}

/** A password that is chosen, typed twice. */
export function NewPassword({ form, label, names: [password, again] }: Props) {
  return (
    <>
      <PasswordField
        label={label}
        description="At least 8 characters."
        autoComplete="new-password"
        key={form.key(password)}
        {...form.getInputProps(password)}
      />
      <PasswordField
        label={`${label} again`}
        autoComplete="new-password"
        key={form.key(again)}
        {...form.getInputProps(again)}
      />
    </>
  );
}
