import type { EnvironmentView } from '@burgee/contracts/http';
import { wasRequested } from '../../../api/api-error.js';
import type { ChangeNote } from '../../../api/change-note.js';
import type { useChangeValues } from '../../../api/flag-changes.js';
import { undoIn } from '../../../environment/confirm-in.js';
import { showFailure, showUndo, showUndone } from '../../../feedback/toasts/toasts.js';
import type { PlannedSwitch } from './bulk-plan.js';
import { texts } from './texts.js';

type ChangeValues = ReturnType<typeof useChangeValues>;

/**
 * Switches many flags, and offers an undo. The dialog shows errors.
 * @returns whether it was done, or approval was requested
 */
export function useSwitchMany(change: ChangeValues, takeBack: ChangeValues) {
  return async (
    environment: EnvironmentView,
    planned: readonly PlannedSwitch[],
    isEnabled: boolean,
    note?: ChangeNote,
  ): Promise<boolean> => {
    const { id: environmentId, name } = environment;
    const send = (
      by: ChangeValues,
      seen: readonly { flagId: string; since: string }[],
      on: boolean,
      why?: ChangeNote,
    ) => {
      const changes = seen.map((one) => ({ ...one, patch: { is_enabled: on } }));
      return by.mutateAsync({ environmentId, changes, note: why });
    };
    const seen = planned.map(({ flag, value }) => ({ flagId: flag.id, since: value.updated_at }));
    const written = await send(change, seen, isEnabled, note).catch((error: unknown) =>
      wasRequested(error) ? 'requested' : undefined,
    );
    if (written === undefined) return false;
    if (written === 'requested') return true;
    const done = texts.switched(written.length, isEnabled, name);
    const undo = () => {
      const left = written.map(({ flag_id, updated_at }) => ({ flagId: flag_id, since: updated_at }));
      return send(takeBack, left, !isEnabled).then(
        () => showUndone(texts.switched(left.length, !isEnabled, name), environment),
        (error: unknown) => showFailure(texts.switchFailed, error),
      );
    };
    showUndo(done, () => undoIn([environment], done, undo), environment);
    return true;
  };
}
