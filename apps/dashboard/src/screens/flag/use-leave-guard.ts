import { useBlocker } from '@tanstack/react-router';

/** Asks before unsaved changes are left behind, within the page and when the tab is closed. */
export function useLeaveGuard(isDirty: boolean, onLeave: () => void): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      // Signing in brings one back here, and the changes are there still.
      if (current.pathname === next.pathname || next.pathname === '/sign-in') return false;
      // The browser's own question cannot be missed.
      const leaves = window.confirm('Leave without saving? Your changes on this page are lost.');
      if (leaves) onLeave();
      return !leaves;
    },
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  });
}
