import type { BurgeeClient } from '@burgee/sdk';

const clients = new WeakSet<BurgeeClient>();

/**
 * Whether flags of the service, or of the client's own bootstrap, have arrived. The stored flags of the last visit do not
 * count: they are older than what a server rendered.
 */
export function hasFlags(client: BurgeeClient): boolean {
  // Overrides count from the start: a test, or a developer, set them.
  if ('override' in client) return true;
  const isAnswered = client.status === 'ready' || client.status === 'stale';
  // Ready without flags is a client that is offline.
  if (isAnswered && (client.version !== '' || client.snapshot().flags.length > 0)) clients.add(client);
  return clients.has(client);
}
