import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import classes from './filter-bar.module.css';
import { texts } from './texts.js';

const SETTLED_MILLISECONDS = 120;

interface Props {
  value: string;
  onChange: (value: string) => void;
}

/** Shows the text at once, and writes it to the address when typing pauses. */
export function SearchField({ value, onChange }: Props) {
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
      aria-label={texts.search}
      aria-keyshortcuts="/"
      placeholder={texts.searchHint}
      data-search-field
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed === '' ? (
          <kbd aria-hidden className="keys-only">
            /
          </kbd>
        ) : (
          <CloseButton aria-label={texts.clearSearch} onClick={() => change('')} />
        )
      }
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      className={classes.search}
    />
  );
}
