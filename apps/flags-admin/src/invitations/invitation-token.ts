import { createHash, randomBytes } from 'node:crypto';

/** The secret of an invitation's link: a prefix by which people and scanners recognise it, and 256 random bits. */
export function newInvitationToken(): string {
  return `bge_inv_${randomBytes(32).toString('base64url')}`;
}

/** Whether a text has the form of a token: what has not is none, and need not be looked up. */
export const isInvitationToken = (text: string): boolean => /^bge_inv_[\w-]{43}$/.test(text);

/** SHA-256 of a token, hex, as it is stored and looked up. */
export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
