import type { FlagSummary, FlagView } from '@burgee/contracts/http';
import { TextInput } from '@mantine/core';
import { IconFlag3, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from './texts.js';

const LIST = 'flag-keys';

interface Props {
  flags: readonly FlagSummary[];
  /** Undefined until the user chooses one. */
  flag: Pick<FlagView, 'key'> | undefined;
  onFlag: (id: string) => void;
}

/** Chooses a flag by its key, with the browser's own list of suggestions, which needs no code. */
export function FlagField({ flags, flag, onFlag }: Props) {
  const [typed, setTyped] = useState<string>();
  const type = (key: string) => {
    setTyped(key);
    const named = flags.find((one) => one.key === key);
    if (named) onFlag(named.id);
  };
  return (
    <>
      <TextInput
        label={texts.flag}
        description={texts.flagHint}
        placeholder={texts.flagExample}
        leftSection={<IconFlag3 size={16} aria-hidden />}
        rightSection={<IconSelector size={16} aria-hidden />}
        rightSectionPointerEvents="none"
        list={LIST}
        spellCheck={false}
        autoComplete="off"
        value={typed ?? flag?.key ?? ''}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <datalist id={LIST}>
        {flags.map(({ id, key }) => (
          <option key={id}>{key}</option>
        ))}
      </datalist>
    </>
  );
}
