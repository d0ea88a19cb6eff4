import { createHash, randomBytes } from 'node:crypto';

/** The secret of an invitation's link: a prefix that people and scanners recognize, and 256 random bits. */
export function newInvitationToken(): string {
  return `bge_inv_${randomBytes(32).toString('base64url')}`;
}

/** Whether a text has the form of a token. Any other text needs no look-up. */
export const isInvitationToken = (text: string): boolean => /^bge_inv_[\w-]{43}$/.test(text);

/** SHA-256 of a token in hex, as stored. */
export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
