import { Readable } from 'node:stream';
import { PROJECT_DOCUMENT_BYTES_AT_MOST } from '@burgee/contracts/http';
import { brokenOff, DomainError } from '@burgee/contracts/wire';
import { addressNetworks, type HeldBytes } from '@burgee/process-kit';
import { BODY_LIMIT_BYTES } from '@burgee/service-kit';
import type { BodyBudget } from '../limits/body-budget.js';
import { isImport } from './is-import.js';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tooLarge = () => new DomainError('body_too_large', 'The body is larger than this address takes. Send less.');

/** A body that can be sent on, more than once. */
export interface TakenBody {
  bytes: number;
  read: () => Readable;
}

/** What a piece of a body takes in memory beside its bytes: callers choose how small they are. */
const AROUND_CHUNK = 256;

type Count = (bytes: number) => void;

/** What is left of a body is read and paid for all the same: nothing else on its connection would be read before. */
function drop(body: Readable, spend: Count): void {
  body.on('data', (chunk: Buffer) => spend(chunk.length));
}

/**
 * Reads the body up to the limit. The connection stays open, so that the caller can read a refusal.
 * @param counts `spend` is called with the bytes of each piece, and `hold`, before it is kept, with those that it takes in memory
 */
async function takeAll(
  body: Readable,
  bytesAtMost: number,
  { spend, hold }: { spend: Count; hold: Count },
): Promise<{ chunks: Buffer[]; size: number }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      const { length } = chunk as Buffer;
      spend(length);
      size += length;
      if (size > bytesAtMost) throw tooLarge();
      hold(AROUND_CHUNK + length);
      // A copy: a piece would keep all that came with it in memory.
      chunks.push(Buffer.from(chunk as Buffer));
    }
  } catch (error) {
    drop(body, spend);
    throw error instanceof DomainError ? error : brokenOff();
  }
  return { chunks, size };
}

/**
 * Refuses a body that is too large before a service sees it, and reads any other: a caller who sends slowly keeps no place at a
 * service, and one that refuses a body midway would close the connection, which looks like a dead service.
 * @returns undefined if there is none
 * @throws body_too_large, request_too_slow, too_many_requests when its network has sent too much, overloaded when too much is held
 */
export async function limitBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { memory, bodies }: { memory: Pick<HeldBytes, 'holdUntilClosed'>; bodies: BodyBudget },
): Promise<TakenBody | undefined> {
  const { headers, body, method, url, raw } = request;
  const length = headers['content-length'];
  if (length === undefined && !(body instanceof Readable)) return undefined;
  const bytesAtMost = isImport(method, url) ? PROJECT_DOCUMENT_BYTES_AT_MOST : BODY_LIMIT_BYTES;
  const mayBeTooLarge = length === undefined || Number(length) > bytesAtMost;
  let spend: Count;
  try {
    spend = bodies.begin(request);
  } catch (error) {
    // Nobody reads to its end what may have none.
    if (mayBeTooLarge) void reply.header('connection', 'close');
    throw error;
  }
  if (length !== undefined && mayBeTooLarge) {
    drop(raw, spend);
    throw tooLarge();
  }
  if (!(body instanceof Readable)) return undefined;
  const hold = memory.holdUntilClosed(reply.raw, () => addressNetworks(request.ip));
  const { chunks, size } = await takeAll(body, bytesAtMost, { spend, hold });
  return { bytes: size, read: () => Readable.from(chunks) };
}
