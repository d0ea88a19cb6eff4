import { createHash, randomBytes } from 'node:crypto';

/** The secret of an invitation's link: a prefix by which people and scanners recognise it, and 256 random bits. */
export function newInvitationToken(): string {
  return `bge_inv_${randomBytes(32).toString('base64url')}`;
}

/** SHA-256 of a token, hex, as it is stored and looked up. */
export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
