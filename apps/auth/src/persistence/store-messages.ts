import type { NewOutboxMessage } from '@burgee/outbox';
import { currentTraceparent } from '@burgee/process-kit';
import type { EntityManager } from 'typeorm';

/** Stores messages for the relay. Ignores duplicates. */
export async function storeMessages(
  manager: Pick<EntityManager, 'sql'>,
  messages: readonly NewOutboxMessage[],
): Promise<void> {
  await manager.sql`
    insert into auth.outbox (event_id, kind, payload, traceparent)
    select event_id, kind, payload, ${currentTraceparent()}
    from json_to_recordset(${JSON.stringify(messages)}::json) as m (event_id uuid, kind text, payload jsonb)
    on conflict do nothing`;
}
