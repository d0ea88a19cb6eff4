import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { opaqueTag, REQUEST_ID_HEADER, requestIdOf, SECURITY_HEADERS } from '@burgee/contracts/wire';
import { corsHeaders } from '../authenticate/cors.js';
import type { Encoding, RenderedFlagSet } from '../flag-set/rendered-flag-set.js';
import { asOfHeader } from '../source/as-of.js';
import { endWith } from '../write-in-pieces.js';

/** The common part of the responses to requests that share an access. */
export interface SharedResponse {
  rendered: RenderedFlagSet;
  /** The common headers. */
  head: OutgoingHttpHeaders;
  isStale: boolean;
}

/**
 * @param ageSeconds since the set was last confirmed; undefined = it is current
 * @param asOf set for a bounded source
 */
export function shareResponse(
  rendered: RenderedFlagSet,
  allowOrigin: string | undefined,
  ageSeconds: number | undefined,
  asOf?: number,
): SharedResponse {
  const isStale = ageSeconds !== undefined;
  const head = {
    ...SECURITY_HEADERS,
    etag: rendered.etag,
    'cache-control': 'private, no-cache',
    ...corsHeaders(allowOrigin),
    ...(asOf !== undefined && asOfHeader(asOf)),
    ...(isStale && { 'burgee-freshness': `stale; age=${ageSeconds}` }),
  };
  return { rendered, head, isStale };
}

export type ReadResult = 'fresh' | 'stale' | 'not_modified';

/**
 * Answers one request, at once unless its encoding has to be created first.
 * @param bodyOf returns the flag set in an encoding
 * @throws when the head cannot be written
 */
export function respond(
  set: SharedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  bodyOf: (rendered: RenderedFlagSet, encoding: Encoding) => Buffer | Promise<Buffer>,
): ReadResult | Promise<ReadResult> {
  const { headers } = request;
  const { rendered, head } = set;
  const own = headers[REQUEST_ID_HEADER] === undefined ? head : { ...head, [REQUEST_ID_HEADER]: requestIdOf(request) };
  if (matchesTag(headers['if-none-match'], rendered.etag)) {
    response.writeHead(304, own).end();
    return 'not_modified';
  }
  const encoding = chooseEncoding(headers['accept-encoding'] as string | undefined);
  const write = (body: Buffer): ReadResult => {
    response.writeHead(200, {
      ...own,
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    });
    if (request.method === 'HEAD') response.end();
    else endWith(response, body);
    return set.isStale ? 'stale' : 'fresh';
  };
  const body = bodyOf(rendered, encoding);
  return Buffer.isBuffer(body) ? write(body) : body.then(write);
}

function quality(parameters: string[]): number {
  const q = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
  return q === undefined ? 1 : Number(q.slice(2)) || 0;
}

/** Limit of a header that is parsed for each request. Longer ones are ignored. */
const HEADER_CHARACTERS_AT_MOST = 500;

const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** The best accepted encoding: brotli before gzip at equal weight, identity when neither is accepted. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined || acceptEncoding === 'identity') return 'identity';
  if (acceptEncoding.length > HEADER_CHARACTERS_AT_MOST) return 'identity';
  const wishes = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';');
    wishes.set(name.trim(), quality(parameters));
  }
  const wish = (encoding: Encoding) => wishes.get(encoding) ?? wishes.get('*') ?? 0;
  const [best] = ENCODINGS.toSorted((a, b) => wish(b) - wish(a));
  return best && wish(best) > 0 && wish(best) >= (wishes.get('identity') ?? 0) ? best : 'identity';
}

/**
 * Whether If-None-Match names this weak ETag (RFC 9110: weak comparison, `*` matches any). Clients of earlier versions
 * send it strong, proxies append the name of an encoding.
 */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch.length > HEADER_CHARACTERS_AT_MOST) return false;
  if (ifNoneMatch === etag || (ifNoneMatch.startsWith('"') && etag.slice(2) === ifNoneMatch)) return true;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = opaqueTag(etag);
  return ifNoneMatch.split(',').some((tag) => tag.includes('"') && opaqueTag(tag) === opaque);
}
