import type { FlagView } from '@burgee/contracts/http';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../../api/members.js';
import { texts as all } from './texts.js';

const texts = all.describing;

/** Chooses the member who looks after a flag. One who has left stays, until somebody else is chosen. */
export function OwnerField({ flag, ...field }: { flag: FlagView } & NativeSelectProps) {
  const { data: members } = useQuery(membersQuery(flag.project_id));
  const people = (members ?? []).map(({ user_id, name }) => ({ value: user_id, label: name }));
  const { owner_id, owner_name } = flag;
  const isMissing = owner_id !== null && people.every(({ value }) => value !== owner_id);
  const name = owner_name ?? texts.unknown;
  return (
    <NativeSelect
      label={texts.owner}
      data={[
        { value: '', label: texts.nobody },
        ...(isMissing ? [{ value: owner_id, label: members ? texts.hasLeft(name) : name }] : []),
        ...people.toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
      {...field}
    />
  );
}
