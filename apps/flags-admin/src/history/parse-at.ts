import { DomainError, opaqueTag, parsePosition, type Position } from '@burgee/contracts/wire';

/** A point in the history of an environment, from a request. */
export type At = { time: string } | { position: Position } | 'now';

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;

function refuse(detail: string): DomainError {
  return new DomainError('invalid_request', `The request was refused: at ${detail}.`, {
    errors: [{ pointer: '/at', detail }],
  });
}

/** @throws invalid_request */
export function parseAt(at: string | undefined, now: Date): At {
  if (at === undefined) return 'now';
  const position = parsePosition(opaqueTag(at));
  if (position) return { position };
  const time = ISO.test(at) ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(time))
    throw refuse('must be an ISO 8601 time with a time zone, or a position such as 5d2c1a90b7e34f68-812');
  // Tolerates a small difference between the clocks of browser and server.
  if (time > now.getTime() + 60_000) throw refuse('is in the future');
  return { time: new Date(time).toISOString() };
}
