import { Modal } from '@mantine/core';
import { ProtectedQuestion } from '../environment/protected-question.js';
import type { UndoQuestion } from '../environment/undo-in.js';
import { useLast } from '../feedback/use-last.js';
import { texts as all } from './texts.js';

const texts = all.undo;

interface Props {
  opened: boolean;
  asked: UndoQuestion | undefined;
  onClose: (isConfirmed?: boolean) => void;
}

/** Asks before something is undone in a protected environment. */
export function UndoDialog({ opened, onClose, ...current }: Props) {
  const asked = useLast(current.asked);
  return (
    <Modal opened={opened} onClose={() => onClose()} title={asked && texts.title(asked.environment.name)}>
      {asked && (
        <ProtectedQuestion
          environment={asked.environment}
          changes={[]}
          effects={[texts.effect(asked.done)]}
          action={texts.action(asked.environment.name)}
          isPending={false}
          error={undefined}
          failed=""
          onConfirm={() => onClose(true)}
          onCancel={() => onClose()}
        />
      )}
    </Modal>
  );
}
