import type { FlagView } from '@burgee/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useDeleteFlag } from '../../api/flags.js';
import { useMe } from '../../api/session.js';
import { ConfirmByTyping } from '../../feedback/confirm-by-typing.js';
import { showDone } from '../../feedback/toasts.js';
import { keepDrafts } from './kept-drafts.js';

interface Props {
  flag: FlagView;
  opened: boolean;
  onClose: () => void;
}

/** Deleting is for good, so the key is typed first. */
export function DeleteFlag({ flag, opened, onClose }: Props) {
  const remove = useDeleteFlag(flag);
  const navigate = useNavigate();
  const me = useMe();
  const on = flag.environments.filter(({ is_enabled }) => is_enabled).map(({ environment_name }) => environment_name);
  const close = () => {
    remove.reset();
    onClose();
  };
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        showDone(`Deleted ${flag.key}`);
        keepDrafts(me.id, flag.id, {});
        // Nothing of it can be saved any more.
        void navigate({
          to: '/projects/$projectId/flags',
          params: { projectId: flag.project_id },
          ignoreBlocker: true,
        });
      },
    });
  return (
    <ConfirmByTyping
      opened={opened}
      onClose={close}
      title={`Delete ${flag.key}?`}
      word={flag.key}
      what="key of the flag"
      action="Delete for good"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
    >
      It goes in every environment at once, and every app that still asks for it gets its own default.{' '}
      {on.length > 0 && <strong>It is on in {on.join(' and ')}.</strong>} Its history stays.
    </ConfirmByTyping>
  );
}
