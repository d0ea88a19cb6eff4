import { createHash } from 'node:crypto';

/** An entry in its chain. Hashes are in hex. */
export interface ChainLink {
  seq: number;
  hash: string;
  content: string;
  /** The fields of the content that are also stored as columns. */
  columns?: Record<string, unknown>;
}

/** A place in a chain: after this link. */
export type ChainPosition = Pick<ChainLink, 'seq' | 'hash'>;

export const isPosition = (value: unknown): value is ChainPosition => {
  const { seq, hash } = (value ?? {}) as Partial<ChainPosition>;
  return Number.isSafeInteger(seq) && typeof hash === 'string';
};

/** The position before the first link. */
export const CHAIN_START: ChainPosition = { seq: 0, hash: '' };

/** SHA-256 of the previous hash, the number as eight big-endian bytes, and the content. */
export function hashLink(before: string, seq: number, content: string): string {
  const number = Buffer.alloc(8);
  number.writeBigInt64BE(BigInt(seq));
  return createHash('sha256').update(before, 'hex').update(number).update(content).digest('hex');
}
