import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMe, useSignOut } from '../api/session.js';
import { showFailure } from '../feedback/toasts.js';
import { hasDrafts, removeDrafts } from '../screens/flag/stored-drafts.js';
import { forgetMe } from './last-me.js';
import { texts } from './texts.js';

/** Signs out, after a question if something is unsaved. The next user sees nothing of this one. */
export function useSignOutAndLeave(): () => void {
  const me = useMe();
  const { mutate } = useSignOut();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return () => {
    if (hasDrafts(me.id) && !window.confirm(texts.signOutUnsaved)) return;
    mutate(undefined, {
      onSuccess: () =>
        void navigate({ to: '/sign-in' }).then(() => {
          forgetMe();
          queries.clear();
          removeDrafts();
        }),
      onError: (error) => showFailure(texts.signOutFailed, error),
    });
  };
}
