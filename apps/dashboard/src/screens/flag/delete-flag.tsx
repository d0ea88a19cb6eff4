import type { FlagView } from '@burgee/contracts';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDeleteFlag } from '../../api/flags.js';
import { useMe } from '../../api/session.js';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { showDone } from '../../feedback/toasts.js';
import { keepDrafts } from './kept-drafts.js';

interface Props {
  flag: FlagView;
  opened: boolean;
  onClose: () => void;
}

/** Deleting is for good, so the key is typed first. */
export function DeleteFlag({ flag, opened, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const remove = useDeleteFlag(flag);
  const navigate = useNavigate();
  const me = useMe();
  const on = flag.environments.filter(({ is_enabled }) => is_enabled).map(({ environment_name }) => environment_name);
  const close = () => {
    setTyped('');
    remove.reset();
    onClose();
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (typed !== flag.key) return;
    remove.mutate(undefined, {
      onSuccess: () => {
        showDone(`Deleted ${flag.key}`);
        keepDrafts(me.id, flag.id, {});
        // Nothing of it can be saved any more.
        void navigate({
          to: '/projects/$projectId/flags',
          params: { projectId: flag.project_id },
          ignoreBlocker: true,
        });
      },
    });
  };
  return (
    <Modal opened={opened} onClose={close} title={`Delete ${flag.key}?`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit}>
        <Stack>
          {remove.error && <ErrorNotice error={remove.error} title="The flag was not deleted" />}
          <Text size="sm" className="any-text">
            It goes in every environment at once, and every app that still asks for it gets its own default.{' '}
            {on.length > 0 && <strong>It is on in {on.join(' and ')}.</strong>} Its history stays.
          </Text>
          <TextInput
            label={`Type ${flag.key} to delete it`}
            value={typed}
            spellCheck={false}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color="pennant.8" disabled={typed !== flag.key} loading={remove.isPending}>
              Delete for good
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
