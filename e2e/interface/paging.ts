import type { ServiceResponse } from '@burgee/testing';

/** The address of the page after this one, from its Link header (RFC 8288). */
export function nextPage({ headers }: ServiceResponse): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
}
