import { Modal, Stack, Text } from '@mantine/core';
import type { NoteAnswer } from '../api/change-note.js';
import { describeFreeze } from '../environment/describe-freeze.js';
import { EnvironmentName } from '../environment/environment-name.js';
import where from '../environment/environment.module.css';
import { titleOfHold } from '../environment/holds.js';
import { useLast } from '../feedback/dialogs/use-last.js';
import { type HeldUp, NoteFoot } from './note-foot.js';
import { NotedChanges } from './noted-changes.js';

export interface AskedNote extends HeldUp {
  /** Unique for each question. */
  id: number;
}

interface Props {
  opened: boolean;
  asked: AskedNote | undefined;
  /** Called without a note: the change is not made. */
  onClose: (answer?: NoteAnswer) => void;
}

/** Asks for a comment, for the reason of an override, or whether to request approval. */
export function NoteDialog({ opened, onClose, ...current }: Props) {
  const asked = useLast(current.asked);
  return (
    <Modal
      // The only dialog on the screen: it hides one from which the change was made.
      classNames={{ root: 'only-dialog' }}
      size={480}
      opened={opened}
      onClose={() => onClose()}
      title={asked && titleOfHold(asked.reason, asked.environments)}
    >
      {asked && <Question key={asked.id} {...asked} onClose={onClose} />}
    </Modal>
  );
}

function Question({ id: _id, onClose, ...held }: AskedNote & Pick<Props, 'onClose'>) {
  const { reason, projectId, environments, requested } = held;
  return (
    <Stack>
      {environments.map((environment) => (
        <div key={environment.id} className={where.where} data-color={environment.color}>
          <EnvironmentName environment={environment} />
          {reason === 'environment_frozen' && (
            <Text size="sm" c="dimmed" className="any-text">
              {describeFreeze(environment)}
            </Text>
          )}
        </div>
      ))}
      {requested && <NotedChanges projectId={projectId} requested={requested} />}
      <NoteFoot {...held} onClose={onClose} />
    </Stack>
  );
}
