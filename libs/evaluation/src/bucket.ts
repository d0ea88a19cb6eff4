const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
const scramble = (block: number): number => Math.imul(rotate(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);

/** The UTF-8 bytes of a code point, first byte lowest. A lone surrogate becomes U+FFFD, as everywhere on the web. */
function utf8(point: number): number {
  if (point < 0x80) return point;
  const last = 0x80 | (point & 63);
  if (point < 0x800) return (last << 8) | (0xc0 | (point >> 6));
  if (point >= 0xd800 && point < 0xe000) return 0xbdbfef;
  const third = 0x80 | ((point >> 6) & 63);
  if (point < 0x10000) return (last << 16) | (third << 8) | (0xe0 | (point >> 12));
  return (last << 24) | (third << 16) | ((0x80 | ((point >> 12) & 63)) << 8) | (0xf0 | (point >> 18));
}

/**
 * MurmurHash3 x86 32, seed 0, of the text's UTF-8 bytes.
 * @returns 0 to 4,294,967,295
 */
export function murmur3(text: string): number {
  let hash = 0;
  let block = 0;
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const point = text.codePointAt(at) as number;
    if (point > 0xffff) at++;
    let bytes = utf8(point);
    do {
      block |= (bytes & 255) << ((length & 3) << 3);
      bytes >>>= 8;
      if ((++length & 3) === 0) {
        hash = (Math.imul(rotate(hash ^ scramble(block), 13), 5) + 0xe6546b64) | 0;
        block = 0;
      }
    } while (bytes !== 0);
  }
  hash ^= scramble(block) ^ length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The way users are spread over a percentage. Frozen: another way is another number, never a change of this one. */
export const BUCKETING_VERSION = 1;

/**
 * Bucketing version 1. A flag at `p` % is on for the buckets below `p`.
 * @returns 0 to 99
 */
export function bucketOf(flagKey: string, targetingKey: string): number {
  return murmur3(`${flagKey}:${targetingKey}`) % 100;
}
