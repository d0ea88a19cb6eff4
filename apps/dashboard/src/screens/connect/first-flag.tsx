import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asApiError } from '../../api/api-error.js';
import { useCreateFlag } from '../../api/flags.js';
import { EMPTY_FLAG, flagFaults, suggestKey } from '../flags/flag-draft.js';
import classes from './connect-screen.module.css';
import { texts } from './texts.js';

/** The shortest way to a flag: a key. */
export function FirstFlag({ projectId, canEdit }: { projectId: string; canEdit: boolean }) {
  const create = useCreateFlag(projectId);
  const [key, setKey] = useState(texts.keyExample);
  const [fault, setFault] = useState<string>();
  if (!canEdit)
    return (
      <Text size="sm" c="dimmed">
        {texts.noFlagForViewer}
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
        label={texts.key}
        description={texts.keyHint}
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
        {texts.createFlag}
      </Button>
    </form>
  );
}
