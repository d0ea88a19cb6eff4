import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { REQUEST_ID_HEADER, requestIdOf, SECURITY_HEADERS } from '@burgee/contracts/wire';
import { asOfHeader } from '../positions/as-of.js';
import { corsHeaders } from './cors.js';

/** Whom an answer is for, and how old what it says is. */
export interface AnswerTo {
  request: IncomingMessage;
  response: ServerResponse;
  allowOrigin: string | undefined;
  /** Since the flags were last known to be current; undefined = they are, or it does not matter. */
  ageSeconds?: number | undefined;
  /** Of a bounded source, by `performance.now()`. */
  asOf?: number | undefined;
}

/** @param json as text or bytes; undefined = an answer without a body */
export function writeAnswer(
  { request, response, allowOrigin, ageSeconds, asOf }: AnswerTo,
  status: number,
  json: string | Buffer | undefined,
  headers: OutgoingHttpHeaders,
): void {
  // To spread each where it is there would take a tenth of a 304.
  const head: OutgoingHttpHeaders = { ...SECURITY_HEADERS };
  Object.assign(head, headers, corsHeaders(allowOrigin), asOf !== undefined && asOfHeader(asOf));
  if (json !== undefined) {
    head['content-type'] = 'application/json; charset=utf-8';
    head['content-length'] = Buffer.byteLength(json);
  }
  if (ageSeconds !== undefined) head['burgee-freshness'] = `stale; age=${ageSeconds}`;
  if (request.headers[REQUEST_ID_HEADER] !== undefined) head[REQUEST_ID_HEADER] = requestIdOf(request);
  response.writeHead(status, head).end(json);
}

/** For what no cache may keep. */
export const NO_STORE = { 'cache-control': 'no-store' };
