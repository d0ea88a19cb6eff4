/** The text's UTF-8 bytes, one character each. A lone surrogate counts as U+FFFD, as everywhere on the web. */
const utf8 = (text: string): string => unescape(encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd')));

/**
 * MurmurHash3 x86 32, seed 0, of the text's UTF-8 bytes. A lone surrogate counts as U+FFFD, as everywhere on the web.
 * @returns 0 to 4,294,967,295
 */
export function murmur3(text: string, isUtf8 = false): number {
  let hash = 0;
  let block = 0;
  let at = 0;
  while (at < text.length) {
    const byte = text.charCodeAt(at);
    if (byte > 127 && !isUtf8) return murmur3(utf8(text), true);
    // Only the last five bits of a shift count: 0, 8, 16 or 24.
    block |= byte << (at << 3);
    if (++at & 3 && at < text.length) continue;
    block = Math.imul(block, 0xcc9e2d51);
    hash ^= Math.imul((block << 15) | (block >>> 17), 0x1b873593);
    block = 0;
    // A last block of fewer than four bytes is not mixed.
    if (!(at & 3)) hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash ^= at;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The version of bucketing. It is frozen: any change of the spread gets a new number. */
export const BUCKETING_VERSION = 1;

/**
 * Bucketing version 1. A flag at `p` % is on for the buckets below `p`.
 * @returns 0 to 99
 */
export function bucketOf(flagKey: string, targetingKey: string): number {
  return murmur3(`${flagKey}:${targetingKey}`) % 100;
}
