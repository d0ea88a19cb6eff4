import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asApiError } from '../../api/api-error.js';
import { useCreateFlag } from '../../api/flags.js';
import { EMPTY_FLAG, flagFaults, suggestKey } from '../flags/flag-draft.js';
import classes from './connect-screen.module.css';

/** The shortest way to a flag: a key. */
export function FirstFlag({ projectId, canEdit }: { projectId: string; canEdit: boolean }) {
  const create = useCreateFlag(projectId);
  const [key, setKey] = useState('new-checkout');
  const [fault, setFault] = useState<string>();
  if (!canEdit)
    return (
      <Text size="sm" c="dimmed">
        There is no flag yet, and your role is viewer: an editor makes the first one.
      </Text>
    );
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const found = flagFaults({ ...EMPTY_FLAG, key }).key;
    setFault(found);
    if (!found) create.mutate({ key }, { onError: (error) => setFault(asApiError(error).message) });
  };
  return (
    <form noValidate onSubmit={submit} className={classes.full}>
      <TextInput
        label="Key"
        description="What your code asks for. Boolean, and off everywhere until you switch it on."
        maxLength={128}
        spellCheck={false}
        maw={380}
        autoFocus
        value={key}
        error={fault}
        onChange={(event) => {
          setKey(suggestKey(event.currentTarget.value));
          setFault(undefined);
        }}
      />
      <Button type="submit" mt="sm" loading={create.isPending}>
        Create flag
      </Button>
    </form>
  );
}
