import { createHash } from 'node:crypto';

/** An id that follows from the text, so that replicas that report the same thing store one entry. */
export function messageIdOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
