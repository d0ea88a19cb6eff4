import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../feedback/error-notice.js';
import { unlessBusy } from '../../feedback/unless-busy.js';
import { texts } from './texts.js';

interface Props {
  opened: boolean;
  title: string;
  children: ReactNode;
  action: string;
  /** A second button, which does more. */
  alsoAction?: string;
  pending: boolean;
  error: unknown;
  onConfirm: () => void;
  onAlso?: () => void;
  onClose: () => void;
}

/** Asks before a member is removed or leaves. Stays open until the result is known. */
export function ConfirmRemoval(props: Props) {
  const { opened, title, children, action, alsoAction, pending, error, onConfirm, onAlso, onClose } = props;
  return (
    <Modal opened={opened} onClose={unlessBusy(pending, onClose)} title={title}>
      <Stack>
        {error !== null && <ErrorNotice error={error} title={texts.unchanged} />}
        <Text size="sm" className="any-text">
          {children}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" disabled={pending} onClick={onClose} data-autofocus>
            {texts.cancel}
          </Button>
          {alsoAction && (
            <Button color="pennant.8" variant="outline" loading={pending} onClick={onAlso}>
              {alsoAction}
            </Button>
          )}
          <Button color="pennant.8" loading={pending} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
