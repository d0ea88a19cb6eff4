import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'bge_sdk_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Of one environment: the current one, and old ones during their grace. */
export const LIVE_SDK_KEYS_AT_MOST = 5;

function checksum(secret: string): string {
  let rest = crc32(PREFIX + secret);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** A fresh SDK key: `bge_sdk_`, 30 random base62 characters (178 bits) and the CRC32 of all before it in base62. */
export function mintSdkKey(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62.charAt(randomInt(62))).join('');
  return PREFIX + secret + checksum(secret);
}

/** Whether prefix, length and checksum fit. A key that fails here is refused without a query. */
export function isWellFormedSdkKey(key: string): boolean {
  if (!FORM.test(key)) return false;
  const secret = key.slice(PREFIX.length, PREFIX.length + SECRET_LENGTH);
  return key.endsWith(checksum(secret));
}

/** What logs call a key: the first 12 hex digits of its stored hash. Undefined for text that is no key, which may be another secret. */
export function sdkKeyId(key: unknown): string | undefined {
  if (typeof key !== 'string' || !isWellFormedSdkKey(key)) return undefined;
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}
