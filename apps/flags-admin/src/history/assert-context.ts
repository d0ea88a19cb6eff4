import { DomainError } from '@burgee/contracts/wire';

/** The same limit as for evaluation over HTTP: the key is hashed once for each flag with a percentage. */
const TARGETING_KEY_CHARACTERS_AT_MOST = 256;

/** @throws invalid_request, without the values of the context, which is personal data */
export function assertContext(context: Record<string, unknown>): void {
  const { targetingKey } = context;
  if (typeof targetingKey !== 'string' || targetingKey.length <= TARGETING_KEY_CHARACTERS_AT_MOST) return;
  const detail = `has more than ${TARGETING_KEY_CHARACTERS_AT_MOST} characters`;
  throw new DomainError('invalid_request', `The request was refused: targetingKey ${detail}.`, {
    errors: [{ pointer: '/context/targetingKey', detail }],
  });
}
