import { PassThrough, pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { BufferedBytes } from '@burgee/admission';
import { PROJECT_DOCUMENT_BYTES_AT_MOST } from '@burgee/contracts/http';
import { brokenOff, DomainError, overloaded, UNLEASH_REPORT_BYTES_AT_MOST } from '@burgee/contracts/wire';
import { addressNetworks } from '@burgee/process-kit';
import { BODY_LIMIT_BYTES } from '@burgee/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Memory per chunk of a body, on top of its bytes. */
const AROUND_PIECE = 256;

const tooLarge = () => new DomainError('body_too_large', 'The body is too large for this route. Send less.');

/** Requests of Unleash's SDKs that report usage. */
const UNLEASH_REPORT = /^\/unleash\/api\/(?:frontend\/)?client\/(?:register|metrics)/;

/** The slowest upload of a document: 1 Mbit/s. */
const BYTES_PER_MILLISECOND = 125;
/** What every request has. */
const ARRIVE_WITHIN_MILLISECONDS = 14_000;

/** How long a document may take to arrive. One of unknown size has no more time than other requests. */
export function uploadMilliseconds(contentLength: string | undefined): number {
  const bytes = Math.min(Number(contentLength ?? 0), PROJECT_DOCUMENT_BYTES_AT_MOST);
  return ARRIVE_WITHIN_MILLISECONDS + bytes / BYTES_PER_MILLISECOND;
}

/** Memory that such a report takes on its way. */
const REPORT_BYTES = 64 * 1_024;

export interface TakenBody {
  bytes: number;
  /** A buffered body can be sent more than once. */
  read: () => Readable;
}

/**
 * Reads the body up to the limit, chunk by chunk. The connection stays open, so that the client can read a refusal.
 * @param count is called with the bytes of each chunk before it is stored
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
        // Node drops the rest of the body once the refusal is sent.
        body.off('data', take);
        reject(error as Error);
        return;
      }
      // A copy: the chunk would keep its whole network buffer in memory.
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
 * Refuses a body that is too large before a service sees it, and buffers any other: a slow client takes no slot at a
 * service, and a service that refused a body midway would close the connection, which looks like a crash. A report of
 * an Unleash SDK is passed on unread, since sdk-gateway reads it only for a valid key; only with a length, because one
 * without would reach the service without an end, and be read as the next request of that connection.
 * @returns undefined if there is none
 * @throws body_too_large, request_too_slow, overloaded when memory is full
 */
export async function limitBody(
  { method, headers, body, ip, url }: FastifyRequest,
  { raw: response }: FastifyReply,
  { memory, isDocument }: { memory: Pick<BufferedBytes, 'holdUntilClosed'>; isDocument: boolean },
): Promise<TakenBody | undefined> {
  const length = headers['content-length'];
  const isReport = method === 'POST' && length !== undefined && UNLEASH_REPORT.test(url);
  const others = isDocument ? PROJECT_DOCUMENT_BYTES_AT_MOST : BODY_LIMIT_BYTES;
  const bytesAtMost = isReport ? UNLEASH_REPORT_BYTES_AT_MOST : others;
  if (Number(length ?? 0) > bytesAtMost) throw tooLarge();
  if (!(body instanceof Readable)) return undefined;
  const hold = memory.holdUntilClosed(response, () => addressNetworks(ip));
  if (isReport) {
    hold(REPORT_BYTES);
    return { bytes: Number(length), read: () => body };
  }
  const { pieces, size } = await takeAll(body, bytesAtMost, (bytes) => hold(AROUND_PIECE + bytes));
  return { bytes: size, read: () => Readable.from(pieces) };
}

/** Smaller responses fit into one packet uncompressed. */
const WORTH_BYTES = 1_400;
/** Memory of the compression per response. */
const COMPRESSING_BYTES = { gzip: 300_000, br: 1_000_000 };
/** A seventh smaller than gzip, and hardly slower. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: 16 } };
const GATEWAYS_OWN = ['/api/v1/', '/ofrep/', '/unleash/api/'];

/** Whether sdk-gateway handles it, which compresses its own responses. */
const isOfSdkGateway = (url: string): boolean => GATEWAYS_OWN.some((start) => url.startsWith(start));

interface ServiceAnswer {
  method: string;
  url: string;
  acceptEncoding: string | undefined;
  status: number;
  headers: Readonly<Record<string, string | number | string[] | undefined>>;
}

const ACCEPTED = [
  ['br', /(^|[\s,])br\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i],
  ['gzip', /(^|[\s,])gzip\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i],
] as const;
type Encoding = (typeof ACCEPTED)[number][0];

/**
 * How a service's response is compressed here, if it is. Responses with keys are not, which services mark with
 * `no-transform`: the compressed length reveals contents.
 */
export function encodingOf({ method, url, acceptEncoding = '', status, headers }: ServiceAnswer): Encoding | undefined {
  const { 'content-type': type = '', 'content-encoding': encoding, 'cache-control': caching = '' } = headers;
  const isCompressible =
    method === 'GET' &&
    status === 200 &&
    !isOfSdkGateway(url) &&
    String(type).startsWith('application/json') &&
    encoding === undefined &&
    !String(caching).includes('no-transform') &&
    Number(headers['content-length'] ?? Infinity) >= WORTH_BYTES;
  return isCompressible ? ACCEPTED.find(([, accepts]) => accepts.test(acceptEncoding))?.[0] : undefined;
}

/** Compresses in zlib's thread pool, not on the event loop. A source that breaks off breaks the response off. */
export function compress(source: Readable, encoding: Encoding): Readable {
  const compressing = encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip();
  pipeline(source, compressing, () => undefined);
  return compressing;
}

/** The chunk size that suits a client's connection. */
const READ_AT_ONCE = 16_000;

/** Also tells the client of a write what is known: the service has answered. */
export const notKept = (): DomainError =>
  overloaded(
    'Your network has too many responses in flight. Read them first. If this request changed something, the change is saved.',
  );

/** Reserves memory for a response until the client has read it or left. @returns whether the network has enough left */
function hold({ raw, request }: FastifyReply, bytes: number, memory: BufferedBytes): boolean {
  // Flag sets are in sdk-gateway's memory for any number of readers.
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

/** Buffers a response for which there is memory, so that a slow client takes no seat. */
function readAhead(body: Readable, bytes: number): Readable {
  // One byte more than the body: a full buffer would not accept its end.
  const read = new PassThrough({ readableHighWaterMark: bytes + 1 });
  pipeline(body, read, () => undefined);
  return read;
}

/**
 * The body for the client, uncompressed when there is no memory to compress it. It takes memory here and at the service
 * until it is read. This also refuses requests that were forwarded before their network used up its memory.
 * @returns undefined when there is no memory for it
 */
export function holdAnswer(reply: FastifyReply, body: Readable, memory: BufferedBytes): Readable | undefined {
  const { method, url, headers } = reply.request;
  const answer = { method, url, acceptEncoding: headers['accept-encoding'] as string | undefined };
  const bytes = Number(reply.getHeader('content-length') ?? 0);
  const encoding = encodingOf({ ...answer, status: reply.statusCode, headers: reply.getHeaders() });
  if (encoding && hold(reply, bytes + COMPRESSING_BYTES[encoding], memory)) {
    void reply.removeHeader('content-length').header('content-encoding', encoding).header('vary', 'Accept-Encoding');
    return compress(readAhead(body, bytes), encoding);
  }
  if (!hold(reply, bytes, memory)) return undefined;
  return bytes > READ_AT_ONCE && !isOfSdkGateway(url) ? readAhead(body, bytes) : body;
}
