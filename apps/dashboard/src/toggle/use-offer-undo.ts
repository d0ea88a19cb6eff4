import type { EnvironmentView, FlagValueView } from '@burgee/contracts/http';
import { wasNot } from '../api/api-error.js';
import { useEditValue } from '../api/flag-values.js';
import { undoIn } from '../environment/confirm-in.js';
import { showDoneAbout, showFailure, showUndoAbout } from '../feedback/toasts/toasts.js';
import { texts } from './texts.js';
import type { ValueState } from './unconditional-value.js';
import { undoOf } from './value-patch.js';
import { valueSubject } from './value-subject.js';

interface Saved {
  /** The key of the flag. */
  key: string;
  environment: EnvironmentView;
  before: ValueState;
  row: FlagValueView;
  /** The change in words. */
  done: string;
}

/** Says that a value was saved, and offers an undo; in a protected environment after a confirmation. */
export function useOfferUndo(projectId: string) {
  const { mutateAsync: edit } = useEditValue(projectId);
  return ({ key, environment, before, row, done }: Saved): void => {
    const { flag_id: flagId, environment_id: environmentId, updated_at: since } = row;
    const subject = valueSubject(flagId, environmentId);
    const undo = () =>
      edit({ flagId, environmentId, patch: undoOf(before, row), since }).then(
        () => showDoneAbout(subject, texts.undone(key, environment.name), environment),
        (error: unknown) => showFailure(texts.undoFailed(key, wasNot(error), environment.name), error),
      );
    showUndoAbout(subject, done, () => undoIn([environment], done, undo), environment);
  };
}
