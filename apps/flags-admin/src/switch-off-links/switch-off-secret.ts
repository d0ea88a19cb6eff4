import { createHash, randomBytes } from 'node:crypto';

/** The secret of a link: a prefix that people and scanners recognize, and 256 random bits. */
export const newSwitchOffSecret = (): string => `bge_off_${randomBytes(32).toString('base64url')}`;

/** Whether a text has the form of a secret. Any other text needs no look-up. */
export const isSwitchOffSecret = (text: string): boolean => /^bge_off_[\w-]{43}$/.test(text);

/** SHA-256 of a secret in hex, as stored. */
export const hashSwitchOffSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
