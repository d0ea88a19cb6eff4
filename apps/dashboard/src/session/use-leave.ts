import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { removeDrafts } from '../screens/flag/drafts/stored-drafts.js';
import { forgetMe } from './last-me.js';

/** Goes to a page outside when the session has ended. The next user sees nothing of this one. */
export function useLeave(): (to: '/sign-in' | '/account-deleted') => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (to) => {
    await navigate({ to });
    forgetMe();
    queries.clear();
    removeDrafts();
  };
}
