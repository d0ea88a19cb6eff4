import { Readable } from 'node:stream';
import { PROJECT_DOCUMENT_BYTES_AT_MOST } from '@burgee/contracts/http';
import { brokenOff, DomainError } from '@burgee/contracts/wire';
import { addressNetworks, type HeldBytes } from '@burgee/process-kit';
import { BODY_LIMIT_BYTES } from '@burgee/service-kit';
import { AROUND_PIECE, type BodyBudget } from '../limits/body-budget.js';
import { isImport } from './is-import.js';
import type { FastifyReply, FastifyRequest } from 'fastify';

const tooLarge = () => new DomainError('body_too_large', 'The body is larger than this address takes. Send less.');

/** A body that can be sent on, more than once. */
export interface TakenBody {
  bytes: number;
  read: () => Readable;
}

/**
 * Reads the body up to the limit. The connection stays open, so that the caller can read a refusal.
 * @param count is called for each piece, before it is kept, with its bytes
 */
async function takeAll(
  body: Readable,
  bytesAtMost: number,
  count: (bytes: number) => void,
): Promise<{ chunks: Buffer[]; size: number }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      const { length } = chunk as Buffer;
      size += length;
      count(length);
      if (size > bytesAtMost) throw tooLarge();
      // A copy: a piece would keep all that came with it in memory.
      chunks.push(Buffer.from(chunk as Buffer));
    }
  } catch (error) {
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
  { raw: response }: FastifyReply,
  { memory, bodies }: { memory: Pick<HeldBytes, 'holdUntilClosed'>; bodies: BodyBudget },
): Promise<TakenBody | undefined> {
  const { headers, body, method, url } = request;
  const spend = bodies.begin(request);
  const bytesAtMost = isImport(method, url) ? PROJECT_DOCUMENT_BYTES_AT_MOST : BODY_LIMIT_BYTES;
  if (Number(headers['content-length'] ?? 0) > bytesAtMost) throw tooLarge();
  if (!(body instanceof Readable)) return undefined;
  const hold = memory.holdUntilClosed(response, () => addressNetworks(request.ip));
  const { chunks, size } = await takeAll(body, bytesAtMost, (bytes) => {
    spend(bytes);
    hold(AROUND_PIECE + bytes);
  });
  return { bytes: size, read: () => Readable.from(chunks) };
}
