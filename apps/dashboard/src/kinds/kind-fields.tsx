import { NativeSelect, TextInput } from '@mantine/core';
import { KINDS } from './kinds.js';
import { texts } from './texts.js';

interface FieldProps {
  /** Empty for none. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** What a flag is for. */
export const KindField = ({ onChange, ...field }: FieldProps) => (
  <NativeSelect
    {...field}
    label={texts.kind}
    data={[{ value: '', label: texts.noKind }, ...KINDS.map((value) => ({ value, label: texts.kinds[value] }))]}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** The last day that a flag should be needed. */
export const EndField = ({ onChange, ...field }: FieldProps) => (
  <TextInput
    {...field}
    type="date"
    label={texts.endDate}
    description={texts.endHint}
    max="9999-12-31"
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
