import type { EnvironmentView, FlagView, ProjectView } from '@burgee/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { wasNot } from '../api/api-error.js';
import { valueAuthorsQuery } from '../api/audit.js';
import { currentRow, shownFlag, useToggle, valueIn } from '../api/flag-values.js';
import { projectQuery } from '../api/projects.js';
import { showFailure, showUndo } from '../feedback/toasts.js';

/** A switch that somebody turns. */
export interface Flip {
  flag: FlagView;
  environment: EnvironmentView;
  isEnabled: boolean;
}

export const sayFlip = ({ flag, environment, isEnabled }: Flip) =>
  `${flag.key} is ${isEnabled ? 'on' : 'off'} in ${environment.name}`;

const authorsNow = (queries: QueryClient, projectId: string, flagId: string) =>
  queries.fetchQuery({ ...valueAuthorsQuery(projectId, flagId), staleTime: 0, retry: false });

/** Why a switch was not turned; who was faster, as far as that can be found out. */
async function whyNot(queries: QueryClient, { flag, environment }: Flip, error: unknown): Promise<string> {
  const fact = `${flag.key} ${wasNot(error)} switched in ${environment.name}`;
  if (!currentRow(error)) return fact;
  const authors = await authorsNow(queries, flag.project_id, flag.id).catch(() => undefined);
  return `${fact}: ${authors?.[environment.id] ?? 'somebody'} was faster`;
}

/**
 * Turns switches. In an ordinary environment at once, with a way back; in a protected one after a look at the difference.
 */
export function useSwitch({ id: projectId }: ProjectView) {
  const queries = useQueryClient();
  const { mutateAsync } = useToggle(projectId);
  const [asking, setAsking] = useState<Flip>();

  const act = useCallback(
    async function act(flip: Flip, since: string | undefined, undoable: boolean): Promise<void> {
      const { flag, environment, isEnabled } = flip;
      try {
        const row = await mutateAsync({ flagId: flag.id, environmentId: environment.id, isEnabled, since });
        if (undoable) showUndo(sayFlip(flip), () => undo({ ...flip, isEnabled: !isEnabled }, row.updated_at));
      } catch (error) {
        showFailure(await whyNot(queries, flip, error), error);
      }

      function undo(back: Flip, left: string): void {
        const project = queries.getQueryData(projectQuery(projectId).queryKey);
        const now = project?.environments.find(({ id }) => id === environment.id);
        if (now?.protected) setAsking({ ...back, environment: now });
        else void act(back, left, false);
      }
    },
    [mutateAsync, projectId, queries],
  );

  const flip = useCallback(
    (one: Flip) => {
      if (one.environment.protected) setAsking(one);
      else void act(one, valueIn(one.flag, one.environment.id)?.updated_at, true);
    },
    [act],
  );
  const onClose = useCallback(() => setAsking(undefined), []);
  const value = asking && valueIn(shownFlag(queries, projectId, asking.flag.id), asking.environment.id);
  const onYes = () => {
    if (asking) void act(asking, value?.updated_at, false);
    onClose();
  };
  const question = asking && value ? { ...asking, value } : undefined;
  return { flip, question: { opened: question !== undefined, asking: question, onClose, onYes } };
}
