import type { EnvironmentView, ScheduleView } from '@burgee/contracts/http';
import { Modal } from '@mantine/core';
import { useActOnSchedule } from '../../api/schedules.js';
import { ProtectedQuestion } from '../../environment/protected-question.js';
import { DialogFoot } from '../../feedback/dialogs/dialog-foot.js';
import { showDone } from '../../feedback/toasts/toasts.js';
import { unlessBusy } from '../../feedback/dialogs/unless-busy.js';
import { cancelTexts as texts } from './dialog-texts.js';
import { texts as all } from './texts.js';

interface Props {
  schedule: ScheduleView;
  environment: EnvironmentView;
  opened: boolean;
  onClose: () => void;
}

/** Asks before a schedule is canceled for good. */
export function CancelSchedule({ schedule, environment, opened, onClose }: Props) {
  const { id, name, flag_key: key, steps } = schedule;
  const cancel = useActOnSchedule(schedule.project_id);
  const left = steps.filter(({ outcome }) => outcome === null).length;
  return (
    <Modal
      opened={opened}
      onClose={unlessBusy(cancel.isPending, onClose)}
      onExitTransitionEnd={cancel.reset}
      title={name === null ? texts.titleOf(key) : texts.title(name)}
    >
      <ProtectedQuestion
        environments={[environment]}
        effects={[texts.left(left), ...(left < steps.length ? [texts.done] : []), texts.final]}
      >
        <DialogFoot
          action={all.cancel}
          // Not in callbacks of mutate(): this card is gone by then.
          onConfirm={() =>
            void cancel.mutateAsync({ id, act: 'cancel' }).then(
              () => showDone(all.cancelled),
              () => undefined,
            )
          }
          cancel={texts.keep}
          onCancel={onClose}
          change={cancel}
          failed={all.actFailed}
          focus="cancel"
        />
      </ProtectedQuestion>
    </Modal>
  );
}
