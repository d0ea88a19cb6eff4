import { instanceMessage } from '@burgee/auth/operator';
import { BY_OPERATOR } from '@burgee/contracts/wire';
import type pg from 'pg';

/** Enters what the operator did in the history of the instance, in the transaction of `client` if it is in one. */
export async function recordCommand(
  client: pg.ClientBase,
  command: string,
  facts: Record<string, unknown>,
): Promise<void> {
  const new_values = { command, ...facts };
  const message = instanceMessage({ action: 'operator_command', new_values, provenance: BY_OPERATOR });
  await client.query('insert into auth.outbox (event_id, kind, payload) values ($1, $2, $3)', [
    message.event_id,
    message.kind,
    JSON.stringify(message.payload),
  ]);
}
