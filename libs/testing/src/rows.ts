import { randomUUID } from 'node:crypto';
import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { byAccount, type ServedFlag } from '@burgee/contracts/wire';

/** A flag as gateways serve it. Default: on for all clients. */
export const aRow = (key: string, fields: Partial<ServedFlag> = {}): ServedFlag => ({
  flag_id: `id-of-${key}`,
  key,
  name: key,
  type: 'boolean',
  is_enabled: true,
  rollout_percentage: 100,
  targeting_attribute: null,
  targeting_value: null,
  targeting_return_value: null,
  ...fields,
});

/** A message of audit about a change of a project, with other ids each time. */
export function anAuditRecord(change: Partial<AuditRecordV1> = {}): AuditRecordV1 {
  const user_id = change.user_id ?? randomUUID();
  return {
    v: 1,
    event_id: randomUUID(),
    action: 'flag_toggle',
    project_id: randomUUID(),
    flag_id: null,
    flag_key: null,
    environment_id: null,
    environment_name: null,
    user_id,
    user_name: 'Ada',
    ...byAccount(user_id, 'page'),
    old_values: { is_enabled: false },
    new_values: { is_enabled: true },
    request_id: null,
    occurred_at: new Date().toISOString(),
    ...change,
  };
}
