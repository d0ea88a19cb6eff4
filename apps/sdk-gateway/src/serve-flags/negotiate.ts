import type { Encoding } from '../flag-sets/rendered-flag-set.js';

function quality(parameters: string[]): number {
  const q = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
  return q === undefined ? 1 : Number(q.slice(2)) || 0;
}

const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** The best encoding a caller takes: brotli before gzip at equal wish, identity when it takes neither. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined || acceptEncoding === 'identity') return 'identity';
  const wishes = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';');
    wishes.set(name.trim(), quality(parameters));
  }
  const wish = (encoding: Encoding) => wishes.get(encoding) ?? wishes.get('*') ?? 0;
  const [best] = ENCODINGS.toSorted((a, b) => wish(b) - wish(a));
  return best && wish(best) > 0 && wish(best) >= (wishes.get('identity') ?? 0) ? best : 'identity';
}

/** Whether If-None-Match names this ETag (RFC 9110: weak comparison, `*` matches any). */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
