import type { FlagValueView } from '@burgee/contracts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { TimeAgo } from '../../feedback/time-ago.js';
import type { Draft } from './drafts.js';
import { Versions } from './versions.js';

interface Props {
  opened: boolean;
  row: FlagValueView | undefined;
  draft: Draft | undefined;
  onTheirs: () => void;
  onMine: () => void;
  onClose: () => void;
}

/** Two people have changed the same value: both versions, and the choice. */
export function ConflictDialog({ opened, row, draft, onTheirs, onMine, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={`${row?.environment_name} was changed meanwhile`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {row && draft && (
        <Stack>
          <Text size="sm">
            Somebody saved another value <TimeAgo time={row.updated_at} />. Nothing of yours is lost; choose what holds.
          </Text>
          <Versions left={['As it is now', row]} right={['Yours, unsaved', draft.value]} />
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                onTheirs();
                onClose();
              }}
            >
              Take what is there
            </Button>
            <Button
              onClick={() => {
                onMine();
                onClose();
              }}
            >
              Put my changes on top
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
