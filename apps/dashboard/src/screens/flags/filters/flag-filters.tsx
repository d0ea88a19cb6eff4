import { NativeSelect } from '@mantine/core';
import type { FlagSummary } from '@burgee/contracts/http';
import { useMe } from '../../../api/session.js';
import { KINDS } from '../../../kinds/kinds.js';
import { texts as kindTexts } from '../../../kinds/texts.js';
import { capitalize } from '../../../feedback/format.js';
import { tagsOf } from '../../../tags/tidy-tags.js';
import classes from './filter-bar.module.css';
import { type Age, type FlagSearch, NO_KIND, TYPES } from './flag-search.js';
import { ownerChoices } from './owner-choices.js';
import { texts } from '../texts.js';

interface Props {
  /** All flags to filter. */
  flags: readonly FlagSummary[];
  search: FlagSearch;
  onChange: (change: FlagSearch) => void;
}

interface FilterProps {
  label: string;
  /** Whether its choices are too wide for half of a phone. */
  isLong?: boolean;
  /** The choices; the first one, with an empty value, filters nothing. */
  choices: readonly { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const Filter = ({ label, isLong = false, choices, value, onChange }: FilterProps) => (
  <NativeSelect
    aria-label={label}
    data={[...choices]}
    value={value ?? ''}
    data-set={value === undefined ? undefined : true}
    onChange={(event) => onChange(event.currentTarget.value || undefined)}
    className={isLong ? `${classes.filter} ${classes.long}` : classes.filter}
  />
);

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value: value === 'any' ? '' : value, label }));

/** The filters that most visits do not need. */
export function FlagFilters({ flags, search, onChange }: Props) {
  const { type, age, created, stage, kind, ends, tag, owner, archived } = search;
  const me = useMe();
  return (
    <>
      <span className={classes.break} />
      <Filter
        label={texts.tag}
        choices={[{ value: '', label: texts.anyTag }, ...tagsOf(flags).map((one) => ({ value: one, label: one }))]}
        value={tag}
        onChange={(value) => onChange({ tag: value })}
      />
      <Filter
        label={texts.owner}
        choices={ownerChoices(flags, me.id)}
        value={owner}
        onChange={(value) => onChange({ owner: value })}
      />
      <Filter
        label={texts.stage}
        isLong
        choices={choicesOf(texts.stages)}
        value={stage}
        onChange={(value) => onChange({ stage: value as FlagSearch['stage'] })}
      />
      <Filter
        label={kindTexts.kind}
        choices={[
          { value: '', label: kindTexts.anyKind },
          ...KINDS.map((one) => ({ value: one, label: kindTexts.kinds[one] })),
          { value: NO_KIND, label: kindTexts.noKind },
        ]}
        value={kind}
        onChange={(value) => onChange({ kind: value as FlagSearch['kind'] })}
      />
      <Filter
        label={kindTexts.endDate}
        choices={choicesOf(kindTexts.endings)}
        value={ends}
        onChange={(value) => onChange({ ends: value as FlagSearch['ends'] })}
      />
      <Filter
        label={texts.type}
        choices={[
          { value: '', label: texts.anyType },
          ...TYPES.map((one) => ({ value: one, label: capitalize(texts.types[one]) })),
        ]}
        value={type}
        onChange={(value) => onChange({ type: value as FlagSearch['type'] })}
      />
      <Filter
        label={texts.age}
        isLong
        choices={choicesOf(texts.ages)}
        value={age}
        onChange={(value) => onChange({ age: value as Age })}
      />
      <Filter
        label={texts.created}
        isLong
        choices={choicesOf(texts.createdAges)}
        value={created}
        onChange={(value) => onChange({ created: value as Age })}
      />
      <Filter
        label={texts.archive}
        isLong
        choices={choicesOf(texts.archives)}
        value={archived && 'archived'}
        onChange={(value) => onChange({ archived: value ? true : undefined })}
      />
    </>
  );
}
