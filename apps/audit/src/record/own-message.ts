import { createHash } from 'node:crypto';
import type { AuditRecordV1 } from '@burgee/contracts/messages';
import { BY_OPERATOR, NOBODY } from '@burgee/contracts/wire';

type About = 'v' | 'flag_id' | 'flag_key' | 'environment_id' | 'environment_name' | 'old_values';

/** An entry about a whole history, which audit writes itself. */
export const historyMessage = (own: Omit<AuditRecordV1, About>): AuditRecordV1 => ({
  v: 1,
  flag_id: null,
  flag_key: null,
  environment_id: null,
  environment_name: null,
  old_values: null,
  ...own,
});

/** An id that follows from the text, so that replicas that report the same thing store one entry. */
function idFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Such an entry about something that audit found, at a position of the chain. Replicas that find it store one entry. */
export const foundMessage = (
  action: 'history_lost' | 'history_dropped',
  { chain_id, seq, hash }: { chain_id: string; seq: number; hash: string },
  found: Pick<AuditRecordV1, 'new_values' | 'occurred_at'>,
): AuditRecordV1 =>
  historyMessage({
    event_id: idFrom(`${action} ${chain_id} ${seq} ${hash}`),
    action,
    project_id: chain_id,
    user_id: NOBODY.id,
    user_name: NOBODY.name,
    request_id: null,
    ...BY_OPERATOR,
    ...found,
  });
