import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { useNavigate } from '@tanstack/react-router';
import type { ChangeNote } from '../../../api/change-note.js';
import { useDeleteFlag } from '../../../api/flags.js';
import { requestedRemoval } from '../../../api/requested-changes.js';
import { useMe } from '../../../api/session.js';
import { environmentsOn } from '../../../environment/serve-again.js';
import { useApprovalFirst } from '../../../environment/use-approval-first.js';
import { ConfirmByTyping } from '../../../feedback/dialogs/confirm-by-typing.js';
import { showDone, showFailure } from '../../../feedback/toasts/toasts.js';
import { storeDrafts } from '../drafts/stored-drafts.js';
import { texts as all } from '../texts.js';

const texts = all.deleting;

interface Props {
  flag: FlagView;
  environments: readonly EnvironmentView[];
  opened: boolean;
  onClose: () => void;
}

/** Deletes a flag. It cannot be undone, so the user types its key first. */
export function DeleteFlag({ flag, environments, opened, onClose }: Props) {
  const remove = useDeleteFlag(flag);
  const navigate = useNavigate();
  const me = useMe();
  const on = environmentsOn(flag.environments, environments).map(({ name }) => name);
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = (note?: ChangeNote) =>
    remove.mutate(note, {
      onError: (error) => note && showFailure(texts.failed, error),
      onSuccess: () => {
        // No client was served an archived flag.
        showDone(texts.done(flag.key), '', ...(flag.archived_at === null ? environments : []));
        storeDrafts(me.id, flag.id, {});
        // Its unsaved changes can no longer be saved.
        void navigate({
          to: '/projects/$projectId/flags',
          params: { projectId: flag.project_id },
          ignoreBlocker: true,
        });
      },
    });
  const isConfirming = useApprovalFirst({
    opened,
    environments,
    requested: requestedRemoval('delete', [flag.id]),
    onOverride: confirm,
    onClose,
  });
  return (
    <ConfirmByTyping
      opened={isConfirming}
      onClose={close}
      title={texts.title(flag.key)}
      word={flag.key}
      what={texts.what}
      action={texts.action}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => confirm()}
    >
      {texts.hint} {on.length > 0 && <strong>{all.archiving.on(on)} </strong>}
      {texts.history}
    </ConfirmByTyping>
  );
}
