import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

const SETTLED_MILLISECONDS = 120;

interface Props {
  value: string;
  label: string;
  hint: string;
  /** The label of the button that clears it. */
  clear: string;
  className?: string;
  onChange: (value: string) => void;
}

/** Shows the text at once, and reports it when typing pauses. `/` focuses it. */
export function SearchField({ value, label, hint, clear, className, onChange }: Props) {
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const report = useDebouncedCallback(onChange, SETTLED_MILLISECONDS);
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(value);
  }, [value]);
  const change = (text: string) => {
    setTyped(text);
    report(text);
  };
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={hint}
      data-search-field
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? (
          <kbd aria-hidden className="keys-only">
            /
          </kbd>
        ) : (
          <CloseButton aria-label={clear} onClick={() => change('')} />
        )
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      className={className}
    />
  );
}
