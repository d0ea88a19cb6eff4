import type { EnvironmentView, FlagView, ProjectView } from '@burgee/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { currentRow, shownFlag, showToggled, useToggle, valueIn } from '../api/flag-values.js';
import { showFailure, showUndo } from '../feedback/toasts.js';

/** A switch that somebody turns. */
export interface Flip {
  flag: FlagView;
  environment: EnvironmentView;
  isEnabled: boolean;
}

export const sayFlip = ({ flag, environment, isEnabled }: Flip) =>
  `${flag.key} is ${isEnabled ? 'on' : 'off'} in ${environment.name}`;

function whyNot({ flag, environment }: Flip, error: unknown): string {
  const fact = `${flag.key} was not switched in ${environment.name}`;
  return currentRow(error) ? `${fact}: somebody was faster` : fact;
}

/**
 * Turns switches. In an ordinary environment at once, with a way back; in a protected one after a look at the difference.
 */
export function useSwitch({ id: projectId }: ProjectView) {
  const queries = useQueryClient();
  const { mutateAsync } = useToggle(projectId);
  const [asking, setAsking] = useState<Flip>();

  const act = useCallback(
    async function act(flip: Flip, undoable: boolean): Promise<void> {
      const toggle = { flagId: flip.flag.id, environmentId: flip.environment.id, isEnabled: flip.isEnabled };
      showToggled(queries, projectId, toggle);
      try {
        await mutateAsync(toggle);
      } catch (error) {
        showFailure(whyNot(flip, error), error);
        return;
      }
      if (undoable) showUndo(sayFlip(flip), () => void act({ ...flip, isEnabled: !flip.isEnabled }, false));
    },
    [mutateAsync, projectId, queries],
  );

  const flip = useCallback((one: Flip) => (one.environment.protected ? setAsking(one) : void act(one, true)), [act]);
  const onClose = useCallback(() => setAsking(undefined), []);
  const onYes = () => {
    if (asking) void act(asking, false);
    onClose();
  };
  const value = asking && valueIn(shownFlag(queries, projectId, asking.flag.id), asking.environment.id);
  const question = asking && value ? { ...asking, value } : undefined;
  return { flip, question: { opened: question !== undefined, asking: question, onClose, onYes } };
}
