const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
const scramble = (block: number): number => Math.imul(rotate(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);

/**
 * MurmurHash3 x86 32, seed 0, of the text's UTF-8 bytes. A lone surrogate counts as U+FFFD, as everywhere on the web.
 * @returns 0 to 4,294,967,295
 */
export function murmur3(text: string): number {
  let hash = 0;
  let block = 0;
  let length = 0;
  const add = (byte: number): void => {
    block |= byte << ((length & 3) << 3);
    if (++length & 3) return;
    hash = (Math.imul(rotate(hash ^ scramble(block), 13), 5) + 0xe6546b64) | 0;
    block = 0;
  };
  for (let at = 0; at < text.length; at++) {
    let point = text.codePointAt(at) as number;
    if (point >> 11 === 0x1b) point = 0xfffd;
    if (point > 0xffff) at++;
    let more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    // The first byte of a sequence begins with as many ones as it has bytes.
    add(more ? ((0xf80 >> more) & 255) | (point >> (6 * more)) : point);
    while (more--) add(0x80 | ((point >> (6 * more)) & 63));
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
