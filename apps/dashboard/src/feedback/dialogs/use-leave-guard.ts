import { useBlocker } from '@tanstack/react-router';

/** Asks before the user leaves unsaved changes, for another page or by closing the tab. */
export function useLeaveGuard(isDirty: boolean, question: string, onLeave?: () => void): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // After signing in the user returns here, and the changes still exist.
      if (current.pathname === next.pathname || next.pathname === '/sign-in') return false;
      // The browser's own dialog cannot be missed.
      const leaves = window.confirm(question);
      if (leaves) onLeave?.();
      return !leaves;
    },
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  });
}
