import type { FlagSummary } from '@burgee/contracts/http';
import { useLast } from '../../../feedback/dialogs/use-last.js';

/**
 * The flags that a dialog asks about. The list may drop flags once they are changed; the dialog still shows them while
 * it closes.
 * @param change the change that only this dialog sends
 */
export const useAskedFlags = (
  flags: readonly FlagSummary[],
  opened: boolean,
  change: { isPending: boolean; isSuccess: boolean },
): readonly FlagSummary[] => useLast(opened && !change.isPending && !change.isSuccess ? flags : undefined) ?? flags;
