import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foundMembersQuery } from '../api/members.js';
import { texts } from './texts.js';
import { useTellApart } from './use-name-people.js';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  projectId: string;
  /** The id of the chosen member. */
  value: string | null;
  /** The name of the chosen member, even if they have left. */
  chosen: string;
  onChange: (userId: string | null) => void;
}

const AFTER_TYPING_MILLISECONDS = 200;

/** Chooses a member. The service searches as the user types: a project may have thousands of members. */
export function MemberSelect({ projectId, value, chosen, onChange, ...field }: Props) {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [picked, setPicked] = useState<{ value: string; label: string }>();
  const label = picked && picked.value === value ? picked.label : chosen;
  // While nothing is typed, the field has the name of the chosen member.
  const [search] = useDebouncedValue(text === label ? '' : text, AFTER_TYPING_MILLISECONDS);
  const { data: found } = useQuery({ ...foundMembersQuery(projectId, search), enabled: isOpen });
  const names = useTellApart((found ?? []).map(({ user_id, name, email }) => ({ id: user_id, name, email })));
  const options = [...names].map(([id, name]) => ({ value: id, label: name }));
  const isMissing = value !== null && options.every((one) => one.value !== value);
  return (
    <Select
      searchable
      clearable
      {...field}
      data={isMissing ? [...options, { value, label }] : options}
      filter={({ options: all }) => all}
      nothingFoundMessage={found ? texts.nobody : texts.loading}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => setIsOpen(true)}
      value={value}
      onChange={(userId, option) => {
        setPicked(option ?? undefined);
        onChange(userId);
      }}
    />
  );
}
