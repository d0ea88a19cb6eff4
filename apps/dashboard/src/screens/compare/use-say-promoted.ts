import type { EnvironmentView, FlagDifference, PromotedFlag } from '@burgee/contracts/http';
import { useChangeValues } from '../../api/flag-changes.js';
import { undoIn } from '../../environment/confirm-in.js';
import { showDone, showFailure, showUndo, showUndone } from '../../feedback/toasts/toasts.js';
import { texts } from './texts.js';
import { undoPromotion } from './undo-promotion.js';

/** Says that flags were promoted, and offers an undo. */
export function useSayPromoted(projectId: string, from: EnvironmentView, to: EnvironmentView) {
  const { mutateAsync } = useChangeValues(projectId);
  return (promoted: readonly PromotedFlag[], differences: readonly FlagDifference[]): void => {
    const done = texts.done(promoted.length, from.name, to.name);
    const changes = undoPromotion(promoted, differences);
    if (!changes) return showDone(done, '', to);
    const undo = () =>
      mutateAsync({ environmentId: to.id, changes }).then(
        () => showUndone(texts.undone(changes.length, to.name), to),
        (error: unknown) => showFailure(texts.undoFailed, error),
      );
    return showUndo(done, () => undoIn([to], done, undo), to);
  };
}
