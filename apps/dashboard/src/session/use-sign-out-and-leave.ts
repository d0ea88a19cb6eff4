import { useMe, useSignOut } from '../api/session.js';
import { showFailure } from '../feedback/toasts/toasts.js';
import { hasDrafts } from '../screens/flag/drafts/stored-drafts.js';
import { texts } from './texts.js';
import { useLeave } from './use-leave.js';

/** Signs out, after a question if something is unsaved. */
export function useSignOutAndLeave(): () => void {
  const me = useMe();
  const { mutate } = useSignOut();
  const leave = useLeave();
  return () => {
    if (hasDrafts(me.id) && !window.confirm(texts.signOutUnsaved)) return;
    mutate(undefined, {
      // The session at the provider ends there, and the provider leads back.
      onSuccess: ({ location }) =>
        void leave('/sign-in').then(() => location !== undefined && window.location.assign(location)),
      onError: (error) => showFailure(texts.signOutFailed, error),
    });
  };
}
