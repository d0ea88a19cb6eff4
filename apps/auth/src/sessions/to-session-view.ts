import type { SessionView } from '@burgee/contracts/http';
import type { LiveSession } from './session.repository.js';

export const toSessionView = (
  { id, user_agent, created_at, expires_at }: LiveSession,
  currentId: string,
): SessionView => ({
  id,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  user_agent,
  current: id === currentId,
});
