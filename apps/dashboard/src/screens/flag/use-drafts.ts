import type { EnvironmentView, FlagValueView, FlagView } from '@burgee/contracts/http';
import { useEffect, useMemo, useState } from 'react';
import { wasNot } from '../../api/api-error.js';
import { useEditValue } from '../../api/flag-values.js';
import { useMe } from '../../api/session.js';
import { undoIn } from '../../environment/undo-in.js';
import { showDoneAbout, showFailure, showUndoAbout } from '../../feedback/toasts.js';
import { texts as ofValue } from '../../toggle/texts.js';
import { valueSubject } from '../../toggle/value-subject.js';
import type { ValueState } from '../../toggle/unconditional-value.js';
import {
  afterRefusal,
  afterSaving,
  change,
  type Draft,
  type Drafts,
  isOvertaken,
  patchOf,
  rebase,
  undoOf,
  unsaved,
  without,
} from './drafts.js';
import { storeDrafts, readDrafts } from './stored-drafts.js';
import { texts as all } from './texts.js';

const texts = all.unsaved;

/** The unsaved changes on the page of a flag. They survive the end of the session. */
export function useDrafts(flag: FlagView, environments: readonly EnvironmentView[]) {
  const me = useMe();
  const [begun, setDrafts] = useState<Drafts>(() => readDrafts(me.id, flag.id));
  const drafts = useMemo(() => unsaved(begun, flag.environments), [begun, flag.environments]);
  const [sending, setSending] = useState<Drafts>({});
  const [rows, setRows] = useState(flag.environments);
  if (rows !== flag.environments) {
    setRows(flag.environments);
    // A draft that equals the row is dropped for good, whatever the row becomes later.
    setDrafts(unsaved(begun, flag.environments, sending));
  }
  useEffect(() => storeDrafts(me.id, flag.id, drafts), [me.id, flag.id, drafts]);
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
  /** Saves what was there before `draft` was saved as `row`. */
  const undo = async (draft: Draft, row: FlagValueView, environment: EnvironmentView) => {
    const { environment_id: environmentId, environment_name: name, updated_at: since } = row;
    try {
      await edit.mutateAsync({ flagId: flag.id, environmentId, patch: undoOf(draft, row), since });
      showDoneAbout(valueSubject(flag.id, environmentId), ofValue.undone(flag.key, name), environment);
    } catch (error) {
      showFailure(ofValue.undoFailed(flag.key, wasNot(error), name), error);
    }
  };
  /** Saves one environment after the other. Refused changes, and those typed meanwhile, stay unsaved. */
  const save = async () => {
    setSending(drafts);
    for (const [environmentId, draft] of Object.entries(drafts)) {
      try {
        const since = draft.base.updated_at;
        const row = await edit.mutateAsync({ flagId: flag.id, environmentId, patch: patchOf(draft), since });
        setDrafts((before) => afterSaving(before, draft, row));
        const environment = environments.find(({ id }) => id === environmentId);
        const done = texts.saved(flag.key, draft.base.environment_name);
        if (environment) {
          const goBack = () => undoIn(environment, done, () => undo(draft, row, environment));
          showUndoAbout(valueSubject(flag.id, environmentId), done, goBack, environment);
        }
      } catch (error) {
        setDrafts((before) => afterRefusal(before, environmentId));
        showFailure(texts.failed(flag.key, wasNot(error), draft.base.environment_name), error);
      }
      setSending((before) => without(before, environmentId));
    }
  };
  const leave = () => storeDrafts(me.id, flag.id, {});
  const overtaken = flag.environments.filter((row) => {
    const draft = drafts[row.environment_id];
    return draft !== undefined && isOvertaken(draft, row);
  });
  return { drafts, set, discard, takeUp, save, leave, isSaving: Object.keys(sending).length > 0, overtaken };
}
