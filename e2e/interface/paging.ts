import type { Answer } from '@burgee/testing';

/** The address of the page after this one, from its Link header (RFC 8288). */
export function nextPage({ headers }: Answer): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1];
}
