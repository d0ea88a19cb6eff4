import type { FlagSummary } from '@burgee/contracts/http';
import { Select } from '@mantine/core';
import { texts } from './texts.js';

const OPTIONS_AT_ONCE = 100;

interface Props {
  flags: readonly FlagSummary[];
  flag: FlagSummary | undefined;
  onFlag: (id: string) => void;
}

/** Chooses among many flags, by a part of the key. */
export const ChooseFlag = ({ flags, flag, onFlag }: Props) => (
  <Select
    searchable
    allowDeselect={false}
    limit={OPTIONS_AT_ONCE}
    aria-label={texts.flagInCode}
    placeholder={texts.searchFlag}
    nothingFoundMessage={texts.noSuchFlag}
    data={flags.map(({ id, key }) => ({ value: id, label: key }))}
    value={flag?.id ?? null}
    w="100%"
    maw={320}
    onChange={(id) => id !== null && onFlag(id)}
  />
);
