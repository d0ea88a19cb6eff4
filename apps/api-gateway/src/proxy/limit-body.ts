import { Readable } from 'node:stream';
import { DomainError } from '@burgee/contracts/wire';
import { BODY_LIMIT_BYTES } from '@burgee/service-kit';
import type { FastifyRequest } from 'fastify';

const tooLarge = () => new DomainError('body_too_large', 'The body is larger than this address takes. Send less.');

const brokenOff = () => new DomainError('request_too_slow', 'The connection ended before the body did.');

/** Reads the body up to the limit. The connection stays open, so that the caller can read a refusal. */
async function takeAll(body: Readable): Promise<{ chunks: Buffer[]; size: number }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      size += (chunk as Buffer).length;
      if (size > BODY_LIMIT_BYTES) throw tooLarge();
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    throw error instanceof DomainError ? error : brokenOff();
  }
  return { chunks, size };
}

/**
 * Refuses a body that is too large before a service sees it, and reads any other: a caller who sends slowly keeps no place at a
 * service, and one that refuses a body midway would close the connection, which looks like a dead service.
 * @returns how many bytes it has; undefined if there is none
 */
export async function limitBody(request: FastifyRequest): Promise<number | undefined> {
  const { headers, body } = request;
  if (Number(headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw tooLarge();
  if (!(body instanceof Readable)) return undefined;
  const { chunks, size } = await takeAll(body);
  request.body = Readable.from(chunks);
  return size;
}
