import { Button, Group, Modal, Stack } from '@mantine/core';
import { useLast } from '../../feedback/use-last.js';
import { DraftSummary } from './draft-summary.js';
import type { Draft } from './drafts.js';
import { texts as all } from './texts.js';

const texts = all.unsaved;

interface Props {
  opened: boolean;
  /** The protected environments that would change. */
  names: readonly string[];
  drafts: readonly Draft[];
  onClose: () => void;
  onSave: () => void;
}

/** Shows what saving will change in protected environments, and asks. */
export function ConfirmSave({ opened, names, drafts, onClose, onSave }: Props) {
  const title = useLast(opened ? texts.confirm(names) : undefined);
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack>
        <DraftSummary drafts={drafts} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              onClose();
              onSave();
            }}
          >
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
