import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { unlessBusy } from '../../feedback/unless-busy.js';

interface Props {
  opened: boolean;
  title: string;
  children: ReactNode;
  action: string;
  pending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before somebody goes. Stays until it is known how it ended. */
export function ConfirmParting({ opened, title, children, action, pending, error, onConfirm, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={unlessBusy(pending, onClose)} title={title}>
      <Stack>
        {error !== null && <ErrorNotice error={error} title="Nothing has changed" />}
        <Text size="sm" className="any-text">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" disabled={pending} onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="pennant.8" loading={pending} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
