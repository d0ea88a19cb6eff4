import { Button, Group, Modal, Stack } from '@mantine/core';
import { DraftSummary } from './draft-summary.js';
import type { Draft } from './drafts.js';

interface Props {
  opened: boolean;
  /** The protected environments that would change. */
  names: readonly string[];
  drafts: readonly Draft[];
  onClose: () => void;
  onSave: () => void;
}

/** One look at what saving will do where it is protected. */
export function ConfirmSave({ opened, names, drafts, onClose, onSave }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Change ${names.join(' and ')}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: 'any-text' }}
    >
      <Stack>
        <DraftSummary drafts={drafts} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              onClose();
              onSave();
            }}
          >
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
