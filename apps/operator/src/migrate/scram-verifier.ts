import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ITERATIONS = 4_096;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * A password as Postgres stores it (RFC 5802 and 7677, SCRAM-SHA-256). In its place in a statement it keeps the password out of the
 * server's log and statistics; Postgres takes such a text for what it is.
 * @param password of characters that SASLprep leaves as they are: ours are random ASCII
 */
export function scramVerifier(password: string, salt = randomBytes(SALT_BYTES)): string {
  const salted = pbkdf2Sync(password, salt, ITERATIONS, HASH_BYTES, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const serverKey = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
