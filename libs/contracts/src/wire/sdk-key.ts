import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What a key of an environment opens: an SDK key its flag set, rules and all; a client key decisions, never a rule. */
export type KeyKind = 'sdk' | 'client';

const PREFIXES: Record<KeyKind, string> = { sdk: 'bge_sdk_', client: 'bge_pub_' };
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const PREFIX_LENGTH = PREFIXES.sdk.length;
const FORM = new RegExp(`^(?:${Object.values(PREFIXES).join('|')})[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** Keys of one kind that an environment can have, including old ones in their grace period. */
export const LIVE_KEYS_AT_MOST = 5;

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** A fresh key: the prefix of its kind, 30 random base62 characters (178 bits) and the CRC32 of all before it in base62. */
export function mintKey(kind: KeyKind): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62.charAt(randomInt(62))).join('');
  const text = PREFIXES[kind] + secret;
  return text + checksum(text);
}

export const mintSdkKey = (): string => mintKey('sdk');

/** The kind that a key says it is; undefined when prefix, length or checksum do not fit. Such a key is refused without a query. */
export function kindOfKey(key: string): KeyKind | undefined {
  if (!FORM.test(key) || !key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH)))) return undefined;
  return key.slice(0, PREFIX_LENGTH) === PREFIXES.sdk ? 'sdk' : 'client';
}

export const isWellFormedSdkKey = (key: string): boolean => kindOfKey(key) === 'sdk';

/** What logs call a key: the first 12 hex digits of its stored hash. Undefined for text that is no key, which may be another secret. */
export function keyId(key: unknown): { kind: KeyKind; id: string } | undefined {
  const kind = typeof key === 'string' ? kindOfKey(key) : undefined;
  if (kind === undefined) return undefined;
  return { kind, id: createHash('sha256').update(String(key)).digest('hex').slice(0, 12) };
}
