import type { FlagSummary } from '@burgee/contracts/http';
import { useLast } from '../../feedback/use-last.js';

/**
 * The flags that a dialog asks about. What the list leaves out once they are changed, and while the dialog closes, it still
 * shows as it asked about it.
 * @param change what the dialog sends, and nothing else does
 */
export const useAskedFlags = (
  flags: readonly FlagSummary[],
  opened: boolean,
  change: { isPending: boolean; isSuccess: boolean },
): readonly FlagSummary[] => useLast(opened && !change.isPending && !change.isSuccess ? flags : undefined) ?? flags;
