import type { IncomingHttpHeaders } from 'node:http';
import { API_KEY_HEADER, SDK_KEY_HEADER } from './names.js';

/** The scheme counts in any case (RFC 9110, 11.1). */
const BEARER = /^bearer +(\S+) *$/i;

/** The credentials that a request carries in the headers that may carry one, each once. */
export function credentialsIn(headers: IncomingHttpHeaders): string[] {
  const bearer = BEARER.exec(headers.authorization ?? '')?.[1];
  const given = [headers[SDK_KEY_HEADER], headers[API_KEY_HEADER], bearer];
  return [...new Set(given.filter((one) => typeof one === 'string'))];
}
