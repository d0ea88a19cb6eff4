import type { EnvironmentConnection } from '@burgee/contracts/http';
import { hasConnected } from '../../api/connections.js';

/** waiting: no app has connected; now: an app is connected, or was a moment ago; before: one was, some time ago. */
export type ConnectionStage = 'waiting' | 'now' | 'before';

/** A polling client reads more often than this. */
const MOMENT_MILLISECONDS = 90_000;

export function connectionStage(connection: EnvironmentConnection | undefined, now: number): ConnectionStage {
  if (!connection || !hasConnected(connection)) return 'waiting';
  const { streams, last_seen_at } = connection;
  if (streams > 0) return 'now';
  return last_seen_at !== null && now - Date.parse(last_seen_at) < MOMENT_MILLISECONDS ? 'now' : 'before';
}
