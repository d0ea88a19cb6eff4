import { useParams } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiError } from '../api/api-error.js';
import { askForNotesBy, type ChangeNote } from '../api/change-note.js';
import { projectQuery } from '../api/projects.js';
import type { RequestedChanges } from '../api/requested-changes.js';
import { whenOpened } from '../feedback/when-opened.js';

const NoteDialog = whenOpened(async () => (await import('./note-dialog.js')).NoteDialog);

interface Asked {
  refusal: ApiError;
  /** What can be asked for instead. */
  requested: RequestedChanges | undefined;
  isOwner: boolean;
  answer: (note: ChangeNote | undefined) => void;
}

/** Asks for what an environment wants to have with a change, whichever part of the page makes it. */
export function NoteQuestion() {
  const [asked, setAsked] = useState<Asked>();
  const { projectId = '' } = useParams({ strict: false });
  const queries = useQueryClient();
  useEffect(
    () =>
      askForNotesBy((refusal, requested) => {
        const role = queries.getQueryData(projectQuery(projectId).queryKey)?.role;
        // Others cannot go past a freeze, so that there is nothing to ask.
        const isOwner = role === 'owner';
        const mayAsk = refusal.code === 'approval_required' && requested !== undefined;
        if (refusal.code !== 'comment_required' && !isOwner && !mayAsk) return Promise.resolve(undefined);
        return new Promise((answer) => setAsked({ refusal, requested, isOwner, answer }));
      }),
    [queries, projectId],
  );
  const close = (note?: ChangeNote) => {
    asked?.answer(note);
    setAsked(undefined);
  };
  return <NoteDialog opened={asked !== undefined} asked={asked} onClose={close} />;
}
