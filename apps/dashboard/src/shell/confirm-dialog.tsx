import { Modal } from '@mantine/core';
import type { Question } from '../environment/confirm-in.js';
import { ProtectedQuestion } from '../environment/protected-question.js';
import { DialogFoot } from '../feedback/dialogs/dialog-foot.js';
import { useLast } from '../feedback/dialogs/use-last.js';

interface Props {
  opened: boolean;
  asked: Question | undefined;
  onClose: (isConfirmed?: boolean) => void;
}

/** The question before a change in protected environments; a toast shows the result. */
export function ConfirmDialog({ opened, onClose, ...current }: Props) {
  const asked = useLast(current.asked);
  return (
    <Modal opened={opened} onClose={() => onClose()} title={asked?.title}>
      {asked && (
        <ProtectedQuestion environments={asked.environments} changes={asked.changes} effects={asked.effects}>
          <DialogFoot action={asked.action} onConfirm={() => onClose(true)} onCancel={() => onClose()} focus="cancel" />
        </ProtectedQuestion>
      )}
    </Modal>
  );
}
