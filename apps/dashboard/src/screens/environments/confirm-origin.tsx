import type { EnvironmentView } from '@burgee/contracts/http';
import { Modal } from '@mantine/core';
import { ProtectedQuestion } from '../../environment/protected-question.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import { environmentChanges, environmentEffects } from './environment-changes.js';
import { draftOf, withOrigin } from './environment-draft.js';
import { texts as all } from './texts.js';

const texts = all.origins;

interface Props {
  opened: boolean;
  environment: EnvironmentView;
  origin: string;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a change of the pages that may connect to a protected environment. */
export function ConfirmOrigin({ opened, environment, origin, isPending, error, onConfirm, onClose }: Props) {
  const before = draftOf(environment);
  const after = draftOf({ ...environment, ...withOrigin(environment, origin) });
  return (
    <Modal opened={opened} onClose={unlessBusy(isPending, onClose)} title={texts.registerIn(origin, environment.name)}>
      <ProtectedQuestion
        environments={[environment]}
        changes={environmentChanges(before, after)}
        effects={environmentEffects(before, after)}
      >
        <DialogFoot
          action={texts.registerIn(origin, environment.name)}
          onConfirm={onConfirm}
          onCancel={onClose}
          change={{ isPending, error }}
          failed={texts.failed}
          focus="cancel"
        />
      </ProtectedQuestion>
    </Modal>
  );
}
