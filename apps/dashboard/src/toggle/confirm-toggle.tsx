import type { FlagValueView } from '@burgee/contracts/http';
import { Modal, Stack, Text } from '@mantine/core';
import { EnvironmentName } from '../environment/environment-name.js';
import { DialogFoot } from '../feedback/dialogs/dialog-foot.js';
import { useLast } from '../feedback/dialogs/use-last.js';
import { describeAudience, differences } from './describe-value.js';
import type { Flip } from './flip.js';
import { afterPatch } from './value-patch.js';
import { Difference } from './difference.js';
import { Shown } from './shown.js';
import classes from './confirm-toggle.module.css';
import { texts as all } from './texts.js';

const texts = all.confirm;

type PendingFlip = Flip & { value: FlagValueView; isUndo: boolean };

export interface ConfirmToggleProps {
  opened: boolean;
  pending: PendingFlip | undefined;
  onClose: () => void;
  onYes: () => void;
}

const titleOf = ({ flag, isEnabled, environment, isUndo }: PendingFlip) =>
  (isUndo ? texts.undo : texts.title)(flag.key, isEnabled, environment.name);

/** Shows what a switch in a protected environment will change, and asks. */
export function ConfirmToggle({ opened, onClose, onYes, ...current }: ConfirmToggleProps) {
  const pending = useLast(current.pending);
  return (
    <Modal opened={opened && current.pending !== undefined} onClose={onClose} title={pending && titleOf(pending)}>
      {pending && <Confirmation {...pending} onClose={onClose} onYes={onYes} />}
    </Modal>
  );
}

function Confirmation({
  flag,
  environment,
  isEnabled,
  value,
  onClose,
  onYes,
}: PendingFlip & Pick<ConfirmToggleProps, 'onClose' | 'onYes'>) {
  const changes = differences(value, afterPatch(value, { is_enabled: isEnabled }));
  return (
    <Stack>
      <div className={classes.where} data-color={environment.color}>
        <EnvironmentName environment={environment} />
      </div>
      {changes.length > 0 ? <Difference changes={changes} /> : <Text>{texts.already(isEnabled)}</Text>}
      <Text size="sm" className="any-text">
        <Shown text={(isEnabled ? texts.after : texts.before)(describeAudience(value, flag.type))} />
      </Text>
      <Text size="sm" c="dimmed">
        {texts.why}
      </Text>
      <DialogFoot
        action={texts.switch(isEnabled, environment.name)}
        onConfirm={onYes}
        onCancel={onClose}
        focus="cancel"
      />
    </Stack>
  );
}
