import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { Modal, Stack, Text } from '@mantine/core';
import type { ChangeNote } from '../../../api/change-note.js';
import { useArchiveFlag } from '../../../api/flags.js';
import { requestedRemoval } from '../../../api/requested-changes.js';
import { useMe } from '../../../api/session.js';
import { undoIn } from '../../../environment/confirm-in.js';
import { environmentsOn } from '../../../environment/serve-again.js';
import { useApprovalFirst } from '../../../environment/use-approval-first.js';
import { DialogFoot } from '../../../feedback/dialogs/dialog-foot.js';
import { showFailure, showUndoAndPlace } from '../../../feedback/toasts/toasts.js';
import { unlessBusy } from '../../../feedback/dialogs/unless-busy.js';
import { useArchivedLink } from '../../flags/bulk/use-archived-link.js';
import { storeDrafts } from '../drafts/stored-drafts.js';
import { texts as all } from '../texts.js';
import { useUnarchive } from './use-unarchive.js';

const texts = all.archiving;

interface Props {
  flag: FlagView;
  environments: readonly EnvironmentView[];
  opened: boolean;
  onClose: () => void;
}

/** Archives a flag, with an undo. Shows where the flag is on. */
export function ArchiveFlag({ flag, environments, opened, onClose }: Props) {
  const archive = useArchiveFlag(flag);
  const unarchive = useUnarchive(flag, environments);
  const link = useArchivedLink(flag.project_id);
  const me = useMe();
  const on = environmentsOn(flag.environments, environments);
  const guarded = on.filter((one) => one.protected);
  const confirm = (note?: ChangeNote) =>
    void archive.mutateAsync({ archives: true, note }).then(
      () => {
        storeDrafts(me.id, flag.id, {});
        const done = texts.done(flag.key);
        const undo = () => undoIn(on, done, unarchive);
        showUndoAndPlace(link, done, undo, ...environments);
        onClose();
      },
      // The dialog shows the error, if it is open.
      (error: unknown) => note && showFailure(texts.failed, error),
    );
  const isConfirming = useApprovalFirst({
    opened,
    environments,
    requested: requestedRemoval('archive', [flag.id]),
    onOverride: confirm,
    onClose,
  });
  return (
    <Modal
      opened={isConfirming}
      onClose={unlessBusy(archive.isPending, onClose)}
      onExitTransitionEnd={archive.reset}
      title={texts.title(flag.key)}
    >
      <Stack>
        <Text size="sm">
          {on.length > 0 && <strong>{texts.on(on.map(({ name }) => name))} </strong>}
          {guarded.length > 0 && <strong>{texts.protected(guarded.map(({ name }) => name))} </strong>}
          {texts.hint}
        </Text>
        <DialogFoot
          action={texts.submit}
          onConfirm={() => confirm()}
          onCancel={onClose}
          change={archive}
          failed={texts.failed}
          isGrave
          focus="cancel"
        />
      </Stack>
    </Modal>
  );
}
