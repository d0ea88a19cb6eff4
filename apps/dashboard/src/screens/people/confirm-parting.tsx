import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../feedback/error-notice.js';

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

/** Asks before somebody goes. */
export function ConfirmParting({ opened, title, children, action, pending, error, onConfirm, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<span className="any-text">{title}</span>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        {error !== null && <ErrorNotice error={error} title="Nothing has changed" />}
        <Text size="sm" className="any-text">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
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
