import { useParams } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type NoteAnswer, askForNotesBy, DRY_RUN, type HoldReason } from '../api/change-note.js';
import { projectQuery } from '../api/projects.js';
import type { RequestedChanges } from '../api/requested-changes.js';
import { inOrder } from '../environment/order-environments.js';
import { loadCode } from '../feedback/loading/load-code.js';
import { lazyDialog } from '../feedback/loading/lazy-dialog.js';
import type { AskedNote } from './note-dialog.js';

const NoteDialog = lazyDialog(async () => (await import('./note-dialog.js')).NoteDialog);

interface NoteQuestion extends AskedNote {
  answer: (answer: NoteAnswer) => void;
}

/** Only owners can override a rule, and a change request cannot have every kind of change. */
const canAsk = (reason: HoldReason, requested: RequestedChanges | undefined, isOwner: boolean) =>
  isOwner || reason === 'comment_required' || (reason === 'approval_required' && requested !== undefined);

/** Asks for the comment or reason that an environment requires, for a change by any part of the page. */
export function NoteQuestion() {
  // Several changes may be held up at once; it asks about one after the other.
  const [waiting, setWaiting] = useState<readonly NoteQuestion[]>([]);
  const count = useRef(0);
  const { projectId = '' } = useParams({ strict: false });
  const queries = useQueryClient();
  useEffect(
    () =>
      askForNotesBy(async (reason, held) => {
        const { describeHold, environmentsHolding } = await loadCode(() => import('../environment/holds.js'));
        const project = queries.getQueryData(projectQuery(projectId).queryKey);
        const environments = environmentsHolding(inOrder(project?.environments ?? []), reason, held);
        const isOwner = project?.role === 'owner';
        const { requested, triesOnly } = held;
        if (triesOnly && isOwner) return { note: { bypassReason: DRY_RUN } };
        if (triesOnly || !canAsk(reason, requested, isOwner)) return { refused: describeHold(reason, environments) };
        return new Promise((answer) => {
          const id = ++count.current;
          const asked = { id, reason, projectId, environments, requested, isOwner, answer };
          setWaiting((before) => [...before, asked]);
        });
      }),
    [queries, projectId],
  );
  const asked = waiting[0];
  const close = (answer: NoteAnswer = { ended: 'cancelled' }) => {
    asked?.answer(answer);
    setWaiting((before) => before.filter((one) => one !== asked));
  };
  return <NoteDialog opened={asked !== undefined} asked={asked} onClose={close} />;
}
