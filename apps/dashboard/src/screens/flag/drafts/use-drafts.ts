import type { EnvironmentView, FlagView } from '@burgee/contracts/http';
import { useEffect, useMemo, useState } from 'react';
import { wasNot, wasRequested } from '../../../api/api-error.js';
import { useEditValue } from '../../../api/flag-values.js';
import { useMe } from '../../../api/session.js';
import { showFailure } from '../../../feedback/toasts/toasts.js';
import type { ValueState } from '../../../toggle/unconditional-value.js';
import { useOfferUndo } from '../../../toggle/use-offer-undo.js';
import { patchOf } from '../../../toggle/value-patch.js';
import {
  afterRefusal,
  afterRequest,
  afterSaving,
  change,
  type Drafts,
  isOvertaken,
  rebase,
  unsaved,
  without,
} from './drafts.js';
import { storeDrafts, readDrafts } from './stored-drafts.js';
import { texts as all } from '../texts.js';

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
    // A draft that equals the row is dropped for good, even if the row changes later.
    setDrafts(unsaved(begun, flag.environments, sending));
  }
  useEffect(() => storeDrafts(me.id, flag.id, drafts), [me.id, flag.id, drafts]);
  const edit = useEditValue(flag.project_id);
  const offerUndo = useOfferUndo(flag.project_id);
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
  /** Saves one environment after the other. Refused changes, and edits made during the save, stay unsaved. */
  const save = async () => {
    setSending(drafts);
    for (const [environmentId, draft] of Object.entries(drafts)) {
      try {
        const since = draft.base.updated_at;
        const row = await edit.mutateAsync({ flagId: flag.id, environmentId, patch: patchOf(draft), since });
        setDrafts((before) => afterSaving(before, draft, row));
        const environment = environments.find(({ id }) => id === environmentId);
        const done = texts.saved(flag.key, draft.base.environment_name);
        if (environment) offerUndo({ key: flag.key, environment, before: draft.base, row, done });
      } catch (error) {
        setDrafts((before) =>
          wasRequested(error) ? afterRequest(before, draft) : afterRefusal(before, environmentId),
        );
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
