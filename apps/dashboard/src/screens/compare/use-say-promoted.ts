import type { EnvironmentView, FlagDifference, PromotedFlag } from '@burgee/contracts/http';
import { useChangeValues } from '../../api/flag-changes.js';
import { showDone, showFailure, showUndo } from '../../feedback/toasts.js';
import { texts } from './texts.js';
import { undoPromotion } from './undo-promotion.js';

/** Says that flags were promoted, and offers to take it back unless the environment is protected. */
export function useSayPromoted(projectId: string, from: EnvironmentView, to: EnvironmentView) {
  const { mutateAsync } = useChangeValues(projectId);
  return (promoted: readonly PromotedFlag[], differences: readonly FlagDifference[]): void => {
    const done = texts.done(promoted.length, from.name, to.name);
    const changes = to.protected ? undefined : undoPromotion(promoted, differences);
    if (!changes) return showDone(done, '', to);
    const undo = () =>
      void mutateAsync({ environmentId: to.id, changes }).then(
        () => showDone(texts.undone(changes.length, to.name)),
        (error: unknown) => showFailure(texts.undoFailed, error),
      );
    return showUndo(done, undo, to);
  };
}
