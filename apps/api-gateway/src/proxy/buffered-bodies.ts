import { PassThrough, pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { BufferedBytes } from '@burgee/admission';
import { PROJECT_DOCUMENT_BYTES_AT_MOST } from '@burgee/contracts/http';
import { brokenOff, DomainError, overloaded } from '@burgee/contracts/wire';
import { addressNetworks } from '@burgee/process-kit';
import { BODY_LIMIT_BYTES } from '@burgee/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a piece of a body takes in memory beside its bytes. */
const AROUND_PIECE = 256;

const tooLarge = () => new DomainError('body_too_large', 'The body is too large for this route. Send less.');

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
    const breakOff = () => reject(brokenOff());
    body.on('data', take);
    body.once('close', breakOff);
    body.once('end', () => {
      body.off('close', breakOff);
      resolve({ pieces, size });
    });
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

/** Smaller answers fit into one packet as they are. */
const WORTH_BYTES = 1_400;
/** What zlib takes in memory for one. */
const COMPRESSING_BYTES = 300_000;
const GATEWAYS_OWN = ['/api/v1/', '/ofrep/', '/unleash/api/'];

/** Whether the sdk-gateway answers it, which compresses its answers itself. */
const isOfSdkGateway = (url: string): boolean => GATEWAYS_OWN.some((start) => url.startsWith(start));

interface ServiceAnswer {
  method: string;
  url: string;
  acceptEncoding: string | undefined;
  status: number;
  headers: Readonly<Record<string, string | number | string[] | undefined>>;
}

const takesGzip = (accepted = '') => /(^|[\s,])gzip\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(accepted);

/**
 * Whether an answer of a service is compressed on its way. Those that hold keys are not, which services say by `no-transform`: the
 * length of what is compressed tells of its content.
 */
export function isCompressed({ method, url, acceptEncoding, status, headers }: ServiceAnswer): boolean {
  const { 'content-type': type = '', 'content-encoding': encoding, 'cache-control': caching = '' } = headers;
  return (
    method === 'GET' &&
    status === 200 &&
    !isOfSdkGateway(url) &&
    String(type).startsWith('application/json') &&
    encoding === undefined &&
    !String(caching).includes('no-transform') &&
    Number(headers['content-length'] ?? Infinity) >= WORTH_BYTES &&
    takesGzip(acceptEncoding)
  );
}

/** Compresses in the thread pool of zlib, not on the event loop. A source that breaks off breaks the answer off. */
export function compress(source: Readable): Readable {
  const gzip = createGzip();
  pipeline(source, gzip, () => undefined);
  return gzip;
}

/** A caller's connection takes so many at once. */
const READ_AT_ONCE = 16_000;

/** Says to a caller of a write, too, what is known: the service has answered it. */
export const notKept = (): DomainError =>
  overloaded('Your network has too many responses in flight. Read them first. A change made by this request is saved.');

/** Takes memory for an answer until the caller has it or has left. @returns whether there is so much for this network */
function hold({ raw, request }: FastifyReply, bytes: number, memory: BufferedBytes): boolean {
  // Flag sets are in the memory of the sdk-gateway however many read them.
  if (raw.destroyed || isOfSdkGateway(request.url)) return true;
  const networks = addressNetworks(request.ip);
  try {
    memory.take(networks, bytes);
  } catch {
    return false;
  }
  raw.once('close', () => memory.giveBack(networks, bytes));
  return true;
}

/** Reads an answer that there is memory for without waiting for its caller, so that a slow one keeps no seat. */
function readAhead(body: Readable, bytes: number): Readable {
  // One more than there are: full, it would not take the end of the body.
  const read = new PassThrough({ readableHighWaterMark: bytes + 1 });
  pipeline(body, read, () => undefined);
  return read;
}

/**
 * The body as the caller gets it: as it is, where there is no memory to compress it. Until it is taken, it takes memory here and at the
 * service. Requests that were sent on before this network had too much are refused here.
 * @returns undefined when there is no memory for it
 */
export function holdAnswer(reply: FastifyReply, body: Readable, memory: BufferedBytes): Readable | undefined {
  const { method, url, headers } = reply.request;
  const answer = { method, url, acceptEncoding: headers['accept-encoding'] as string | undefined };
  const bytes = Number(reply.getHeader('content-length') ?? 0);
  const isCompressible = isCompressed({ ...answer, status: reply.statusCode, headers: reply.getHeaders() });
  if (isCompressible && hold(reply, bytes + COMPRESSING_BYTES, memory)) {
    void reply.removeHeader('content-length').header('content-encoding', 'gzip').header('vary', 'Accept-Encoding');
    return compress(readAhead(body, bytes));
  }
  if (!hold(reply, bytes, memory)) return undefined;
  return bytes > READ_AT_ONCE && !isOfSdkGateway(url) ? readAhead(body, bytes) : body;
}
