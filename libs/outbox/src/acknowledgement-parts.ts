import type { OutboxMessage } from './outbox-message.js';

/** Each may be stored once more for each of many webhooks, and a statement ends after two seconds. */
export const AT_ONCE = { messages: 100, bytes: 256 * 1024 };

/** The messages of each project; a change notification says of its environment alone whose it is. */
export function byTenant(messages: readonly OutboxMessage[]): OutboxMessage[][] {
  const tenants = new Map<string, OutboxMessage[]>();
  for (const message of messages) {
    const tenant = message.kind === 'audit' ? message.payload.project_id : message.environment_id;
    const ofTenant = tenants.get(tenant);
    if (ofTenant) ofTenant.push(message);
    else tenants.set(tenant, [message]);
  }
  return [...tenants.values()];
}

/**
 * What one statement acknowledges: a bounded number of messages and bytes, or one message. Those of a tenant with few come first, so that
 * nobody waits for the import of another. Each part is made when it is asked for: to measure all of them takes long.
 */
export function* acknowledgementParts(messages: readonly OutboxMessage[]): Generator<OutboxMessage[]> {
  let part: OutboxMessage[] = [];
  let bytes = 0;
  for (const message of byTenant(messages)
    .toSorted((a, b) => a.length - b.length)
    .flat()) {
    const ofMessage = message.kind === 'audit' ? Buffer.byteLength(JSON.stringify(message.payload)) : 0;
    if (part.length === AT_ONCE.messages || (part.length > 0 && bytes + ofMessage > AT_ONCE.bytes)) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(message);
    bytes += ofMessage;
  }
  if (part.length > 0) yield part;
}
