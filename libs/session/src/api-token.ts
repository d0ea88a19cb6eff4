import { createHash, createPrivateKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { API_TOKEN_PREFIX } from '@burgee/contracts/wire';

const ID_BYTES = 16;
const SECRET_BYTES = 32;
const SIGNATURE_BYTES = 64;
const SIGNED_BYTES = ID_BYTES + SECRET_BYTES + SIGNATURE_BYTES;
const CHECKSUM_BYTES = 4;

/** Session tokens are signed with the same key. Theirs begin with letters, so no signature is of both. */
const signedText = (id: Buffer) => Buffer.concat([Buffer.from('\0burgee-token\0'), id]);

const hashOf = (secret: Buffer) => createHash('sha256').update(secret).digest('hex');

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(CHECKSUM_BYTES);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}

const toUuid = (id: Buffer) => id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A new token: its id, 256 random bits, the id's signature by auth, and a CRC32, all in base64url. */
export function mintApiToken(id: string, privateKey: string): { token: string; secretHash: string } {
  const idBytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  const secret = randomBytes(SECRET_BYTES);
  const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' } as const;
  const bytes = Buffer.concat([idBytes, secret, sign('sha256', signedText(idBytes), key)]);
  const token = API_TOKEN_PREFIX + Buffer.concat([bytes, checksum(bytes)]).toString('base64url');
  return { token, secretHash: hashOf(secret) };
}

/** What a token that auth has signed says. It may still be revoked, and its secret wrong. Null for all others. */
export function readApiToken(token: string, publicKey: KeyObject): { id: string; secretHash: string } | null {
  if (!token.startsWith(API_TOKEN_PREFIX)) return null;
  const text = token.slice(API_TOKEN_PREFIX.length);
  const all = Buffer.from(text, 'base64url');
  // One spelling each: others would be other flows.
  if (all.length !== SIGNED_BYTES + CHECKSUM_BYTES || all.toString('base64url') !== text) return null;
  const [bytes, sum] = [all.subarray(0, SIGNED_BYTES), all.subarray(SIGNED_BYTES)];
  if (!checksum(bytes).equals(sum)) return null;
  const id = bytes.subarray(0, ID_BYTES);
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signedText(id), key, bytes.subarray(ID_BYTES + SECRET_BYTES))) return null;
  return { id: toUuid(id), secretHash: hashOf(bytes.subarray(ID_BYTES, ID_BYTES + SECRET_BYTES)) };
}
