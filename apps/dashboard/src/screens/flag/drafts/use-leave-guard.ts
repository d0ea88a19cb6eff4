import { useBlocker } from '@tanstack/react-router';
import { texts } from '../texts.js';

/** Asks before the user leaves unsaved changes, for another page or by closing the tab. */
export function useLeaveGuard(isDirty: boolean, onLeave: () => void): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // After signing in the user returns here, and the changes still exist.
      if (current.pathname === next.pathname || next.pathname === '/sign-in') return false;
      // The browser's own dialog cannot be missed.
      const leaves = window.confirm(texts.unsaved.leave);
      if (leaves) onLeave();
      return !leaves;
    },
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  });
}
