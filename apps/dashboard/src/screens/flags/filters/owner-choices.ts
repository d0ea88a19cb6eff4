import type { FlagSummary } from '@burgee/contracts/http';
import { NO_OWNER } from './flag-search.js';
import { texts } from '../texts.js';

interface Choice {
  value: string;
  label: string;
}

type Owned = Pick<FlagSummary, 'owner_id' | 'owner_name'>;

/** The owners to filter by: any, the reader, none, and each owner of a flag, by name. */
export function ownerChoices(flags: readonly Owned[], me: string): Choice[] {
  const names = new Map(flags.map(({ owner_id, owner_name }) => [owner_id, owner_name ?? texts.unknownOwner]));
  const people = [...names].flatMap(([id, name]) => (id && id !== me ? [{ value: id, label: name }] : []));
  return [
    { value: '', label: texts.anyOwner },
    { value: me, label: texts.ownedByMe },
    { value: NO_OWNER, label: texts.noOwner },
    ...people.toSorted((a, b) => a.label.localeCompare(b.label)),
  ];
}
