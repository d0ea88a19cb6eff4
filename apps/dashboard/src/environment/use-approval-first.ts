import type { EnvironmentView } from '@burgee/contracts/http';
import { useEffect } from 'react';
import { askForApproval, type ChangeNote } from '../api/change-note.js';
import type { RequestedChanges } from '../api/requested-changes.js';

interface Options {
  opened: boolean;
  environments: readonly EnvironmentView[];
  requested: RequestedChanges | undefined;
  /** An owner overrides. */
  onOverride: (note: ChangeNote) => void;
  onRequested?: () => void;
  onClose: () => void;
}

/**
 * Where a change needs approval, the dialog that requests it takes the place of the confirmation.
 * @returns whether the confirmation is open
 */
export function useApprovalFirst(options: Options): boolean {
  const { opened, environments, requested } = options;
  const isAsked = requested !== undefined && environments.some(({ approvals }) => approvals > 0);
  useEffect(() => {
    if (!opened || !isAsked) return;
    void askForApproval(requested).then((answer) => {
      options.onClose();
      if (answer === 'requested') options.onRequested?.();
      else if (answer !== 'cancelled') options.onOverride(answer);
    });
    // oxlint-disable-next-line react/exhaustive-deps -- once each time that it opens
  }, [opened]);
  return opened && !isAsked;
}
