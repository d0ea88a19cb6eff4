import { Readable } from 'node:stream';
import type { BufferedBytes } from '@burgee/admission';
import { PROJECT_DOCUMENT_BYTES_AT_MOST } from '@burgee/contracts/http';
import { brokenOff, DomainError } from '@burgee/contracts/wire';
import { addressNetworks } from '@burgee/process-kit';
import { BODY_LIMIT_BYTES } from '@burgee/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a piece of a body takes in memory beside its bytes. */
const AROUND_PIECE = 256;

const tooLarge = () => new DomainError('body_too_large', 'The body is larger than this address takes. Send less.');

/** A body that can be sent on, more than once. */
export interface TakenBody {
  bytes: number;
  read: () => Readable;
}

/**
 * Reads the body up to the limit, piece by piece as they come. The connection stays open, so that the caller can read a refusal.
 * @param count is called for each piece, before it is kept, with its bytes
 */
function takeAll(
  body: Readable,
  bytesAtMost: number,
  count: (bytes: number) => void,
): Promise<{ pieces: Buffer[]; size: number }> {
  const pieces: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const take = (piece: Buffer) => {
      size += piece.length;
      try {
        count(piece.length);
        if (size > bytesAtMost) throw tooLarge();
      } catch (error) {
        // Node drops what is left of it once the refusal is sent.
        body.off('data', take);
        reject(error as Error);
        return;
      }
      // A copy: a piece would keep all that came with it in memory.
      pieces.push(Buffer.from(piece));
    };
    body.on('data', take);
    body.once('end', () => resolve({ pieces, size }));
    body.once('close', () => reject(brokenOff()));
  });
}

/**
 * Refuses a body that is too large before a service sees it, and reads any other: a caller who sends slowly keeps no place at a
 * service, and one that refuses a body midway would close the connection, which looks like a dead service.
 * @returns undefined if there is none
 * @throws body_too_large, request_too_slow, overloaded when too much is held
 */
export async function limitBody(
  { headers, body, ip }: FastifyRequest,
  { raw: response }: FastifyReply,
  { memory, isDocument }: { memory: Pick<BufferedBytes, 'holdUntilClosed'>; isDocument: boolean },
): Promise<TakenBody | undefined> {
  const bytesAtMost = isDocument ? PROJECT_DOCUMENT_BYTES_AT_MOST : BODY_LIMIT_BYTES;
  if (Number(headers['content-length'] ?? 0) > bytesAtMost) throw tooLarge();
  if (!(body instanceof Readable)) return undefined;
  const hold = memory.holdUntilClosed(response, () => addressNetworks(ip));
  const { pieces, size } = await takeAll(body, bytesAtMost, (bytes) => hold(AROUND_PIECE + bytes));
  return { bytes: size, read: () => Readable.from(pieces) };
}
