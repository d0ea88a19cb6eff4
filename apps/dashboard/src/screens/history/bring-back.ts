import type { AuditEntryView, EnvironmentView } from '@burgee/contracts/http';
import type { QueryClient } from '@tanstack/react-query';
import { restoreFlag } from '../../api/restore-flag.js';
import { needsApproval } from '../../environment/confirm-in.js';
import {
  confirmToServe,
  environmentsOn,
  environmentsServing,
  type ServedValue,
} from '../../environment/serve-again.js';
import { showDone, showFailure } from '../../feedback/toasts/toasts.js';
import { partTexts } from './part-texts.js';

/**
 * Restores the flag of a deletion's entry, after a confirmation if it was on in protected environments. Where that needs
 * approval, only owners can, and another dialog asks for their reason.
 */
export function bringBack(
  queries: QueryClient,
  { project_id, flag_id, flag_key, old_values }: AuditEntryView,
  environments: readonly EnvironmentView[],
): void {
  const key = flag_key ?? '';
  const values = (old_values?.environments ?? []) as ServedValue[];
  const on = needsApproval(environmentsServing([{ environments: values }], environments))
    ? []
    : environmentsOn(values, environments);
  const send = () =>
    restoreFlag(queries, project_id, flag_id ?? '').then(
      () => showDone(partTexts.broughtBack(key)),
      (error: unknown) => showFailure(partTexts.notBroughtBack(key), error),
    );
  void confirmToServe(partTexts.bringsBack(key), partTexts.bringBack, on, send);
}
