import type { ProjectView } from '@burgee/contracts/http';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { wasEnded, wasNot } from '../api/api-error.js';
import { latestValuesQuery } from '../api/audit.js';
import { currentRow, useToggle } from '../api/flag-values.js';
import { flagQuery } from '../api/flags.js';
import { projectQuery } from '../api/projects.js';
import { meQuery } from '../api/session.js';
import { describeAuthor } from '../api/value-author.js';
import { valueIn } from '../api/value-in.js';
import { isConfirmed } from '../environment/confirm-in.js';
import { showDoneAbout, showFailure, showUndoAbout } from '../feedback/toasts/toasts.js';
import { nameAmongMembers } from '../members/name-among-members.js';
import type { Flip } from './flip.js';
import { texts } from './texts.js';
import { valueSubject } from './value-subject.js';

/**
 * A switch that needs a confirmation, and `updated_at` of the row that the user saw. The toast offers an unconfirmed
 * undo again.
 */
type PendingFlip = Flip & { since: string | undefined; isUndo: boolean; offerAgain?: () => void };

export const describeFlip = ({ flag, environment, isEnabled }: Flip) =>
  texts.isNow(flag.key, isEnabled, environment.name);

const LOOK_UP_MILLISECONDS = 1_000;

/** What the service answers; undefined if it does not answer soon. */
const soon = <T>(answer: Promise<T>) =>
  Promise.race([
    answer.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, LOOK_UP_MILLISECONDS)),
  ]);

/** Explains why a switch failed, and names the user who was faster, if the history answers soon. */
async function whyNot(
  queries: QueryClient,
  projectId: string,
  { flag, environment }: Flip,
  error: unknown,
): Promise<string> {
  const fact = texts.notSwitched(flag.key, wasNot(error), environment.name);
  const row = currentRow(error);
  if (!row) return fact;
  const latest = latestValuesQuery(projectId, flag.id);
  const entry = (await soon(queries.fetchQuery({ ...latest, staleTime: 0, retry: false })))?.[environment.id];
  const name =
    entry && (await soon(nameAmongMembers(queries, projectId, { id: entry.user_id, name: entry.user_name })));
  const named = entry && { ...entry, user_name: name ?? entry.user_name };
  return texts.withReason(fact, describeAuthor(row, named, queries.getQueryData(meQuery.queryKey)?.id));
}

/**
 * Flips switches: in an ordinary environment at once, with an undo; in a protected one after a confirmation.
 */
export function useSwitch({ id: projectId }: Pick<ProjectView, 'id'>) {
  const queries = useQueryClient();
  const toggle = useToggle(projectId);
  const [pending, setPending] = useState<PendingFlip>();

  const ask = useCallback(
    async (question: PendingFlip) => {
      try {
        await queries.ensureQueryData(flagQuery(question.flag.id));
        setPending(question);
      } catch (error) {
        showFailure(texts.notAsked, error);
      }
    },
    [queries],
  );
  const act = useCallback(
    async function act(flip: Flip, since: string | undefined, isUndo: boolean): Promise<void> {
      const { flag, environment, isEnabled } = flip;
      try {
        const row = await toggle({ flagId: flag.id, environmentId: environment.id, isEnabled, since });
        const subject = valueSubject(flag.id, environment.id);
        const goBack = () => undo({ ...flip, isEnabled: !isEnabled }, row.updated_at, offer);
        const offer = () => showUndoAbout(subject, describeFlip(flip), goBack, environment);
        if (isUndo) showDoneAbout(subject, texts.isAgain(flag.key, isEnabled, environment.name), environment);
        else offer();
      } catch (error) {
        if (!wasEnded(error)) showFailure(await whyNot(queries, projectId, flip, error), error);
      }

      function undo(back: Flip, left: string, offerAgain: () => void): void {
        const project = queries.getQueryData(projectQuery(projectId).queryKey);
        const now = project?.environments.find(({ id }) => id === environment.id);
        if (now && isConfirmed(now)) void ask({ ...back, environment: now, since: left, isUndo: true, offerAgain });
        else void act(back, left, true);
      }
    },
    [toggle, projectId, queries, ask],
  );

  const flip = useCallback(
    (one: Flip) => {
      const since = valueIn(one.flag, one.environment.id)?.updated_at;
      if (isConfirmed(one.environment)) void ask({ ...one, since, isUndo: false });
      else void act(one, since, false);
    },
    [act, ask],
  );
  const onClose = useCallback(() => {
    pending?.offerAgain?.();
    setPending(undefined);
  }, [pending]);
  // A list does not have the rule that the confirmation shows.
  const asked = useQuery({ ...flagQuery(pending?.flag.id ?? ''), enabled: pending !== undefined });
  const value = pending && valueIn(asked.data, pending.environment.id);
  const onYes = () => {
    if (pending) void act(pending, pending.since, pending.isUndo);
    setPending(undefined);
  };
  const confirmation = pending && value ? { ...pending, value } : undefined;
  return { flip, confirmation: { opened: confirmation !== undefined, pending: confirmation, onClose, onYes } };
}
