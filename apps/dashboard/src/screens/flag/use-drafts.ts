import type { FlagView } from '@burgee/contracts';
import { useEffect, useState } from 'react';
import { useEditValue } from '../../api/flag-values.js';
import { useMe } from '../../api/session.js';
import { showDone, showFailure } from '../../feedback/toasts.js';
import type { ValueState } from '../../toggle/describe-value.js';
import { change, type Drafts, inEnvironments, isOvertaken, patchOf, rebase, without } from './drafts.js';
import { keepDrafts, keptDrafts } from './kept-drafts.js';

/** What is changed on the page of a flag and not saved yet. It outlives a session that ends meanwhile. */
export function useDrafts(flag: FlagView) {
  const me = useMe();
  const [drafts, setDrafts] = useState<Drafts>(() =>
    inEnvironments(
      keptDrafts(me.id, flag.id),
      flag.environments.map((row) => row.environment_id),
    ),
  );
  useEffect(() => keepDrafts(me.id, flag.id, drafts), [me.id, flag.id, drafts]);
  const edit = useEditValue(flag.project_id);
  const rowOf = (environmentId: string) => flag.environments.find((row) => row.environment_id === environmentId);
  const set = (environmentId: string, patch: Partial<ValueState>) => {
    const row = rowOf(environmentId);
    if (row) setDrafts((before) => change(before, row, patch));
  };
  const discard = (environmentId?: string) =>
    setDrafts((before) => (environmentId === undefined ? {} : without(before, environmentId)));
  const takeUp = (environmentId: string) => {
    const row = rowOf(environmentId);
    if (row) setDrafts((before) => rebase(before, row));
  };
  /** One environment after the other; what is refused stays unsaved. */
  const save = async () => {
    for (const [environmentId, draft] of Object.entries(drafts)) {
      try {
        await edit.mutateAsync({ flagId: flag.id, environmentId, patch: patchOf(draft), since: draft.base.updated_at });
        discard(environmentId);
        showDone(`Saved ${flag.key} in ${draft.base.environment_name}`);
      } catch (error) {
        showFailure(`${flag.key} was not saved in ${draft.base.environment_name}`, error);
      }
    }
  };
  const leave = () => keepDrafts(me.id, flag.id, {});
  const rows = flag.environments.filter(({ environment_id }) => drafts[environment_id]);
  const overtaken = rows.filter((row) => {
    const draft = drafts[row.environment_id];
    return draft !== undefined && isOvertaken(draft, row);
  });
  return { drafts, set, discard, takeUp, save, leave, isSaving: edit.isPending, overtaken };
}
