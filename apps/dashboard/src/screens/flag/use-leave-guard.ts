import { useBlocker } from '@tanstack/react-router';

/** Asks before unsaved changes are left behind, within the page and when the tab is closed. */
export function useLeaveGuard(isDirty: boolean): void {
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      // Signing in brings one back here.
      current.pathname !== next.pathname &&
      next.pathname !== '/sign-in' &&
      // The browser's own question cannot be missed.
      !window.confirm('Leave without saving? Your changes on this page are lost.'),
    enableBeforeUnload: isDirty,
    disabled: !isDirty,
  });
}
