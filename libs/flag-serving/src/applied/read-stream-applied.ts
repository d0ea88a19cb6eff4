import { DomainError, isAck, isUuid, type StreamApplied } from '@burgee/contracts/wire';

/** Parses the body of POST /api/v1/stream/applied. @throws malformed_json, invalid_request */
export function readStreamApplied(body: Buffer): StreamApplied {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    throw new DomainError('malformed_json', 'The body is not valid JSON.');
  }
  const { wait_id, ack } = Object(parsed) as Record<string, unknown>;
  if (!isUuid(wait_id)) throw invalid('/wait_id', 'wait_id must be the one from applied_wanted.');
  if (!isAck(ack)) throw invalid('/ack', 'ack must be the one from the ready event of this stream.');
  return { wait_id, ack };
}

const invalid = (pointer: string, detail: string) =>
  new DomainError('invalid_request', detail, { errors: [{ pointer, detail }] });
