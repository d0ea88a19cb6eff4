import { Readable } from 'node:stream';
import { DomainError } from '@burgee/contracts/wire';
import { BODY_LIMIT_BYTES } from '@burgee/service-kit';
import type { FastifyRequest } from 'fastify';

const tooLarge = () => new DomainError('body_too_large', 'The body is larger than this address takes. Send less.');

/** Reads the body up to the limit. The connection stays open, so that the caller can read a refusal. */
async function takeAll(body: Readable): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > BODY_LIMIT_BYTES) throw tooLarge();
    chunks.push(chunk as Buffer);
  }
  return chunks;
}

/**
 * Refuses a body that is too large before a service sees it. A body without a content length is read first: a
 * service that refuses it midway closes the connection, which looks like a dead service.
 */
export async function limitBody(request: FastifyRequest): Promise<void> {
  const { headers, body } = request;
  if (Number(headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw tooLarge();
  if (headers['transfer-encoding'] !== undefined && body instanceof Readable)
    request.body = Readable.from(await takeAll(body));
}
