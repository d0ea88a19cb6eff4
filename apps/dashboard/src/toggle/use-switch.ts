import type { EnvironmentView, FlagView, ProjectView } from '@burgee/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { wasNot } from '../api/api-error.js';
import { latestValuesQuery } from '../api/audit.js';
import { currentRow, shownFlag, useToggle, valueIn } from '../api/flag-values.js';
import { projectQuery } from '../api/projects.js';
import { meQuery } from '../api/session.js';
import { sayFaster } from '../api/value-author.js';
import { showFailure, showUndo } from '../feedback/toasts.js';

/** A switch that somebody turns. */
export interface Flip {
  flag: FlagView;
  environment: EnvironmentView;
  isEnabled: boolean;
}

/** A switch that is asked about first, and `updated_at` of the row that it was turned on. */
type Asked = Flip & { since: string | undefined };

export const sayFlip = ({ flag, environment, isEnabled }: Flip) =>
  `${flag.key} is ${isEnabled ? 'on' : 'off'} in ${environment.name}`;

const LOOK_UP_MILLISECONDS = 1_000;

/** What the history says of a flag's values; nothing when it does not answer soon. */
const entriesNow = (queries: QueryClient, { project_id, id }: FlagView) =>
  Promise.race([
    queries.fetchQuery({ ...latestValuesQuery(project_id, id), staleTime: 0, retry: false }).catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, LOOK_UP_MILLISECONDS)),
  ]);

/** Why a switch was not turned; who was faster, as far as that can be found out soon. */
async function whyNot(queries: QueryClient, { flag, environment }: Flip, error: unknown): Promise<string> {
  const fact = `${flag.key} ${wasNot(error)} switched in ${environment.name}`;
  const row = currentRow(error);
  if (!row) return fact;
  const entries = await entriesNow(queries, flag);
  return `${fact}: ${sayFaster(row, entries?.[environment.id], queries.getQueryData(meQuery.queryKey)?.id)}`;
}

/**
 * Turns switches. In an ordinary environment at once, with a way back; in a protected one after a look at the difference.
 */
export function useSwitch({ id: projectId }: ProjectView) {
  const queries = useQueryClient();
  const toggle = useToggle(projectId);
  const [asking, setAsking] = useState<Asked>();

  const act = useCallback(
    async function act(flip: Flip, since: string | undefined, undoable: boolean): Promise<void> {
      const { flag, environment, isEnabled } = flip;
      try {
        const row = await toggle({ flagId: flag.id, environmentId: environment.id, isEnabled, since });
        if (undoable) showUndo(sayFlip(flip), () => undo({ ...flip, isEnabled: !isEnabled }, row.updated_at));
      } catch (error) {
        showFailure(await whyNot(queries, flip, error), error);
      }

      function undo(back: Flip, left: string): void {
        const project = queries.getQueryData(projectQuery(projectId).queryKey);
        const now = project?.environments.find(({ id }) => id === environment.id);
        if (now?.protected) setAsking({ ...back, environment: now, since: left });
        else void act(back, left, false);
      }
    },
    [toggle, projectId, queries],
  );

  const flip = useCallback(
    (one: Flip) => {
      const since = valueIn(one.flag, one.environment.id)?.updated_at;
      if (one.environment.protected) setAsking({ ...one, since });
      else void act(one, since, true);
    },
    [act],
  );
  const onClose = useCallback(() => setAsking(undefined), []);
  const value = asking && valueIn(shownFlag(queries, projectId, asking.flag.id), asking.environment.id);
  const onYes = () => {
    if (asking) void act(asking, asking.since, false);
    onClose();
  };
  const question = asking && value ? { ...asking, value } : undefined;
  return { flip, question: { opened: question !== undefined, asking: question, onClose, onYes } };
}
