import type { FlagView } from '@burgee/contracts';
import { useEffect, useMemo, useState } from 'react';
import { wasNot } from '../../api/api-error.js';
import { useEditValue } from '../../api/flag-values.js';
import { useMe } from '../../api/session.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import type { ValueState } from '../../toggle/describe-value.js';
import {
  afterRefusal,
  afterSaving,
  change,
  type Drafts,
  isOvertaken,
  patchOf,
  rebase,
  unsaved,
  without,
} from './drafts.js';
import { keepDrafts, keptDrafts } from './kept-drafts.js';

/** What is changed on the page of a flag and not saved yet. It outlives a session that ends meanwhile. */
export function useDrafts(flag: FlagView) {
  const me = useMe();
  const [begun, setDrafts] = useState<Drafts>(() => keptDrafts(me.id, flag.id));
  const drafts = useMemo(() => unsaved(begun, flag.environments), [begun, flag.environments]);
  const [sending, setSending] = useState<Drafts>({});
  const [rows, setRows] = useState(flag.environments);
  if (rows !== flag.environments) {
    setRows(flag.environments);
    // One that has come true is over, whatever the row becomes after that.
    setDrafts(unsaved(begun, flag.environments, sending));
  }
  useEffect(() => keepDrafts(me.id, flag.id, drafts), [me.id, flag.id, drafts]);
  const edit = useEditValue(flag.project_id);
  const rowOf = (environmentId: string) => flag.environments.find((row) => row.environment_id === environmentId);
  const set = (environmentId: string, patch: Partial<ValueState>) => {
    const row = rowOf(environmentId);
    if (row) setDrafts((before) => change(before, row, patch, environmentId in sending));
  };
  const discard = (environmentId?: string) =>
    setDrafts((before) => (environmentId === undefined ? {} : without(before, environmentId)));
  const takeUp = (environmentId: string) => {
    const row = rowOf(environmentId);
    if (row) setDrafts((before) => rebase(before, row));
  };
  /** One environment after the other; what is refused stays unsaved, and so does what is typed meanwhile. */
  const save = async () => {
    setSending(drafts);
    for (const [environmentId, draft] of Object.entries(drafts)) {
      try {
        const since = draft.base.updated_at;
        const row = await edit.mutateAsync({ flagId: flag.id, environmentId, patch: patchOf(draft), since });
        setDrafts((before) => afterSaving(before, draft, row));
        showDone(`Saved ${flag.key} in ${draft.base.environment_name}`);
      } catch (error) {
        setDrafts((before) => afterRefusal(before, environmentId));
        showFailure(`${flag.key} ${wasNot(error)} saved in ${draft.base.environment_name}`, error);
      }
      setSending((before) => without(before, environmentId));
    }
  };
  const leave = () => keepDrafts(me.id, flag.id, {});
  const overtaken = flag.environments.filter((row) => {
    const draft = drafts[row.environment_id];
    return draft !== undefined && isOvertaken(draft, row);
  });
  return { drafts, set, discard, takeUp, save, leave, isSaving: Object.keys(sending).length > 0, overtaken };
}
