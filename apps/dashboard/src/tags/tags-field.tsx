import { TagsInput } from '@mantine/core';
import classes from './tags-field.module.css';
import { texts } from './texts.js';
import { tidyTags } from './tidy-tags.js';

const AT_MOST = 20;

interface Props {
  label: string;
  /** The tags to suggest. */
  known: readonly string[];
  /** How many there can be. */
  most?: number;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  error?: string | undefined;
  'data-autofocus'?: boolean;
}

/** Types tags, or picks tags of other flags. Enter, a comma or a space ends a tag. */
export const TagsField = ({ label, known, most = AT_MOST, value, onChange, ...rest }: Props) => (
  <TagsInput
    {...rest}
    label={label}
    description={texts.hint}
    placeholder={value.length === 0 ? texts.example : undefined}
    data={[...known]}
    value={[...value]}
    maxTags={most}
    splitChars={[',', ' ']}
    acceptValueOnBlur
    classNames={{ inputField: classes.field }}
    onChange={(typed) => onChange(tidyTags(typed))}
  />
);
